"""Playing at once, and what becomes of guests who do not come back."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone, translation

from accounts import registry
from accounts.models import User
from accounts.services.accounts import account_seen
from accounts.services.guests import IDLE_AFTER, guests_purge
from accounts.tasks import purge_idle_guests
from tests.accounts.conftest import sign_up, user_of

Guest = Callable[[], tuple[Client, User]]


@pytest.fixture
def with_results() -> Iterator[set[int]]:
    """The players for whom some app says that it needs them."""
    needed: set[int] = set()
    registry.register_keeper("test", lambda ids: needed & set(ids))
    yield needed
    registry.keepers.unregister("test")


def idle(user: User, *, days: int) -> User:
    user.seen_at = timezone.now() - timedelta(days=days)
    user.save()
    return user


@pytest.mark.django_db
def test_a_guest_has_a_friendly_name_in_the_readers_language(make_guest: Guest) -> None:
    _, guest = make_guest()
    assert guest.display_name == f"Guest {guest.tag}"
    assert len(guest.tag) == 4
    assert guest.name is None
    assert guest.email == ""
    assert not guest.has_usable_password()
    with translation.override("fr"):
        assert guest.display_name.endswith(guest.tag)


@pytest.mark.django_db
def test_becoming_a_guest_changes_the_session_key() -> None:
    client = Client()
    session = client.session
    session["before"] = 1
    session.save()
    client.cookies["sessionid"] = session.session_key
    client.put("/api/v1/settings", {"sound": True}, content_type="application/json")
    assert client.session.session_key != session.session_key
    assert client.session["before"] == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("cookie", "zone"),
    [
        ("Europe%2FOslo", "Europe/Oslo"),
        ("Asia/Kathmandu", "Asia/Kathmandu"),
        ("", "UTC"),
        ("../../etc/passwd", "UTC"),
        ("%ff", "UTC"),
    ],
)
def test_the_zone_is_the_browsers_guess(client: Client, cookie: str, zone: str) -> None:
    client.cookies["zone"] = cookie
    client.put("/api/v1/settings", {"sound": True}, content_type="application/json")
    assert User.objects.get().zone == zone


@pytest.mark.django_db
def test_a_player_stays_who_they_are(make_guest: Guest) -> None:
    client, guest = make_guest()
    client.put("/api/v1/settings", {"draw": 3}, content_type="application/json")
    assert User.objects.get() == guest


@pytest.mark.django_db
def test_guests_from_one_address_are_limited(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/h/ip"}
    statuses = [
        Client()
        .put("/api/v1/settings", {"sound": True}, content_type="application/json")
        .status_code
        for _ in range(3)
    ]
    assert statuses == [200, 200, 429]
    assert User.objects.count() == 2


@pytest.mark.django_db
def test_idle_guests_without_results_go(make_guest: Guest, with_results: set[int]) -> None:
    gone = idle(make_guest()[1], days=91)
    kept = idle(make_guest()[1], days=91)
    recent = idle(make_guest()[1], days=89)
    with_results.add(kept.pk)
    assert guests_purge(now=timezone.now()) == 1
    assert set(User.objects.values_list("pk", flat=True)) == {kept.pk, recent.pk}
    assert not User.objects.filter(pk=gone.pk).exists()


def test_idle_accounts_stay(player: User) -> None:
    idle(player, days=1000)
    assert guests_purge(now=timezone.now()) == 0


@pytest.mark.django_db
def test_many_idle_guests_go_in_batches(
    monkeypatch: pytest.MonkeyPatch, with_results: set[int]
) -> None:
    monkeypatch.setattr("accounts.services.guests._BATCH", 3)
    seen_at = timezone.now() - IDLE_AFTER - timedelta(seconds=1)
    guests = User.objects.bulk_create([User(tag="2222", seen_at=seen_at) for _ in range(8)])
    with_results.add(guests[2].pk)
    assert guests_purge(now=timezone.now()) == 7
    assert guests_purge(now=timezone.now()) == 0


@pytest.mark.django_db
def test_the_task_purges(make_guest: Guest) -> None:
    idle(make_guest()[1], days=91)
    purge_idle_guests()
    assert not User.objects.exists()


@pytest.mark.django_db
def test_playing_counts_as_being_seen(make_guest: Guest) -> None:
    client, guest = make_guest()
    idle(guest, days=89)
    client.get("/api/v1/settings")
    guest.refresh_from_db()
    assert timezone.now() - guest.seen_at < timedelta(minutes=1)


def test_being_seen_is_written_once_a_day(
    player: User, django_assert_num_queries: Callable[..., object]
) -> None:
    now = timezone.now()
    account_seen(user=player, now=now + timedelta(hours=25))
    with django_assert_num_queries(0):
        account_seen(user=player, now=now + timedelta(hours=48))


@pytest.mark.django_db
def test_who_comes_back_stays_signed_in(make_guest: Guest) -> None:
    """A guest cannot sign in again: the session must not end while they play."""
    client, guest = make_guest()
    start = timezone.now()
    for day in range(0, 300, 60):
        with time_machine.travel(start + timedelta(days=day), tick=False):
            client.get("/settings/")
            assert client.session.get_expiry_date() > timezone.now() + timedelta(days=89)
    with time_machine.travel(start + timedelta(days=300), tick=False):
        assert client.get("/settings/").context["request"].user == guest


@pytest.mark.django_db
def test_a_guest_who_signs_up_is_no_idle_guest(make_guest: Guest) -> None:
    client, guest = make_guest()
    sign_up(client, "Solveig")
    idle(guest_now := User.objects.get(pk=guest.pk), days=1000)
    assert guests_purge(now=timezone.now()) == 0
    assert user_of(client) == guest_now


@pytest.mark.django_db
@pytest.mark.parametrize(
    "url",
    [
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/2fa/",
        "/accounts/sessions/",
        "/accounts/reauthenticate/",
    ],
)
def test_a_guest_is_shown_the_way_to_an_account(make_guest: Guest, url: str) -> None:
    client, _ = make_guest()
    answer = client.get(url)
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/signup/")


@pytest.mark.django_db
def test_a_guest_may_look_at_the_entrance_and_stays_a_guest(make_guest: Guest) -> None:
    client, guest = make_guest()
    for url in (
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
        "/accounts/signup/passkey/",
    ):
        assert client.get(url).status_code == 200
    assert user_of(client) == guest


@pytest.mark.django_db
def test_a_guest_who_leaves_is_warned(make_guest: Guest) -> None:
    client, guest = make_guest()
    assert "Sign up to keep them" in client.get("/accounts/logout/").content.decode()
    client.post("/accounts/logout/")
    assert user_of(client) is None
    assert User.objects.filter(pk=guest.pk).exists()
