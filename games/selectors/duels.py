"""What two players did on the same deals: races that both sat in, dailies that both played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from django.db.models import QuerySet

from accounts.models import User
from games.models import (
    ChallengeKind,
    RaceState,
    Run,
    RunKind,
    RunResult,
    RunState,
)
from games.race_order import finish_key
from games.selectors.verification import run_is_refused
from games.titles import event_title


@dataclass(frozen=True, slots=True)
class Side:
    """One player's game: `ms` is the clock at its last card."""

    token: str
    won: bool
    up: int
    turned: int
    moves: int
    ms: int

    @property
    def key(self) -> tuple[int, int, int, int]:
        """The order of races."""
        return finish_key(
            won=self.won, ms=self.ms, up=self.up, turned=self.turned, moves=self.moves
        )


@dataclass(frozen=True, slots=True)
class RaceDuel:
    token: str
    title: str
    rated: bool
    at: datetime
    one: Side
    other: Side


@dataclass(frozen=True, slots=True)
class DailyDuel:
    day: date
    event: str
    title: str
    one: Side
    other: Side


def race_duels(*, one: User, other: User) -> list[RaceDuel]:
    """Every race that both raced and that has ended, the newest first. One query.

    A casual game on a sealed deal is the second of one who raced as a guest as well.
    """
    runs = _standing(one, other).filter(race__state=RaceState.ENDED)
    runs = runs.exclude(kind=RunKind.CASUAL, race__code="").select_related("race")
    found = []
    for first, second in _pairs(runs.order_by("-race__ended_ms", "-race_id"), one, "race_id"):
        race = first.race
        if race is not None:
            at = datetime.fromtimestamp((race.ended_ms or 0) / 1000, UTC)
            sides = _side(first), _side(second)
            found.append(RaceDuel(race.token, event_title(race.event), race.rated, at, *sides))
    return found


def daily_duels(*, one: User, other: User) -> list[DailyDuel]:
    """Every closed daily that both played, the newest first. One query."""
    runs = _standing(one, other).filter(
        kind=RunKind.RANKED,
        moves__gt=0,
        challenge__kind=ChallengeKind.DAILY,
        challenge__closed_at__isnull=False,
    )
    runs = runs.select_related("challenge").order_by("-challenge__day", "challenge_id")
    found = []
    for first, second in _pairs(runs, one, "challenge_id"):
        daily = first.challenge
        if daily is not None:
            sides = _side(first), _side(second)
            found.append(DailyDuel(daily.day, daily.event, event_title(daily.event), *sides))
    return found


def _standing(one: User, other: User) -> QuerySet[Run]:
    """Ended games of the two that nobody has refused."""
    runs = Run.objects.filter(player__in=(one, other), state=RunState.ENDED)
    return runs.filter(~run_is_refused())


def _pairs(runs: Iterable[Run], one: User, shared: str) -> list[tuple[Run, Run]]:
    """Games of both that share a deal, the first player's first."""
    games: dict[int, dict[bool, Run]] = {}
    for run in runs:
        games.setdefault(getattr(run, shared), {})[run.player_id == one.pk] = run
    return [(both[True], both[False]) for both in games.values() if len(both) == 2]


def _side(run: Run) -> Side:
    won = run.result == RunResult.WON
    return Side(run.token, won, run.up, run.turned, run.moves, run.last_ms)
