"""Signed-in devices, and how an open table hears that its session is over."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.selectors import session_is_live
from accounts.services.accounts import account_ban, account_unban
from accounts.services.deletion import deletion_request
from tests.accounts.conftest import PASSWORD, sign_in, sign_up, user_of

Guest = Callable[[], tuple[Client, User]]


def live(client: Client, user: User) -> bool:
    return session_is_live(client.session.session_key, user.pk)


@pytest.fixture
def phone(player: User) -> Client:
    client = Client(headers={"user-agent": "A phone"})
    sign_in(client, "Solveig")
    return client


@pytest.fixture
def desk(player: User) -> Client:
    client = Client(headers={"user-agent": "A desk"})
    sign_in(client, "Solveig")
    return client


def test_a_session_is_live_for_its_player_only(
    phone: Client, player: User, make_player: Callable[..., User]
) -> None:
    assert live(phone, player)
    assert not live(phone, make_player("Kari"))
    assert not session_is_live("nonsense", player.pk)
    assert not session_is_live("", player.pk)
    assert not session_is_live(None, player.pk)
    assert not session_is_live(Client().session.session_key, player.pk)


def test_asking_is_cheap(
    phone: Client,
    player: User,
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    key = phone.session.session_key
    with django_assert_num_queries(2):
        assert session_is_live(key, player.pk)


def test_signing_out_ends_the_session(phone: Client, desk: Client, player: User) -> None:
    key = phone.session.session_key
    phone.post("/accounts/logout/")
    assert not session_is_live(key, player.pk)
    assert live(desk, player)


def test_a_new_password_ends_every_other_session(phone: Client, desk: Client, player: User) -> None:
    old = phone.session.session_key
    form = {"oldpassword": PASSWORD, "password1": "a cow in a boat", "password2": "a cow in a boat"}
    phone.post("/accounts/password/change/", form)
    assert live(phone, player)
    assert not live(desk, player)
    assert not session_is_live(old, player.pk)


def test_a_ban_ends_every_session(phone: Client, desk: Client, player: User) -> None:
    keys = [phone.session.session_key, desk.session.session_key]
    account_ban(user=player)
    assert not any(session_is_live(key, player.pk) for key in keys)
    account_unban(user=player)
    assert not any(session_is_live(key, player.pk) for key in keys)


def test_asking_for_deletion_ends_every_session(phone: Client, desk: Client, player: User) -> None:
    keys = [phone.session.session_key, desk.session.session_key]
    deletion_request(user=player, now=timezone.now())
    assert not any(session_is_live(key, player.pk) for key in keys)


def test_a_rotated_secret_key_keeps_sessions(phone: Client, player: User, settings: Any) -> None:
    key = phone.session.session_key
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new one"
    assert session_is_live(key, player.pk)
    settings.SECRET_KEY_FALLBACKS = []
    assert not session_is_live(key, player.pk)


@pytest.mark.django_db
def test_a_guests_session_is_live_until_it_becomes_another(make_guest: Guest) -> None:
    client, guest = make_guest()
    key = client.session.session_key
    assert session_is_live(key, guest.pk)
    sign_up(client, "Solveig")
    assert not session_is_live(key, guest.pk)
    assert live(client, guest)


def test_the_list_shows_every_device(phone: Client, desk: Client) -> None:
    page = desk.get("/accounts/sessions/").content.decode()
    assert "A phone" in page
    assert "A desk" in page
    assert page.count("this device") == 1


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "signed in 3 minutes ago"),
        ("fr", "connecté il y a 3 minutes"),
        ("nb", "logget inn for 3 minutter siden"),
    ],
)
def test_the_list_says_since_when(desk: Client, language: str, said: str) -> None:
    UserSession.objects.update(created_at=timezone.now() - timedelta(seconds=190))
    page = desk.get("/accounts/sessions/", headers={"accept-language": language})
    assert said in page.content.decode()


def test_one_device_is_ended(phone: Client, desk: Client, player: User) -> None:
    device = UserSession.objects.get(session_key=phone.session.session_key)
    key = phone.session.session_key
    assert desk.post(f"/accounts/sessions/{device.pk}/end/").status_code == 302
    assert not session_is_live(key, player.pk)
    assert live(desk, player)
    assert desk.post(f"/accounts/sessions/{device.pk}/end/").status_code == 404


def test_all_others_are_ended(phone: Client, desk: Client, player: User) -> None:
    key = phone.session.session_key
    desk.post("/accounts/sessions/")
    assert not session_is_live(key, player.pk)
    assert live(desk, player)


def test_nobody_ends_anothers_device(
    phone: Client, player: User, make_player: Callable[..., User]
) -> None:
    make_player("Kari")
    thief = Client()
    sign_in(thief, "Kari")
    device = UserSession.objects.get(session_key=phone.session.session_key)
    assert thief.post(f"/accounts/sessions/{device.pk}/end/").status_code == 404
    assert Client().post(f"/accounts/sessions/{device.pk}/end/").status_code == 302
    assert desk_get_not_allowed(thief, device.pk)
    assert live(phone, player)


def desk_get_not_allowed(client: Client, device_id: int) -> bool:
    return client.get(f"/accounts/sessions/{device_id}/end/").status_code == 405


def test_a_device_is_written_down_every_few_minutes(phone: Client, player: User) -> None:
    phone.get("/settings/")
    device = UserSession.objects.get()
    UserSession.objects.update(user_agent="as it was")
    phone.get("/settings/")
    device.refresh_from_db()
    assert device.user_agent == "as it was"
    cache.clear()
    phone.get("/settings/")
    device.refresh_from_db()
    assert device.user_agent == "A phone"


def test_an_ended_device_must_sign_in_again(phone: Client, desk: Client) -> None:
    desk.post("/accounts/sessions/")
    assert phone.get("/accounts/sessions/").status_code == 302
    assert user_of(phone) is None
