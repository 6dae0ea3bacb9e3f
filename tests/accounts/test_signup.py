"""Signing up: the guest becomes the account."""

from collections.abc import Callable

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from accounts.selectors import email_is_verified
from accounts.services.names import name_save
from tests.accounts.conftest import PASSWORD, sign_in, sign_up, user_of

Guest = Callable[[], tuple[Client, User]]
pytestmark = pytest.mark.django_db


def test_the_guest_becomes_the_account(make_guest: Guest) -> None:
    client, guest = make_guest()
    answer = sign_up(client, "Solveig", "Solveig@Example.org", zone="Europe/Oslo")
    assert answer.status_code == 302
    account = User.objects.get()
    assert account.pk == guest.pk
    assert (account.is_guest, account.name, account.tag) == (False, "Solveig", "")
    assert account.email == "solveig@example.org"
    assert account.zone == "Europe/Oslo"
    assert account.settings == {"sound": True}
    assert account.check_password(PASSWORD)
    assert user_of(client) == account


def test_signing_up_changes_the_session_key(make_guest: Guest) -> None:
    client, _ = make_guest()
    before = client.session.session_key
    sign_up(client, "Solveig")
    assert client.session.session_key != before


def test_a_visitor_signs_up_without_being_a_guest_first(client: Client) -> None:
    sign_up(client, "Solveig", zone="nonsense")
    account = User.objects.get()
    assert (account.is_guest, account.zone) == (False, "UTC")
    assert user_of(client) == account


def test_signing_up_sends_a_link_and_playing_does_not_wait_for_it(client: Client) -> None:
    sign_up(client, "Solveig", "solveig@example.org")
    account = User.objects.get()
    assert not email_is_verified(account)
    assert client.get("/settings/").status_code == 200
    [letter] = mail.outbox
    assert letter.to == ["solveig@example.org"]
    assert letter.subject == "Réussite · Verify your e-mail address"
    [link] = [line for line in letter.body.splitlines() if line.startswith("http")]
    path = link.removeprefix("http://testserver")
    assert "Solveig" in Client().get(path).content.decode()
    assert not email_is_verified(account)
    assert Client().post(path).status_code == 302
    assert email_is_verified(account)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("\u0430egir", "looks like it"),
        ("ægir", "looks like it"),
        ("Admin", "reserved"),
        ("Guest 4F7K", "reserved"),
        ("ab", "3 to 20 characters"),
        ("a\u202ebc", "letters and digits"),
    ],
)
def test_refused_names_are_explained_at_their_field(
    client: Client, make_player: Callable[..., User], name: str, text: str
) -> None:
    make_player("Ægir", email="first@example.org")
    answer = sign_up(client, name, "new@example.org")
    assert answer.status_code == 200
    assert text in str(answer.context["form"].errors["username"])
    assert 'aria-invalid="true"' in answer.content.decode()
    assert User.objects.count() == 1
    assert user_of(client) is None


def test_of_two_who_take_one_name_at_once_the_second_is_told(
    make_guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both asked whether the name is free before either had it."""
    first, second = make_guest()[0], make_guest()[0]
    monkeypatch.setattr("accounts.services.names.name_is_taken", lambda *a, **k: False)
    sign_up(first, "Solveig", "one@example.org")
    monkeypatch.undo()
    monkeypatch.setattr("accounts.forms.name_validate", lambda typed, user: typed)
    answer = sign_up(second, "SoIveig", "two@example.org")
    assert answer.status_code == 200
    assert "looks like it" in str(answer.context["form"].errors["username"])
    assert User.objects.filter(is_guest=True).count() == 1


@pytest.mark.parametrize("change", [{"name_key": "x"}, {"name_skeleton": "x"}])
def test_the_database_itself_keeps_names_apart(
    make_player: Callable[..., User], change: dict[str, str]
) -> None:
    make_player("Solveig", email="a@example.org")
    other = make_player("Kari", email="b@example.org")
    other.name_set("SoIveig" if "name_key" in change else "SOLVEIG")
    with pytest.raises(IntegrityError), transaction.atomic():
        other.save()


def test_a_failed_save_leaves_the_user_as_it_was(make_player: Callable[..., User]) -> None:
    make_player("Solveig", email="a@example.org")
    other = make_player("Kari", email="b@example.org")
    with pytest.raises(Exception, match="taken"):
        name_save(user=other, name="SoIveig")
    assert (other.name, other.name_key) == ("Kari", "kari")


def test_a_taken_address_is_not_told(client: Client, make_player: Callable[..., User]) -> None:
    """Anyone can type an address: the answer is the same whether an account has it or not."""
    owner = make_player("Kari", email="kari@example.org")
    known = sign_up(client, "Solveig", "kari@example.org")
    unknown = sign_up(Client(), "Ragnhild", "nobody@example.org")
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    # Nothing is gained by it: the address stays its owner's, for signing in and for passwords.
    assert email_is_verified(owner)
    assert not email_is_verified(User.objects.get(name="Solveig"))
    Client().post("/accounts/password/reset/", {"email": "kari@example.org"})
    assert "Kari" in mail.outbox[-1].body


@pytest.mark.parametrize("password", ["short", "12345678901", "password1", "Solveig123"])
def test_weak_passwords_are_refused(client: Client, password: str) -> None:
    answer = sign_up(client, "Solveig123", password1=password)
    assert "password1" in answer.context["form"].errors
    assert not User.objects.exists()


def test_a_member_sees_no_sign_up(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    assert client.get("/accounts/signup/").status_code == 302
    assert client.get("/accounts/signup/passkey/").status_code == 302


def test_sign_up_goes_back_to_where_one_was(client: Client) -> None:
    assert sign_up(client, "Solveig", next="/my/")["Location"] == "/my/"


def test_sign_up_leads_nowhere_else(client: Client) -> None:
    assert sign_up(client, "Solveig", next="https://evil.example/")["Location"] == "/"


def test_fields_tell_browsers_what_they_are(client: Client) -> None:
    page = client.get("/accounts/signup/").content.decode()
    for hint in ('autocomplete="username"', 'autocomplete="email"', 'autocomplete="new-password"'):
        assert hint in page
    assert page.count('type="password"') == 1
