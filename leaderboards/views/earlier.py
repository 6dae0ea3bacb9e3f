"""What is open yet of earlier dates and of last week, which close a while after the next begin;
and the ways from one daily or weekly to those beside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from accounts.models import User
from accounts.selectors import opened_date
from games.selectors.challenges import ChallengeRow, challenge_neighbours, challenges_earlier
from leaderboards.views.rounds import challenge_url


@dataclass(frozen=True, slots=True)
class EarlierDay:
    """One date, or week, and those of its challenges that the player has not begun: title and
    address of each."""

    kind: str
    day: date
    is_yesterday: bool
    closes_at: datetime
    games: list[tuple[str, str]]


def earlier_days(*, player: User, now: datetime) -> list[EarlierDay]:
    """Dailies, the oldest first, which closes first; then last week's. Three queries at most."""
    yesterday = opened_date(player, now) - timedelta(days=1)
    rows = challenges_earlier(user=player, now=now)
    groups = groupby(rows, key=lambda row: (row.kind, row.day))
    return [_day(list(group), yesterday) for _, group in groups]


def _day(rows: list[ChallengeRow], yesterday: date) -> EarlierDay:
    first = rows[0]
    is_yesterday = first.day == yesterday
    return EarlierDay(first.kind, first.day, is_yesterday, first.closes_at, _games(rows))


def _games(rows: Iterable[ChallengeRow]) -> list[tuple[str, str]]:
    return [(row.title, challenge_url(row.kind, row.day, row.event)) for row in rows]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A daily or weekly beside another: whether it is the one after, its day and address."""

    is_after: bool
    day: date
    url: str


def neighbours(*, row: ChallengeRow, reader: User, now: datetime) -> list[Neighbour]:
    """The one before and the one after that are open at the reader's home, or were. One query."""
    before, after = challenge_neighbours(row=row, user=reader, now=now)
    return [
        Neighbour(is_after, day, challenge_url(row.kind, day, row.event))
        for is_after, day in ((False, before), (True, after))
        if day is not None
    ]
