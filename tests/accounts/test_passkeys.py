"""Passkeys through their whole ceremony, answered by an authenticator in software."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from accounts.selectors import email_is_verified
from tests.accounts.authenticator import Passkey, decode, encode
from tests.accounts.conftest import confirm, sign_in, user_of

Guest = Callable[[], tuple[Client, User]]
WHO = {"username": "Solveig", "email": "solveig@example.org", "zone": "Europe/Oslo"}
FIRST, SECOND = "/accounts/signup/passkey/", "/accounts/signup/passkey/create/"
LOGIN = "/accounts/2fa/webauthn/login/"
ADD = "/accounts/2fa/webauthn/add/"


@pytest.fixture(autouse=True)
def secure(settings: Any) -> None:
    """The origin is checked as in production."""
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = False


def page_data(page: Any) -> dict[str, Any]:
    [data] = re.findall(r'<script id="js_data" [^>]*>(.*?)</script>', page.content.decode())
    found: dict[str, Any] = json.loads(data)
    return found


def creation_options(client: Client, url: str = SECOND) -> dict[str, Any]:
    options: dict[str, Any] = page_data(client.get(url, secure=True))["creation_options"]
    return options


def request_options(client: Client) -> dict[str, Any]:
    answer = client.get(LOGIN, headers={"accept": "application/json"}, secure=True)
    options: dict[str, Any] = answer.json()["request_options"]
    return options


def sign_up_by_passkey(client: Client, passkey: Passkey, **who: str) -> Any:
    assert client.post(FIRST, WHO | who, secure=True)["Location"] == SECOND
    credential = passkey.create(creation_options(client))
    return client.post(SECOND, {"name": "My phone", "credential": credential}, secure=True)


def sign_in_by_passkey(client: Client, passkey: Passkey, **how: bool) -> Any:
    credential = passkey.get(request_options(client), **how)
    return client.post(LOGIN, {"credential": credential}, secure=True)


@pytest.fixture
def passkey() -> Passkey:
    return Passkey()


@pytest.mark.django_db
def test_a_guest_signs_up_and_in_again(make_guest: Guest, passkey: Passkey) -> None:
    client, guest = make_guest()
    assert sign_up_by_passkey(client, passkey).status_code == 302
    account = User.objects.get()
    assert account.pk == guest.pk
    assert (account.is_guest, account.name, account.zone) == (False, "Solveig", "Europe/Oslo")
    assert not account.has_usable_password()
    assert user_of(client) == account
    other = Client()
    sign_in_by_passkey(other, passkey)
    assert user_of(other) == account


@pytest.mark.django_db
def test_a_visitor_signs_up(client: Client, passkey: Passkey) -> None:
    sign_up_by_passkey(client, passkey)
    assert user_of(client) == User.objects.get(name="Solveig")
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_the_authenticator_shows_the_chosen_name(client: Client) -> None:
    client.post(FIRST, WHO, secure=True)
    options = creation_options(client)["publicKey"]
    assert (options["user"]["name"], options["user"]["displayName"]) == ("Solveig", "Solveig")
    assert decode(options["user"]["id"])
    assert options["rp"]["id"] == "testserver"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"


@pytest.mark.django_db
def test_the_address_is_verified_by_mail(client: Client, passkey: Passkey) -> None:
    sign_up_by_passkey(client, passkey)
    account = User.objects.get()
    assert not email_is_verified(account)
    [link] = re.findall(r"https://testserver(\S+)", str(mail.outbox[0].body))
    client.post(link, secure=True)
    assert email_is_verified(account)


NO_CREDENTIALS = [
    *("", "{}", "[]", "nonsense", "null", "3", '{"id": 1}', "[" * 5000, "9" * 5000),
    '{"response": {"clientDataJSON": 3}}',
    '{"id": "AAAA", "rawId": "AAAA", "response": {}}',
    '{"id": "AAAA", "rawId": "AAAA", "response": {"clientDataJSON": "AAAA"}}',
    '{"id": "\\u0000", "rawId": "AAAA", "response": {"clientDataJSON": "AAAA"}}',
    '{"id": "\\ud800", "rawId": "AAAA", "response": {"clientDataJSON": "AAAA"}}',
    '{"id": "AAAA", "rawId": "AAAA", "response": '
    '{"clientDataJSON": "AAAA", "attestationObject": "AAAA"}}',
]


def test_what_is_no_credential_is_refused(client: Client, player: User) -> None:
    """By every form that takes one, each with its challenge at hand."""
    visitor, stranger = Client(), Client()
    visitor.post(FIRST, WHO | {"username": "Kari"}, secure=True)
    creation_options(visitor)
    request_options(stranger)
    sign_in(client, "Solveig")
    confirm(client)
    creation_options(client, ADD)
    for credential in NO_CREDENTIALS:
        form = {"credential": credential}
        cache.clear()
        assert visitor.post(SECOND, form, secure=True).status_code == 200, credential
        assert stranger.post(LOGIN, form, secure=True).status_code == 302, credential
        assert client.post(ADD, form, secure=True).status_code == 200, credential
    assert not Authenticator.objects.exists()
    assert not User.objects.filter(name="Kari").exists()


@pytest.mark.django_db
@given(data=st.data())
@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_damaged_answer_is_refused_or_harmless(data: st.DataObject) -> None:
    """One byte changed: mostly nothing matches any more; a counter or the maker's id may differ."""
    cache.clear()
    User.objects.all().delete()
    client, passkey = Client(), Passkey()
    client.post(FIRST, WHO, secure=True)
    credential = json.loads(passkey.create(creation_options(client)))
    key = data.draw(st.sampled_from(["clientDataJSON", "attestationObject"]))
    raw = bytearray(decode(credential["response"][key]))
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= data.draw(st.integers(1, 255))
    credential["response"][key] = encode(bytes(raw))
    answer = client.post(SECOND, {"credential": json.dumps(credential)}, secure=True)
    assert answer.status_code in {200, 302}
    user = user_of(client)
    assert user is not None
    assert user.is_guest == (answer.status_code == 200)


@pytest.mark.django_db
def test_only_what_the_standard_names_is_stored(client: Client, passkey: Passkey) -> None:
    client.post(FIRST, WHO, secure=True)
    credential = json.loads(passkey.create(creation_options(client)))
    credential |= {"more": "\x00"}
    credential["response"]["more"] = ["x" * 1000]
    form = {"credential": json.dumps(credential)}
    assert client.post(SECOND, form, secure=True).status_code == 302
    stored = Authenticator.objects.get().data["credential"]
    assert stored.keys() == {"id", "rawId", "type", "response", "clientExtensionResults"}
    assert stored["response"].keys() == {"clientDataJSON", "attestationObject"}


@pytest.mark.django_db
def test_the_second_step_needs_the_first(client: Client, make_guest: Guest) -> None:
    guest, _ = make_guest()
    for visitor in (client, guest):
        assert visitor.get(SECOND)["Location"] == FIRST
        assert visitor.post(SECOND, {"credential": "{}"})["Location"] == FIRST


@pytest.mark.django_db
def test_bad_names_are_refused_in_the_first_step(
    client: Client, make_player: Callable[..., User]
) -> None:
    make_player("Ægir")
    for name in ("ab", "Admin", "\u0430egir", "a" * 80):
        answer = client.post(FIRST, WHO | {"username": name}, secure=True)
        assert "username" in answer.context["form"].errors
    assert not User.objects.filter(is_guest=True).exists()


@pytest.mark.django_db
def test_a_name_taken_in_between_is_told(
    client: Client, passkey: Passkey, make_player: Callable[..., User]
) -> None:
    client.post(FIRST, WHO, secure=True)
    make_player("SoIveig", email="other@example.org")
    credential = passkey.create(creation_options(client))
    answer = client.post(SECOND, {"credential": credential}, secure=True)
    assert "looks like it" in str(answer.context["form"].errors["username"])
    assert not Authenticator.objects.exists()
    guest = user_of(client)
    assert guest is not None
    assert guest.is_guest


@pytest.mark.django_db
def test_a_challenge_is_good_for_one_answer(client: Client, passkey: Passkey) -> None:
    sign_up_by_passkey(client, passkey)
    other = Client()
    options = request_options(other)
    credential = passkey.get(options)
    thief = Client()
    request_options(thief)
    thief.post(LOGIN, {"credential": credential}, secure=True)
    assert user_of(thief) is None
    other.post(LOGIN, {"credential": credential}, secure=True)
    assert user_of(other) is not None
    other.post("/accounts/logout/")
    other.post(LOGIN, {"credential": credential}, secure=True)
    assert user_of(other) is None


@pytest.mark.django_db
@pytest.mark.parametrize("origin", ["https://evil.example", "http://testserver.evil.example"])
def test_another_origin_is_refused(client: Client, passkey: Passkey, origin: str) -> None:
    sign_up_by_passkey(client, passkey)
    passkey.origin = origin
    other = Client()
    sign_in_by_passkey(other, passkey)
    assert user_of(other) is None


@pytest.mark.django_db
def test_another_key_for_the_same_player_is_refused(client: Client, passkey: Passkey) -> None:
    sign_up_by_passkey(client, passkey)
    forged = Passkey()
    forged.user_handle, forged.credential_id = passkey.user_handle, passkey.credential_id
    other = Client()
    sign_in_by_passkey(other, forged)
    assert user_of(other) is None


@pytest.mark.django_db
def test_signing_in_needs_the_fingerprint_or_pin(client: Client, passkey: Passkey) -> None:
    sign_up_by_passkey(client, passkey)
    other = Client()
    sign_in_by_passkey(other, passkey, verified=False)
    assert user_of(other) is None


@pytest.mark.django_db
def test_a_banned_player_stays_out(client: Client, passkey: Passkey) -> None:
    sign_up_by_passkey(client, passkey)
    User.objects.update(is_active=False)
    other = Client()
    assert sign_in_by_passkey(other, passkey)["Location"] == "/accounts/inactive/"
    assert user_of(other) is None


def test_a_member_adds_a_passkey_and_signs_in_with_it(
    client: Client, player: User, passkey: Passkey
) -> None:
    sign_in(client, "Solveig")
    confirm(client)
    credential = passkey.create(creation_options(client, ADD))
    form = {"name": "My phone", "passwordless": "on", "credential": credential}
    assert client.post(ADD, form, secure=True).status_code == 302
    assert "My phone" in client.get("/accounts/2fa/webauthn/").content.decode()
    other = Client()
    sign_in_by_passkey(other, passkey)
    assert user_of(other) == player
    key = Authenticator.objects.get(type="webauthn")
    client.post(f"/accounts/2fa/webauthn/keys/{key.pk}/edit/", {"name": "Old phone"})
    page = client.get(f"/accounts/2fa/webauthn/keys/{key.pk}/remove/").content.decode()
    assert "Old phone" in page
    client.post(f"/accounts/2fa/webauthn/keys/{key.pk}/remove/")
    assert not Authenticator.objects.filter(type="webauthn").exists()


def test_a_guest_who_signs_in_by_passkey_is_merged(
    client: Client, passkey: Passkey, make_guest: Guest
) -> None:
    sign_up_by_passkey(client, passkey)
    other, guest = make_guest()
    sign_in_by_passkey(other, passkey)
    assert user_of(other) == User.objects.get(name="Solveig")
    assert not User.objects.filter(pk=guest.pk).exists()


@pytest.mark.django_db
def test_a_passkey_player_sets_a_password(client: Client, passkey: Passkey) -> None:
    sign_up_by_passkey(client, passkey)
    assert client.get("/accounts/password/change/")["Location"] == "/accounts/password/set/"
    answer = client.get("/accounts/password/set/", follow=True)
    assert answer.status_code == 200
