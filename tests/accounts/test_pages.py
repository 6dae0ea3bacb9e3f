"""Every page of the account area: it opens, it is ours, and its fields are labelled."""

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import confirm, sign_in

STRANGERS = [
    *("login/", "signup/", "signup/passkey/", "password/reset/", "password/reset/done/"),
    *("password/reset/key/done/", "password/reset/key/1-x/", "confirm-email/", "confirm-email/x/"),
    "inactive/",
]
MEMBERS = [
    *("logout/", "email/", "password/change/", "reauthenticate/", "reauthenticate/code/"),
    *("sessions/", "data/", "data/delete/", "2fa/", "2fa/webauthn/", "2fa/webauthn/add/"),
    *("2fa/totp/activate/", "2fa/recovery-codes/generate/"),
]


class Fields(HTMLParser):
    """Visible fields without a label, and ids that a description names but nothing has."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: list[str] = []
        self.labels: set[str] = set()
        self.ids: list[str] = []
        self.described: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        if "id" in found:
            self.ids.append(found["id"])
        self.described |= set(found.get("aria-describedby", "").split())
        if tag == "label":
            self.labels.add(found.get("for", ""))
        hidden = found.get("type") in {"hidden", "submit"} or "aria-label" in found
        if tag in {"input", "select", "textarea"} and not hidden:
            self.fields.append(found.get("id", f"without id: {found}"))


def check(html: str) -> None:
    fields = Fields(html)
    assert [field for field in fields.fields if field not in fields.labels] == []
    assert fields.described <= set(fields.ids)
    assert len(fields.ids) == len(set(fields.ids)), "an id stands twice"
    assert html.count("<h1") == 1
    assert re.search(r"<title>[^<]+ · Réussite</title>", html)
    assert 'class="bar"' in html


@pytest.mark.django_db
@pytest.mark.parametrize("path", STRANGERS)
def test_a_strangers_page(client: Client, path: str) -> None:
    answer = client.get(f"/accounts/{path}", follow=True)
    assert answer.status_code == 200
    check(answer.content.decode())


@pytest.mark.parametrize("path", MEMBERS)
def test_a_members_page(client: Client, player: User, path: str) -> None:
    sign_in(client, "Solveig")
    confirm(client)
    answer = client.get(f"/accounts/{path}")
    if path.endswith("generate/"):
        assert answer.status_code in {200, 302}
        return
    assert answer.status_code == 200
    check(answer.content.decode())


@pytest.mark.parametrize("path", ["login/", "signup/", "signup/passkey/", "password/reset/"])
def test_an_empty_form_says_at_each_field_what_is_missing(
    client: Client, db: None, path: str
) -> None:
    html = client.post(f"/accounts/{path}", {}).content.decode()
    assert 'aria-invalid="true"' in html
    check(html)


def test_the_settings_page_of_everybody(
    client: Client, player: User, make_guest: Callable[[], tuple[Client, User]]
) -> None:
    check(client.get("/settings/").content.decode())
    check(make_guest()[0].get("/settings/").content.decode())
    sign_in(client, "Solveig")
    check(client.get("/settings/").content.decode())


def test_no_page_of_an_account_is_cached(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    confirm(client)
    for path in ("data/", "data/export/", "2fa/recovery-codes/generate/"):
        answer = client.get(f"/accounts/{path}")
        assert "no-store" in answer.get("Cache-Control", "no-store")
    assert "no-store" in client.get("/settings/")["Cache-Control"]
