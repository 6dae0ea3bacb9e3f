"""Rated races that are settled: what ratings are made of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Race, RaceState, Result, ResultState, Run, Verification
from games.race_order import finish_key

FINAL = (ResultState.VERIFIED, ResultState.WITHDRAWN)
# A result's keys in the order of races, then its player.
Key = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class RatedOutcome:
    """`places` of the results that stand, (place, player id) by both; equal places are a draw."""

    race_id: int
    event: str
    ended_ms: int
    places: tuple[tuple[int, int], ...]


def rated_races_touched(*, after: int, through: int) -> set[int]:
    """The rated races that versions of results at places in (after, through] belong to."""
    versions = Result.objects.filter(place__gt=after, place__lte=through, race__rated=True)
    return {race for race in versions.values_list("race_id", flat=True) if race is not None}


def rated_outcomes(*, through: int, race_ids: Collection[int] | None = None) -> list[RatedOutcome]:
    """What settled rated races came to, of all or of these, after the first `through` places of
    the stream; in the order of their ends. Three queries.

    A race is settled when it has ended and the check of every run in it is final. A result that
    was withdrawn (its log refused, its run removed by staff) is left out and the others stand as
    they came in among themselves. A run without a move stands last: whoever saw the cards raced.
    """
    races = Race.objects.filter(rated=True, state=RaceState.ENDED)
    if race_ids is not None:
        races = races.filter(pk__in=race_ids)
    waiting = _waiting(races, through)
    keys = _keys(races, through)
    return [
        RatedOutcome(race_id, event, ended_ms or 0, _places(keys[race_id]))
        for race_id, event, ended_ms in races.order_by("ended_ms", "id").values_list(
            "id", "event", "ended_ms"
        )
        if race_id not in waiting
    ]


def _waiting(races: QuerySet[Race], through: int) -> set[int]:
    """Those of which some run has no final result yet. One that was refused before it had any
    never will."""
    told = Result.objects.filter(token=OuterRef("token"), place__lte=through)
    final = told.exclude(Exists(_newer(through))).filter(state__in=FINAL)
    runs = Run.objects.filter(race__in=races).exclude(Exists(final))
    runs = runs.exclude(~Exists(told), verification=Verification.REJECTED)
    return {race for race in runs.values_list("race_id", flat=True) if race is not None}


def _keys(races: QuerySet[Race], through: int) -> defaultdict[int | None, list[tuple[Key, int]]]:
    newest = Result.objects.filter(race__in=races, place__lte=through).exclude(
        Exists(_newer(through))
    )
    keys: defaultdict[int | None, list[tuple[Key, int]]] = defaultdict(list)
    rows = newest.filter(state=ResultState.VERIFIED).values_list(
        "race_id", "player_id", "won", "ms", "up", "turned", "moves"
    )
    for race_id, player, won, ms, up, turned, moves in rows:
        key = finish_key(won=won, ms=ms, up=up, turned=turned, moves=moves)
        keys[race_id].append((key, player))
    return keys


def _newer(through: int) -> QuerySet[Result]:
    later = Result.objects.filter(token=OuterRef("token"), version__gt=OuterRef("version"))
    return later.filter(place__lte=through)


def _places(keys: list[tuple[Key, int]]) -> tuple[tuple[int, int], ...]:
    return tuple(
        sorted((1 + sum(other < key for other, _ in keys), player) for key, player in keys)
    )
