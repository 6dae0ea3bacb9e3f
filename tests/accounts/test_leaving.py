"""Taking one's data along, leaving, and changing one's mind."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone

from accounts import registry
from accounts.models import User
from accounts.services.deletion import GRACE, deletion_request, deletions_execute
from accounts.tasks import execute_deletions
from tests.accounts.conftest import confirm, sign_in, user_of

Guest = Callable[[], tuple[Client, User]]


@pytest.fixture
def erased() -> Iterator[list[int]]:
    """The players whom apps were asked to erase."""
    seen: list[int] = []
    registry.register_eraser("test", lambda user: seen.append(user.pk))
    yield seen
    registry.erasers.unregister("test")


@pytest.fixture
def with_results() -> Iterator[set[int]]:
    needed: set[int] = set()
    registry.register_keeper("test", lambda ids: needed & set(ids))
    yield needed
    registry.keepers.unregister("test")


def ask(user: User, *, days_ago: int) -> None:
    deletion_request(user=user, now=timezone.now() - timedelta(days=days_ago))


def test_deletion_waits_fourteen_days(player: User, erased: list[int]) -> None:
    assert GRACE.days == 14
    ask(player, days_ago=13)
    assert deletions_execute(now=timezone.now()) == 0
    assert deletions_execute(now=timezone.now() + timedelta(days=1)) == 1
    assert erased == [player.pk]
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()


def test_asking_again_does_not_start_anew(player: User) -> None:
    ask(player, days_ago=10)
    ask(player, days_ago=0)
    assert deletions_execute(now=timezone.now() + timedelta(days=4)) == 1


def test_signing_in_keeps_the_account(client: Client, player: User, erased: list[int]) -> None:
    ask(player, days_ago=13)
    page = sign_in(client, "Solveig")
    assert page.status_code == 302
    assert "will not be deleted" in client.get("/settings/").content.decode()
    assert deletions_execute(now=timezone.now() + timedelta(days=30)) == 0
    assert erased == []


def test_an_account_whom_results_need_stays_without_a_face(
    player: User, erased: list[int], with_results: set[int]
) -> None:
    player.zone, player.language, player.settings = "Europe/Oslo", "nb", {"draw": 3}
    player.save()
    with_results.add(player.pk)
    ask(player, days_ago=15)
    assert deletions_execute(now=timezone.now()) == 1
    row = User.objects.get()
    assert row.pk == player.pk
    assert row.display_name == "Deleted player"
    assert (row.name, row.name_key, row.name_skeleton, row.email) == (None, None, None, "")
    assert (row.zone, row.language, row.settings) == ("UTC", "", {})
    assert (row.is_active, row.is_guest, row.has_usable_password()) == (False, False, False)
    assert not EmailAddress.objects.exists()
    assert deletions_execute(now=timezone.now()) == 0
    assert erased == [player.pk]


def test_the_name_is_free_again(
    player: User, with_results: set[int], make_player: Callable[..., User]
) -> None:
    with_results.add(player.pk)
    ask(player, days_ago=15)
    deletions_execute(now=timezone.now())
    assert make_player("Solveig").pk != player.pk


def test_a_failing_eraser_keeps_everything(
    player: User, make_player: Callable[..., User], erased: list[int]
) -> None:
    def fail(user: User) -> None:
        raise ZeroDivisionError

    registry.register_eraser("zz", fail)
    ask(player, days_ago=15)
    try:
        with pytest.raises(ZeroDivisionError):
            deletions_execute(now=timezone.now())
    finally:
        registry.erasers.unregister("zz")
    player.refresh_from_db()
    assert player.name == "Solveig"
    execute_deletions()
    assert not User.objects.exists()


def test_the_page_asks_signs_out_and_tells_the_days(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    confirm(client)
    assert "14 days" in client.get("/accounts/data/delete/").content.decode()
    answer = client.post("/accounts/data/delete/", follow=True)
    assert "14 days" in answer.content.decode()
    assert user_of(client) is None
    assert not UserSession.objects.exists()
    player.refresh_from_db()
    assert player.deletion_requested_at is not None


def test_leaving_needs_a_fresh_sign_in(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    confirm(client, "wrong")
    for url in ("/accounts/data/delete/", "/accounts/data/export/"):
        answer = client.get(url)
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert client.post("/accounts/data/delete/").status_code == 302
    player.refresh_from_db()
    assert player.deletion_requested_at is None


@pytest.mark.django_db
def test_a_guest_goes_at_once(make_guest: Guest, erased: list[int]) -> None:
    client, guest = make_guest()
    client.post("/accounts/data/delete/")
    assert erased == [guest.pk]
    assert not User.objects.exists()
    assert user_of(client) is None


def test_strangers_have_nothing_to_delete(client: Client, db: None) -> None:
    for url in ("/accounts/data/", "/accounts/data/delete/", "/accounts/data/export/"):
        assert client.get(url)["Location"].startswith("/accounts/login/")


def test_the_export_is_a_zip_of_json(client: Client, player: User) -> None:
    registry.register_exporter("test", lambda user: [{"mine": user.pk, "æ": "♠"}])
    try:
        sign_in(client, "Solveig")
        confirm(client)
        answer = client.get("/accounts/data/export/")
    finally:
        registry.exporters.unregister("test")
    assert answer["Content-Type"] == "application/zip"
    assert "attachment" in answer["Content-Disposition"]
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert {"account.json", "test.json"} <= set(archive.namelist())
    account = json.loads(archive.read("account.json"))
    assert account["name"] == "Solveig"
    assert account["emails"] == [
        {"email": "solveig@example.org", "verified": True, "primary": True}
    ]
    assert account["settings"]["draw"] == 1
    assert account["devices"][0]["ip"] == "127.0.0.1"
    assert json.loads(archive.read("test.json")) == [{"mine": player.pk, "æ": "♠"}]
    assert player.password not in archive.read("account.json").decode()
