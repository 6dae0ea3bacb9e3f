"""Who is brought together by a quick race, and how soon: no database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

# Ratings differ by so much at once, and by so much more with every second waited (hundredths of
# a rating, whose first guess has a deviation of 8.33).
GAP, GAP_A_SECOND = 200, 25
# A race that could be rated is not given away sooner.
RATED_MS = 10_000
# From then on whoever is there will do.
ANYBODY_MS = 30_000


@dataclass(frozen=True, slots=True)
class Waiter:
    """A player who waits since `since_ms`; `level` is what the rating expects, in hundredths."""

    id: int
    player_id: int
    level: int
    rated: bool
    since_ms: int


def may_pair(one: Waiter, other: Waiter, *, now_ms: int) -> bool:
    """Whether the two are near enough by now; alike whoever of them asks."""
    waited = now_ms - min(one.since_ms, other.since_ms)
    if one.player_id == other.player_id:
        return False
    if waited >= ANYBODY_MS:
        return True
    if one.rated != other.rated and waited < RATED_MS:
        return False
    return abs(one.level - other.level) <= GAP + GAP_A_SECOND * max(0, waited) // 1000


def partners(one: Waiter, others: Iterable[Waiter], *, now_ms: int) -> list[Waiter]:
    """Those of the others whom one may race, the most welcome first: a rated race before another,
    then the nearest, then who has waited longest."""
    fitting = [other for other in others if may_pair(one, other, now_ms=now_ms)]
    return sorted(
        fitting,
        key=lambda other: (
            one.rated != other.rated,
            abs(one.level - other.level),
            other.since_ms,
            other.id,
        ),
    )
