"""When a date opens and closes, over the whole tz database: no trip costs or wins a day."""

import os
import time as clock
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.zones import latest_date, zone_info, zone_names
from games import days
from games.days import (
    challenge_closes,
    challenge_opens,
    daily_closes,
    daily_opens,
    day_is_skipped,
    days_between,
    local_date,
    published_from,
    week_monday,
    weekly_closes,
    weekly_opens,
)

DAY, HOUR, TICK = timedelta(days=1), timedelta(hours=1), timedelta(microseconds=1)
#: Leap day, ends of years, ISO week 53 and the Mondays about it.
SPECIAL = [
    *days_between(date(2028, 2, 28), date(2028, 3, 1)),
    *days_between(date(2025, 12, 31), date(2026, 1, 1)),
    *days_between(date(2026, 12, 31), date(2027, 1, 1)),
    *days_between(date(2027, 1, 3), date(2027, 1, 4)),
]


def offset(zone: str, moment: datetime) -> timedelta:
    return moment.astimezone(zone_info(zone)).utcoffset() or timedelta()


def change_days(zone: str) -> set[date]:
    """UTC dates within which the zone's clock changes, by looking every six hours."""
    moments = [datetime(2025, 1, 1, tzinfo=UTC) + 6 * HOUR * n for n in range(4 * 731)]
    offsets = [offset(zone, moment) for moment in moments]
    changes = zip(moments, pairwise(offsets), strict=False)
    return {moment.date() for moment, (before, after) in changes if before != after}


def check_day(zone: str, day: date) -> None:
    opens, closes = daily_opens(zone, day), daily_closes(day)
    assert opens.tzinfo is UTC
    assert local_date(zone, opens) >= day, "it has the date"
    assert local_date(zone, opens - TICK) < day, "and had it not just before"
    for half in range(1, 2 * 30):
        assert local_date(zone, opens - half * HOUR / 2) < day, "nor ever before"
    assert published_from(day) + 2 * DAY <= opens, "it was promised two days before"
    assert opens + DAY <= closes, "everybody has a whole day for it"
    assert opens <= daily_opens(zone, day + DAY)
    assert day_is_skipped(zone, day) is (local_date(zone, opens) != day)


@pytest.mark.parametrize("region", sorted({name.partition("/")[0] for name in zone_names()}))
def test_every_zone_about_both_clock_changes(region: str) -> None:
    zones = [name for name in zone_names() if name.partition("/")[0] == region]
    for zone in zones:
        for changed in change_days(zone):
            for day in days_between(changed - DAY, changed + 2 * DAY):
                check_day(zone, day)


def test_every_zone_on_the_days_that_calendars_trip_over() -> None:
    for zone in zone_names():
        for day in SPECIAL:
            check_day(zone, day)
            assert not day_is_skipped(zone, day)


def test_the_search_for_changes_finds_those_that_are_known() -> None:
    assert change_days("Europe/Oslo") == {
        date(2025, 3, 30), date(2025, 10, 26), date(2026, 3, 29), date(2026, 10, 25)
    }  # fmt: skip
    assert len(change_days("Africa/Casablanca")) == 4, "its clock changes about Ramadan"
    assert change_days("Asia/Tokyo") == set()


@pytest.mark.parametrize(
    ("zone", "day", "opens"),
    [
        ("Etc/GMT+12", date(2026, 6, 5), "2026-06-05T12:00"),
        ("UTC", date(2026, 6, 5), "2026-06-05T00:00"),
        ("Pacific/Kiritimati", date(2026, 6, 5), "2026-06-04T10:00"),
        ("Europe/Oslo", date(2026, 3, 29), "2026-03-28T23:00"),
        ("Europe/Oslo", date(2026, 3, 30), "2026-03-29T22:00"),
        # Midnight does not exist: 00:00 is 01:00.
        ("Africa/Cairo", date(2026, 4, 24), "2026-04-23T22:00"),
        ("America/Santiago", date(2026, 9, 6), "2026-09-06T04:00"),
        # Midnight comes twice: 01:00 is 00:00 again.
        ("America/Havana", date(2026, 11, 1), "2026-11-01T04:00"),
        # The hour before midnight comes twice: 24:00 is 23:00.
        ("America/Santiago", date(2026, 4, 5), "2026-04-05T04:00"),
        ("Africa/Cairo", date(2026, 10, 30), "2026-10-29T22:00"),
        ("Asia/Kathmandu", date(2026, 6, 5), "2026-06-04T18:15"),
        ("Antarctica/Troll", date(2026, 6, 5), "2026-06-04T22:00"),
    ],
)
def test_openings_told_one_by_one(zone: str, day: date, opens: str) -> None:
    assert daily_opens(zone, day) == datetime.fromisoformat(opens).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "day", "opens"),
    [
        ("Pacific/Apia", date(2011, 12, 30), "2011-12-30T10:00"),
        ("Pacific/Fakaofo", date(2011, 12, 30), "2011-12-30T11:00"),
        ("Pacific/Kwajalein", date(1993, 8, 21), "1993-08-21T12:00"),
        ("Pacific/Kiritimati", date(1994, 12, 31), "1994-12-31T10:00"),
    ],
)
def test_a_zone_that_crossed_the_date_line_has_skipped_a_date(
    zone: str, day: date, opens: str
) -> None:
    """The date left out opens with the next one, and can be played like any other."""
    assert day_is_skipped(zone, day)
    assert daily_opens(zone, day) == daily_opens(zone, day + DAY)
    assert daily_opens(zone, day).isoformat()[:16] == opens
    assert not day_is_skipped(zone, day - DAY)
    assert not day_is_skipped(zone, day + DAY)


def test_a_date_that_a_zone_had_twice_opens_at_the_first() -> None:
    """Juneau went from one side of the date line to the other and had 18 October again."""
    opens = daily_opens("America/Juneau", date(1867, 10, 19))
    assert local_date("America/Juneau", opens) == date(1867, 10, 19)
    assert local_date("America/Juneau", opens - TICK) == date(1867, 10, 18)
    assert local_date("America/Juneau", opens + 16 * HOUR) == date(1867, 10, 18)


def test_closings_are_the_same_for_all() -> None:
    assert daily_closes(date(2026, 12, 31)) == datetime(2027, 1, 1, 12, tzinfo=UTC)
    assert daily_closes(date(2028, 2, 28)) == datetime(2028, 2, 29, 12, tzinfo=UTC)
    assert weekly_closes(date(2026, 12, 28)) == datetime(2027, 1, 4, 12, tzinfo=UTC)
    assert published_from(date(2026, 1, 1)) == datetime(2025, 12, 29, 10, tzinfo=UTC)
    # When the last zone leaves the date.
    assert daily_closes(date(2026, 6, 5)) == daily_opens("Etc/GMT+12", date(2026, 6, 6))


def test_weeks_are_iso_weeks() -> None:
    """Week 53 of 2026 runs into 2027, and the next is week 1."""
    for day in days_between(date(2025, 1, 1), date(2029, 1, 10)):
        monday = week_monday(day)
        year, week, weekday = day.isocalendar()
        assert monday == date.fromisocalendar(year, week, 1)
        assert (day - monday).days == weekday - 1
    assert week_monday(date(2027, 1, 3)) == date(2026, 12, 28)
    assert date(2026, 12, 28).isocalendar()[1] == 53
    assert week_monday(date(2027, 1, 4)).isocalendar()[1] == 1


def test_a_weekly_opens_with_its_monday_and_lasts_past_its_sunday() -> None:
    monday = date(2026, 12, 28)
    for zone in zone_names():
        assert weekly_opens(zone, monday) == daily_opens(zone, monday)
        assert weekly_closes(monday) >= daily_opens(zone, monday + 7 * DAY)
    assert challenge_opens("weekly", "UTC", monday) == weekly_opens("UTC", monday)
    assert challenge_opens("daily", "UTC", monday) == daily_opens("UTC", monday)
    assert challenge_closes("weekly", monday) == weekly_closes(monday)
    assert challenge_closes("daily", monday) == daily_closes(monday)


@pytest.mark.parametrize("server", ["Europe/Rome", "America/New_York"])
def test_where_the_server_stands_changes_nothing(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B30: over both nights on which the server's own clock changes."""
    nights = [date(2026, 3, 8), date(2026, 3, 29), date(2026, 10, 25), date(2026, 11, 1)]
    wanted = {
        (zone, day + number * DAY): datetime.combine(day + number * DAY, datetime.min.time(), UTC)
        - offset(zone, datetime.combine(day + number * DAY, datetime.min.time(), UTC))
        for day in nights
        for number in (-1, 0, 1)
        for zone in ("UTC", "Asia/Tokyo")
    }
    before = os.environ.get("TZ")
    monkeypatch.setenv("TZ", server)
    clock.tzset()
    try:
        daily_opens.cache_clear()
        assert {key: daily_opens(*key) for key in wanted} == wanted
        assert daily_closes(nights[0]) == datetime(2026, 3, 9, 12, tzinfo=UTC)
    finally:
        monkeypatch.undo()
        assert os.environ.get("TZ") == before
        clock.tzset()


def test_three_homes_have_their_own_date_and_one_deal() -> None:
    """B27: at one instant three calendars differ; the deal of a date is by date alone."""
    now = datetime(2026, 6, 5, 11, 30, tzinfo=UTC)
    homes = ["Etc/GMT+12", "UTC", "Pacific/Kiritimati"]
    assert [local_date(zone, now) for zone in homes] == [
        date(2026, 6, 4), date(2026, 6, 5), date(2026, 6, 6)
    ]  # fmt: skip
    for zone in homes:
        assert daily_opens(zone, local_date(zone, now)) <= now < daily_closes(date(2026, 6, 4))


INSTANTS = st.integers(0, 12 * 366 * 86_400).map(
    lambda seconds: datetime(2025, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)
ZONES = st.sampled_from(zone_names())
STAYS = st.tuples(st.timedeltas(timedelta(0), timedelta(days=4)), ZONES)


@given(start=INSTANTS, home=ZONES, trip=st.lists(STAYS, max_size=12))
def test_no_trip_costs_or_wins_a_day(
    start: datetime, home: str, trip: list[tuple[timedelta, str]]
) -> None:
    """Whatever zones a player lives in, and whenever they move: dates open in order, each once,
    none earlier than in the first zone of the world nor later than in the last, so that a whole
    day is left for each; and what has opened stays open."""
    now, zone, through = start, home, None
    opened = latest_date(zone, through, now)
    for stay, moved_to in trip:
        arrived = now
        now += stay
        for moment in (arrived, arrived + stay / 2, now):
            found = latest_date(zone, through, moment)
            assert found >= opened
            assert found <= (moment + 14 * HOUR).date()
            assert found >= (moment - 12 * HOUR).date()
            assert daily_closes(found + DAY) >= moment + DAY, "the next one is not lost"
            opened = found
        through, zone = latest_date(zone, through, now), moved_to
        assert latest_date(zone, through, now) >= opened, "moving closes nothing"
        opened = latest_date(zone, through, now)


@given(day=st.dates(date(2025, 1, 1), date(2037, 12, 31)), zone=ZONES)
def test_any_date_anywhere(day: date, zone: str) -> None:
    check_day(zone, day)


def test_a_zone_that_the_database_has_given_up_is_utc() -> None:
    assert daily_opens("Atlantis/Poseidonis", date(2026, 6, 5)) == daily_opens(
        "UTC", date(2026, 6, 5)
    )
    assert local_date("../etc", datetime(2026, 6, 5, tzinfo=UTC)) == date(2026, 6, 5)
    assert days.days_between(date(2026, 1, 2), date(2026, 1, 1)) == []
