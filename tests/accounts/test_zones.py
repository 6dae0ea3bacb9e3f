"""Moving house: what had opened stays open, and every date of a player's is told afterwards."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User, ZoneChange
from accounts.selectors import account_export, dates_skipped, home_date, home_zone, opened_date
from accounts.services.accounts import preferences_save
from accounts.services.deletion import deletion_request
from accounts.services.merging import guest_merge
from accounts.services.zones import zone_set
from accounts.zones import zone_names

pytestmark = pytest.mark.django_db
PAGO, KIRITIMATI, OSLO = "Pacific/Pago_Pago", "Pacific/Kiritimati", "Europe/Oslo"
# Pago Pago: 30 May, 23:30; Oslo: 31 May, 12:30; Kiritimati: 1 June, 00:30.
NOW = datetime(2026, 5, 31, 10, 30, tzinfo=UTC)
DAY = timedelta(days=1)


def test_going_east_and_back_closes_nothing(player: User) -> None:
    player.zone = PAGO
    player.save()
    assert opened_date(player, NOW) == date(2026, 5, 30)
    zone_set(user=player, zone=KIRITIMATI, now=NOW)
    assert opened_date(player, NOW) == date(2026, 6, 1)
    zone_set(user=player, zone=PAGO, now=NOW)
    player.refresh_from_db()
    assert (player.zone, opened_date(player, NOW)) == (PAGO, date(2026, 6, 1))
    assert opened_date(player, NOW + DAY) == date(2026, 6, 1), "and opens nothing twice"
    assert opened_date(player, NOW + 3 * DAY) == date(2026, 6, 2)


def test_a_date_that_a_move_left_out_is_known(player: User) -> None:
    player.zone = PAGO
    player.save()
    zone_set(user=player, zone=OSLO, now=NOW)
    assert dates_skipped(player) == set()
    zone_set(user=player, zone=PAGO, now=NOW)
    # Pago Pago's 31 May begins at 11:00 UTC; Kiritimati's 1 June has begun at 10:00.
    later = User.objects.create_user("Later", "later@example.org", "a long enough secret")
    zone_set(user=later, zone=PAGO, now=NOW)
    zone_set(user=later, zone=KIRITIMATI, now=NOW)
    assert dates_skipped(later) == set(), "UTC had 31 May open when they lived there"
    early = User(tag="2222", zone=PAGO)
    early.save()
    zone_set(user=early, zone=KIRITIMATI, now=NOW)
    assert dates_skipped(early) == {date(2026, 5, 31)}


def test_saving_the_same_zone_moves_nobody(player: User) -> None:
    zone_set(user=player, zone=player.zone, now=NOW)
    assert not ZoneChange.objects.exists()
    player.refresh_from_db()
    assert player.opened_through is None


@pytest.mark.parametrize("seed", range(12))
def test_every_date_of_a_life_is_lived_or_left_out(player: User, seed: int) -> None:
    """What the boards ask of the past is what was so then; dates come in order, and one that
    was never there is among those left out."""
    random = Random(seed)
    now, lived = NOW, [(NOW, opened_date(player, NOW))]
    for _ in range(8):
        for _ in range(4):
            now += timedelta(hours=random.choice([1, 7, 20]))
            lived.append((now, opened_date(player, now)))
        now += timedelta(microseconds=1)
        zone_set(user=player, zone=random.choice([PAGO, KIRITIMATI, OSLO, *zone_names()]), now=now)
        lived.append((now, opened_date(player, now)))
    days = [day for _, day in lived]
    assert days == sorted(days)
    assert [home_date(player, at) for at, _ in lived] == days
    skipped = dates_skipped(player)
    assert not skipped & set(days)
    whole = {days[0] + number * DAY for number in range((days[-1] - days[0]).days + 1)}
    assert whole - set(days) == skipped


def test_the_settings_page_remembers_what_had_opened(player: User) -> None:
    preferences_save(user=player, name=None, language="", zone=KIRITIMATI, changes={})
    east = opened_date(player, timezone.now())
    preferences_save(user=player, name="Solvår", language="", zone=PAGO, changes={})
    player.refresh_from_db()
    assert (player.name, player.zone, player.opened_through) == ("Solvår", PAGO, east)
    moves = ZoneChange.objects.filter(player=player).order_by("at")
    assert list(moves.values_list("zone", flat=True)) == ["UTC", KIRITIMATI]
    assert [row["zone"] for row in account_export(player)["zones_before"]] == [
        "UTC",
        KIRITIMATI,
    ]


def test_signing_in_keeps_what_was_open_to_the_guest(player: User) -> None:
    guest = User(tag="2222", zone=KIRITIMATI)
    guest.save()
    player.zone = PAGO
    player.save()
    guest_merge(guest=guest, account=player)
    player.refresh_from_db()
    assert opened_date(player, timezone.now()) == opened_date(guest, timezone.now())


def test_leaving_takes_the_zones_along(player: User, make_guest: Callable[..., object]) -> None:
    zone_set(user=player, zone=OSLO, now=NOW)
    player.is_guest, player.name, player.name_key, player.name_skeleton = True, None, None, None
    player.save()
    EmailAddress.objects.filter(user=player).delete()
    deletion_request(user=player, now=NOW)
    assert not ZoneChange.objects.exists()


def test_a_visitor_lives_in_utc_until_a_zone_is_known() -> None:
    assert home_zone(None) == "UTC"
    assert opened_date(None, NOW) == date(2026, 5, 31)
    assert opened_date(User(zone=KIRITIMATI), NOW) == date(2026, 6, 1)
