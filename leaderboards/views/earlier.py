"""Dailies of earlier dates that are open yet: a date closes a while after the next has begun."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from accounts.models import User
from accounts.selectors import opened_date
from games.selectors.challenges import ChallengeRow, dailies_earlier
from leaderboards.views.rounds import challenge_url


@dataclass(frozen=True, slots=True)
class EarlierDay:
    """One date and its dailies that the player has not begun: title and address of each."""

    day: date
    is_yesterday: bool
    closes_at: datetime
    games: list[tuple[str, str]]


def earlier_days(*, player: User, now: datetime) -> list[EarlierDay]:
    """Oldest first, which closes first; three queries at most."""
    yesterday = opened_date(player, now) - timedelta(days=1)
    rows = dailies_earlier(user=player, now=now)
    return [_day(list(group), yesterday) for _, group in groupby(rows, key=lambda row: row.day)]


def _day(rows: list[ChallengeRow], yesterday: date) -> EarlierDay:
    first = rows[0]
    return EarlierDay(first.day, first.day == yesterday, first.closes_at, _games(rows))


def _games(rows: Iterable[ChallengeRow]) -> list[tuple[str, str]]:
    return [(row.title, challenge_url(row.kind, row.day, row.event)) for row in rows]
