"""When the deal of a date opens and closes: dates of home zones against the server's clock.

A date opens in a zone at the first instant that has it (or a later one, where a zone leaves it
out), and closes for everybody at one instant, when it ends in the last zone. Days are counted on
the calendar, never in hours. Instants are aware; those returned are UTC. No database.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise

from accounts.zones import local_date, zone_info

__all__ = [
    "challenge_closes",
    "challenge_opens",
    "daily_closes",
    "daily_opens",
    "day_is_skipped",
    "days_between",
    "local_date",
    "opens_first",
    "published_from",
    "week_monday",
    "weekly_closes",
    "weekly_opens",
]

DAY = timedelta(days=1)
WEEK = timedelta(days=7)
CLOSING = time(12, tzinfo=UTC)
PUBLISHING = time(10, tzinfo=UTC)
PUBLISHED_DAYS_BEFORE = 3
# Of UTC, when a date begins in the first time zone: at 10:00 UTC of the day before.
FIRST_ZONE = timedelta(hours=14)
# No zone was ever further from UTC than 15 h 14 min.
_REACH = timedelta(hours=16)
_STEP = timedelta(hours=1)
_SECOND = timedelta(seconds=1)


@lru_cache(maxsize=4096)
def daily_opens(zone: str, day: date) -> datetime:
    """The first instant at which the zone's date is `day` or later.

    The date becomes so at a midnight of an offset in force around then, or at a change of the
    clock that leaps over midnight; of these the first one counts. A clock set back after it does
    not close the day again.
    """
    midnight = datetime.combine(day, time(), UTC)
    moments = [midnight - _REACH + step * _STEP for step in range(2 * _REACH // _STEP + 1)]
    candidates = {midnight - _offset(zone, moment) for moment in moments}
    for before, after in pairwise(moments):
        if _offset(zone, before) != _offset(zone, after):
            candidates.add(_change(zone, before, after))
    return min(moment for moment in candidates if local_date(zone, moment) >= day)


def daily_closes(day: date) -> datetime:
    """Noon UTC of the day after: midnight in the last zone, UTC−12."""
    return datetime.combine(day + DAY, CLOSING)


def weekly_opens(zone: str, monday: date) -> datetime:
    return daily_opens(zone, monday)


def weekly_closes(monday: date) -> datetime:
    return datetime.combine(monday + WEEK, CLOSING)


def challenge_opens(kind: str, zone: str, day: date) -> datetime:
    """By `ChallengeKind`; the day of a weekly is its Monday."""
    return weekly_opens(zone, day) if kind == "weekly" else daily_opens(zone, day)


def challenge_closes(kind: str, day: date) -> datetime:
    return weekly_closes(day) if kind == "weekly" else daily_closes(day)


def published_from(day: date) -> datetime:
    """From when on the deal of a date is sealed and promised: two days before it opens anywhere."""
    return datetime.combine(day - PUBLISHED_DAYS_BEFORE * DAY, PUBLISHING)


def opens_first(day: date) -> datetime:
    """When a date begins in the first time zone of all."""
    return datetime.combine(day, time(), UTC) - FIRST_ZONE


def week_monday(day: date) -> date:
    """The Monday of the ISO week."""
    return day - day.weekday() * DAY


def day_is_skipped(zone: str, day: date) -> bool:
    """Whether no instant in the zone has this date: the zone has crossed the date line."""
    noon = datetime.combine(day, CLOSING)
    if abs(_offset(zone, noon + 2 * DAY) - _offset(zone, noon - 2 * DAY)) < DAY / 2:
        return False
    return local_date(zone, daily_opens(zone, day)) != day


def days_between(first: date, last: date) -> list[date]:
    """Every date from `first` to `last`, both included; none when `last` is earlier."""
    return [first + number * DAY for number in range((last - first).days + 1)]


def _offset(zone: str, moment: datetime) -> timedelta:
    return moment.astimezone(zone_info(zone)).utcoffset() or timedelta()


def _change(zone: str, before: datetime, after: datetime) -> datetime:
    """The first second with another offset than `before` has; the two lie either side of it."""
    old = _offset(zone, before)
    while after - before > _SECOND:
        middle = before + (after - before) // (2 * _SECOND) * _SECOND
        if _offset(zone, middle) == old:
            before = middle
        else:
            after = middle
    return after
