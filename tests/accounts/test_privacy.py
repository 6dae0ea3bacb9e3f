"""The choices about others on the settings page, and what they store."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import Reminder, User
from accounts.selectors import settings_of
from accounts.services.accounts import settings_update
from tests.accounts.conftest import sign_in
from tests.accounts.test_settings import page_form

Guest = Callable[[], tuple[Client, User]]


def save(client: Client, **changes: Any) -> str:
    answer = client.post("/settings/", page_form(**changes), follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_privacy_is_chosen_on_the_settings_page(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    page = client.get("/settings/").content.decode()
    assert "You and others" in page
    assert 'href="/privacy/"' in page
    save(client, profile_for="friends", hide_from_boards=True)
    player.refresh_from_db()
    stored = settings_of(player)
    assert (stored["profile_for"], stored["hide_from_boards"]) == ("friends", True)
    refused = client.post("/settings/", page_form(profile_for="staff"))
    assert refused.status_code == 422


def test_the_reminder_is_a_row_only_for_those_who_want_it(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    save(client)
    assert not Reminder.objects.exists()
    page = save(client, daily_reminder=True)
    assert Reminder.objects.get().is_on
    assert "message warning" not in page
    save(client)
    assert not Reminder.objects.get().is_on
    settings_update(user=player, changes={"sound": True})
    assert not Reminder.objects.get().is_on


def test_without_a_verified_address_it_says_what_is_missing(
    client: Client, make_player: Callable[..., User]
) -> None:
    make_player("Ragnhild", verified=False)
    sign_in(client, "Ragnhild")
    page = save(client, name="Ragnhild", daily_reminder=True)
    assert "Verify your e-mail address" in page
    assert "Verify your e-mail address" not in save(client, name="Ragnhild")


@pytest.mark.django_db
def test_a_guest_is_offered_no_mail(make_guest: Guest) -> None:
    client, guest = make_guest()
    page = client.get("/settings/").content.decode()
    assert 'name="profile_for"' in page
    assert 'name="daily_reminder"' not in page
    save(client, daily_reminder=True, hide_from_boards=True)
    guest.refresh_from_db()
    assert settings_of(guest)["hide_from_boards"]
    assert not settings_of(guest)["daily_reminder"]
    assert not Reminder.objects.exists()
