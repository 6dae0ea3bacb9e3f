"""Forgotten, changed and set passwords, and the addresses they are sent to."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.selectors import email_is_verified
from tests.accounts.conftest import PASSWORD, confirm, sign_in, user_of

NEW = "another horse in the field"


def link_in(letter: mail.EmailMessage) -> str:
    [link] = [line for line in str(letter.body).splitlines() if line.startswith("http")]
    return link.removeprefix("http://testserver")


def ask_for_link(email: str) -> None:
    answer = Client().post("/accounts/password/reset/", {"email": email})
    assert answer["Location"] == "/accounts/password/reset/done/"


def open_link(client: Client, path: str) -> str:
    """The page the link leads to: its key goes into the session, out of the address."""
    answer = client.get(path)
    return str(answer.headers.get("Location", path))


def test_a_forgotten_password_is_replaced_by_mail(player: User) -> None:
    ask_for_link("SOLVEIG@example.org")
    [letter] = mail.outbox
    assert letter.to == ["solveig@example.org"]
    assert "Solveig" in letter.body
    client = Client()
    page = open_link(client, link_in(letter))
    assert client.get(page).status_code == 200
    client.post(page, {"password1": NEW, "password2": NEW})
    assert user_of(client) is None
    sign_in(client, "Solveig", NEW)
    assert user_of(client) == player
    body = str(mail.outbox[-1].body)
    assert "password is replaced" in body
    assert re.search(r"\) on \d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC\.", body)


def test_a_link_works_once(player: User) -> None:
    ask_for_link("solveig@example.org")
    link = link_in(mail.outbox[0])
    client = Client()
    client.post(open_link(client, link), {"password1": NEW, "password2": NEW})
    page = Client().get(link, follow=True).content.decode()
    assert "This link no longer works" in page


def test_an_unknown_address_gets_the_same_answer_and_a_letter(db: None) -> None:
    ask_for_link("nobody@example.org")
    [letter] = mail.outbox
    assert letter.to == ["nobody@example.org"]
    assert "no account has this address" in letter.body


def test_a_guest_can_ask_for_a_new_password(
    make_guest: Callable[[], tuple[Client, User]], player: User
) -> None:
    client, _ = make_guest()
    client.post("/accounts/password/reset/", {"email": "solveig@example.org"})
    assert len(mail.outbox) == 1


def test_a_changed_password_keeps_this_device(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert client.post("/accounts/password/change/", form).status_code == 302
    assert client.get("/accounts/sessions/").status_code == 200
    player.refresh_from_db()
    assert player.check_password(NEW)
    assert "If it was not you" in mail.outbox[-1].body


@pytest.mark.parametrize(
    ("field", "value"),
    [("oldpassword", "wrong"), ("password2", "different"), ("password1", "solveig@example.org")],
)
def test_a_bad_change_is_explained_at_its_field(
    client: Client, player: User, field: str, value: str
) -> None:
    sign_in(client, "Solveig")
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW} | {field: value}
    answer = client.post("/accounts/password/change/", form)
    assert field in answer.context["form"].errors
    player.refresh_from_db()
    assert player.check_password(PASSWORD)


def test_addresses_are_added_verified_chosen_and_removed(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    confirm(client)
    second = {"email": "second@example.org"}
    client.post("/accounts/email/", second | {"action_add": ""})
    client.post(link_in(mail.outbox[-1]))
    assert EmailAddress.objects.get(**second).verified
    client.post("/accounts/email/", second | {"action_primary": ""})
    player.refresh_from_db()
    assert player.email == "second@example.org"
    client.post("/accounts/email/", {"email": "solveig@example.org", "action_remove": ""})
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["second@example.org"]


def test_an_unverified_address_gets_its_link_again(
    client: Client, make_player: Callable[..., User]
) -> None:
    player = make_player(verified=False)
    sign_in(client, "Solveig")
    confirm(client)
    client.post("/accounts/email/", {"email": player.email, "action_send": ""})
    client.post(link_in(mail.outbox[-1]))
    assert email_is_verified(player)


def test_an_address_verified_elsewhere_cannot_be_taken(
    client: Client, make_player: Callable[..., User]
) -> None:
    owner = make_player("Kari", email="shared@example.org")
    other = make_player("Ola", email="shared@example.org", verified=False)
    sign_in(client, "Ola")
    confirm(client)
    client.post("/accounts/email/", {"email": "shared@example.org", "action_send": ""})
    page = client.get(link_in(mail.outbox[-1])).content.decode()
    assert "This address is taken" in page
    client.post(link_in(mail.outbox[-1]))
    assert email_is_verified(owner)
    assert not email_is_verified(other)


def test_changing_addresses_needs_a_fresh_sign_in(client: Client, player: User) -> None:
    """A forgotten, open browser does not give the account away."""
    sign_in(client, "Solveig")
    answer = client.post("/accounts/email/", {"email": "thief@example.org", "action_add": ""})
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert EmailAddress.objects.count() == 1
