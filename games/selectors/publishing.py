"""Which challenges should be there and are not, and which of them wait for a fuller pool."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from django.conf import settings

from engine.variants import EVENTS
from games.days import (
    DAY,
    WEEK,
    challenge_closes,
    days_between,
    opens_first,
    published_from,
    week_monday,
)
from games.models import Challenge, ChallengeKind
from games.selectors.pool import pool_levels

DAILY, WEEKLY = ChallengeKind.DAILY.value, ChallengeKind.WEEKLY.value
# A weekly waits for a full pool as long as that costs nobody anything, and then a little longer.
WEEKLY_NEAR = timedelta(hours=1)
WEEKLY_PATIENCE = timedelta(minutes=10)
Due = tuple[str, str, date]


def challenges_lacking(*, now: datetime) -> list[Due]:
    """Kind, event and day of what should be there by now and is not, in the order in which it is
    to be made: dailies first, of both kinds those of this date or week before others."""
    due = list(_due(now))
    days = {day for _, _, day in due}
    there = set(Challenge.objects.filter(day__in=days).values_list("kind", "event", "day"))
    return [wanted for wanted in due if wanted not in there]


def event_is_due(*, event: str, now: datetime) -> bool:
    """Whether something of the event lacks that the next proved deal is for."""
    lacking = [due for due in challenges_lacking(now=now) if due[1] == event]
    return any(
        kind == DAILY or not weekly_waits(event=event, monday=day, now=now)
        for kind, _, day in lacking
    )


def weekly_waits(*, event: str, monday: date, now: datetime) -> bool:
    """Whether the hardest deal would be chosen from too few, and there is time to prove more.

    There is until an hour before the week opens anywhere, and for ten minutes more. A service that
    catches up then has ten minutes from the event's last daily: those go first and take from the
    pool.
    """
    if pool_levels()[event] >= settings.POOL_SIZE:
        return False
    near = opens_first(monday) - WEEKLY_NEAR
    dailies = Challenge.objects.filter(kind=DAILY, event=event).order_by("-published_at")
    last = dailies.values_list("published_at", flat=True).first()
    wanted = near if last is None else max(near, last)
    return now < wanted + WEEKLY_PATIENCE


def _due(now: datetime) -> Iterator[Due]:
    today = now.astimezone(UTC).date()
    monday = week_monday(today)
    dailies = sorted(days_between(today - 2 * DAY, today + 4 * DAY), key=lambda day: day != today)
    weeklies = [monday, monday - WEEK, monday + WEEK]
    for kind, days in ((DAILY, dailies), (WEEKLY, weeklies)):
        for day in days:
            if published_from(day) <= now < challenge_closes(kind, day):
                for event in EVENTS:
                    yield kind, event, day
