"""What a deal came to for everybody; told once it is over, never before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Max, Min, Q, QuerySet

from games.errors import GameError
from games.models import Challenge, Run, RunKind, RunResult, RunState
from games.selectors.verification import run_is_refused

MOST_BUCKETS = 14
MOVE_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
MS_STEPS = tuple(1000 * s for s in (5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 14400, 86400))


@dataclass(frozen=True, slots=True)
class Spread:
    """How often a figure fell where: `counts[n]` from `first + n * step` on, the last included."""

    first: int
    step: int
    counts: list[int]


@dataclass(frozen=True, slots=True)
class DealStatistics:
    """Players who moved a card, those who won, and won without undo; the spread of the wins."""

    played: int
    won: int
    clean: int
    moves: Spread | None
    ms: Spread | None


def deal_statistics(*, challenge: Challenge) -> DealStatistics:
    """Raises `GameError` (`not_over`) while the challenge runs. Four queries at most."""
    if not challenge.is_over:
        raise GameError("not_over")
    runs = Run.objects.filter(
        challenge=challenge, kind=RunKind.RANKED, state=RunState.ENDED, moves__gt=0
    ).filter(~run_is_refused())
    won = Q(result=RunResult.WON)
    total = runs.aggregate(
        played=Count("id"),
        won=Count("id", filter=won),
        clean=Count("id", filter=won & Q(undos=0)),
        least=Min("moves", filter=won),
        most=Max("moves", filter=won),
        fastest=Min("last_ms", filter=won),
        slowest=Max("last_ms", filter=won),
    )
    wins = runs.filter(won)
    return DealStatistics(
        played=total["played"],
        won=total["won"],
        clean=total["clean"],
        moves=_counted(wins, "moves", total["least"], total["most"], MOVE_STEPS),
        ms=_counted(wins, "last_ms", total["fastest"], total["slowest"], MS_STEPS),
    )


def _counted(
    runs: QuerySet[Run], field: str, low: int | None, high: int | None, steps: Sequence[int]
) -> Spread | None:
    """The spread, counted by the database."""
    if low is None or high is None:
        return None
    first, step, size = _scale(low, high, steps)
    counts = [0] * size
    rows = runs.annotate(bucket=(F(field) - first) / step).values_list("bucket")
    for bucket, count in rows.annotate(count=Count("id")).order_by("bucket"):
        counts[bucket] = count
    return Spread(first, step, counts)


def spread(values: Sequence[int], *, steps: Sequence[int]) -> Spread | None:
    """The same of values at hand; None of nothing."""
    if not values:
        return None
    first, step, size = _scale(min(values), max(values), steps)
    counts = [0] * size
    for value in values:
        counts[(value - first) // step] += 1
    return Spread(first, step, counts)


def _scale(low: int, high: int, steps: Sequence[int]) -> tuple[int, int, int]:
    """The first bucket's start, the width and the number of buckets: the narrowest that fit."""
    for step in steps:
        size = high // step - low // step + 1
        if size <= MOST_BUCKETS:
            return low // step * step, step, size
    width = (high - low) // MOST_BUCKETS + 1
    return low, width, (high - low) // width + 1
