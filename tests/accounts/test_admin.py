"""Staff look players up, rename and ban them; the door is the ordinary one."""

import re
from collections.abc import Callable

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.test import Client

from accounts.checks import EXPECTED, settings_fit
from accounts.models import User
from accounts.selectors import session_is_live
from tests.accounts.conftest import PASSWORD, sign_in

USERS = "/admin/accounts/user/"


@pytest.fixture
def staff(db: None) -> Client:
    User.objects.create_superuser("Keeper", "keeper@example.org", PASSWORD)
    client = Client()
    sign_in(client, "Keeper")
    return client


def test_strangers_guests_and_players_stay_out(
    client: Client, player: User, make_guest: Callable[[], tuple[Client, User]]
) -> None:
    assert client.get("/admin/", follow=True).redirect_chain[-1][0].startswith("/accounts/login/")
    guest, _ = make_guest()
    assert guest.get("/admin/", follow=True).status_code == 403
    sign_in(client, "Solveig")
    assert client.get("/admin/", follow=True).status_code == 403


def test_a_player_is_found_and_renamed_with_the_same_rules(
    staff: Client, player: User, make_player: Callable[..., User]
) -> None:
    make_player("Ægir")
    assert "Solveig" in staff.get(USERS, {"q": "solv"}).content.decode()
    page = f"{USERS}{player.pk}/change/"
    assert staff.get(page).status_code == 200
    assert "looks like it" in staff.post(page, {"name": "\u0430egir"}).content.decode()
    assert staff.post(page, {"name": "Ragnhild"}).status_code == 302
    player.refresh_from_db()
    assert (player.name, player.name_key) == ("Ragnhild", "ragnhild")


#: What staff sees, and the page of fairness says so: a new one is a decision.
SHOWN = {
    "accounts.user", "accounts.namereport", "accounts.refusedname",
    "games.run", "games.challenge", "games.outage", "games.result", "games.review",
    "auth.group",
}  # fmt: skip


def test_staff_sees_these_tables_and_no_other(staff: Client) -> None:
    assert {model._meta.label_lower for model in admin.site._registry} == SHOWN
    body = staff.get("/admin/").content.decode()
    listed = set(re.findall(r'href="/admin/([a-z]+/[a-z]+)/"', body))
    assert {link.replace("/", ".") for link in listed} == SHOWN
    for gone in ("usersessions/usersession", "mfa/authenticator", "account/emailaddress"):
        assert staff.get(f"/admin/{gone}/").status_code == 404


def test_a_ban_ends_the_players_sessions_and_can_be_lifted(staff: Client, player: User) -> None:
    client = Client()
    sign_in(client, "Solveig")
    form = {"_selected_action": [player.pk, User.objects.get(name="Keeper").pk]}
    staff.post(USERS, form | {"action": "ban"})
    assert not session_is_live(client.session.session_key, player.pk)
    assert staff.get(USERS).status_code == 200, "nobody bans themselves"
    staff.post(USERS, form | {"action": "unban"})
    sign_in(client, "Solveig")
    assert session_is_live(client.session.session_key, player.pk)


def test_nobody_is_added_or_deleted_there(staff: Client, player: User) -> None:
    assert staff.get(f"{USERS}add/").status_code == 403
    assert staff.post(f"{USERS}{player.pk}/delete/", {"post": "yes"}).status_code == 403


@pytest.mark.django_db
def test_the_first_keeper_is_made_from_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", interactive=False, name="Keeper", email="k@example.org")
    keeper = User.objects.get()
    assert (keeper.is_guest, keeper.is_superuser, keeper.name_key) == (False, True, "keeper")


@pytest.mark.parametrize("name", [name for name in EXPECTED if name != "AUTH_USER_MODEL"])
def test_a_setting_that_breaks_accounts_is_told(settings: object, name: str) -> None:
    assert settings_fit(None) == []
    setattr(settings, name, "something else")
    assert [warning.msg.split()[0] for warning in settings_fit(None)] == [name]
