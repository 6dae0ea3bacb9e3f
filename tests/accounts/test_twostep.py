"""Codes from an app, recovery codes, and saying again who one is."""

import re
import time
from collections.abc import Callable

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core import mail
from django.test import Client

from accounts.encryption import decrypt, encrypt
from accounts.models import User
from tests.accounts.conftest import PASSWORD, confirm, sign_in, user_of

ACTIVATE = "/accounts/2fa/totp/activate/"


def code_now(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def turn_on(client: Client) -> str:
    """Enrols the signed-in player; the key as the page shows it."""
    confirm(client)
    page = client.get(ACTIVATE).content.decode()
    [secret] = re.findall(r'id="authenticator_secret"[^>]* value="(\w+)"', page)
    assert client.post(ACTIVATE, {"code": code_now(secret)}).status_code == 302
    return str(secret)


@pytest.fixture
def enrolled(client: Client, player: User) -> str:
    sign_in(client, "Solveig")
    return turn_on(client)


def next_step(client: Client) -> Client:
    """A fresh browser after the password, before the code; a later code, for none works twice."""
    other = Client()
    answer = sign_in(other, "Solveig")
    assert answer["Location"] == "/accounts/2fa/authenticate/"
    assert user_of(other) is None
    return other


def test_enrolment_asks_for_the_password_and_a_right_code(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    assert client.get(ACTIVATE)["Location"].startswith("/accounts/reauthenticate/")
    confirm(client)
    client.get(ACTIVATE)
    refused = client.post(ACTIVATE, {"code": "000000"})
    assert "Incorrect code" in refused.content.decode()
    assert not Authenticator.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_enrolment_gives_recovery_codes_and_a_letter(client: Client, enrolled: str) -> None:
    assert Authenticator.objects.count() == 2
    page = client.get("/accounts/2fa/recovery-codes/").content.decode()
    assert len(re.findall(r'<li class="code">\d+</li>', page)) == 10
    assert "a code from your app now" in mail.outbox[0].body


def test_the_key_is_encrypted_at_rest(enrolled: str) -> None:
    stored = Authenticator.objects.get(type="totp").data["secret"]
    assert enrolled not in stored
    assert decrypt(stored) == enrolled
    assert encrypt("x") != encrypt("x")


def test_the_code_is_the_second_step(client: Client, enrolled: str, player: User) -> None:
    other = next_step(client)
    with time_machine.travel(time.time() + 60, tick=False):
        assert other.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
        assert user_of(other) is None
        other.post("/accounts/2fa/authenticate/", {"code": code_now(enrolled)})
    assert user_of(other) == player


def test_a_code_works_once(client: Client, enrolled: str, player: User) -> None:
    with time_machine.travel(time.time() + 60, tick=False):
        code = code_now(enrolled)
        first, second = next_step(client), next_step(client)
        first.post("/accounts/2fa/authenticate/", {"code": code})
        second.post("/accounts/2fa/authenticate/", {"code": code})
    assert user_of(first) == player
    assert user_of(second) is None


def test_a_recovery_code_works_once(client: Client, enrolled: str, player: User) -> None:
    page = client.get("/accounts/2fa/recovery-codes/").content.decode()
    code = re.findall(r'<li class="code">(\d+)</li>', page)[0]
    first, second = next_step(client), next_step(client)
    first.post("/accounts/2fa/authenticate/", {"code": code})
    second.post("/accounts/2fa/authenticate/", {"code": code})
    assert user_of(first) == player
    assert user_of(second) is None


def test_guessing_codes_is_slowed_down(client: Client, enrolled: str) -> None:
    other = next_step(client)
    for _ in range(5):
        other.post("/accounts/2fa/authenticate/", {"code": "000000"})
    with time_machine.travel(time.time() + 60, tick=False):
        other.post("/accounts/2fa/authenticate/", {"code": code_now(enrolled)})
    assert user_of(other) is None


def test_a_guest_is_merged_after_the_second_step_only(
    client: Client, enrolled: str, player: User, make_guest: Callable[[], tuple[Client, User]]
) -> None:
    other, guest = make_guest()
    sign_in(other, "Solveig")
    assert user_of(other) == guest
    with time_machine.travel(time.time() + 60, tick=False):
        other.post("/accounts/2fa/authenticate/", {"code": code_now(enrolled)})
    assert user_of(other) == player
    assert not User.objects.filter(pk=guest.pk).exists()


def test_it_can_be_turned_off(client: Client, enrolled: str) -> None:
    client.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists()
    other = Client()
    sign_in(other, "Solveig")
    assert user_of(other) is not None


def test_an_unverified_address_cannot_lock_its_owner_out(
    client: Client, make_player: Callable[..., User]
) -> None:
    """Whoever signed up with another's address must not be able to add a second step."""
    make_player(verified=False)
    sign_in(client, "Solveig")
    confirm(client)
    assert client.get(ACTIVATE)["Location"] == "/accounts/2fa/"
    assert not Authenticator.objects.exists()


def test_a_code_by_mail_confirms_as_well(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    ask = "/accounts/reauthenticate/code/"
    [(recipient, _label)] = client.get(ask).context["form"].fields["recipient"].choices
    client.post(ask, {"recipient": recipient})
    [code] = re.findall(r"^([A-Z0-9-]{6,})$", str(mail.outbox[-1].body), re.MULTILINE)
    client.post("/accounts/reauthenticate/code/confirm/", {"code": code})
    assert client.get(ACTIVATE).status_code == 200
    assert PASSWORD not in str(mail.outbox[-1].body)
