"""What one player did, and when: dailies by date, figures over all ended games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Min, Q, QuerySet

from accounts.models import User
from engine.variants import EVENTS
from games.models import (
    RACE_OVER,
    Challenge,
    ChallengeKind,
    Run,
    RunKind,
    RunResult,
    RunState,
)
from games.selectors.verification import run_is_refused
from games.titles import event_title

# Older wins than these last ones are left out of a chart.
LAST_WINS = 1000


@dataclass(frozen=True, slots=True)
class DailyDay:
    """One daily, and the player's ranked attempt at it: `result` is "" for none, `open`, `won` or
    `lost`, and the figures are 0 without one."""

    day: date
    over: bool
    token: str
    result: str
    moves: int
    ms: int
    clean: bool


@dataclass(frozen=True, slots=True)
class EventRecord:
    """One event of a player: ended games, wins, wins without undo, best time and moves."""

    event: str
    title: str
    played: int
    won: int
    clean: int
    best_ms: int | None
    best_moves: int | None


@dataclass(frozen=True, slots=True)
class Win:
    """`ended_ms` since 1970, `ms` on the clock."""

    ended_ms: int
    ms: int
    moves: int


def daily_history(*, player: User | None, event: str, start: date, end: date) -> list[DailyDay]:
    """Every daily published for `start` to `end`, by date; a win that was rejected or removed is
    none. Three queries."""
    dailies = Challenge.objects.filter(
        kind=ChallengeKind.DAILY, event=event, day__range=(start, end)
    )
    rows = list(dailies.order_by("day").values_list("id", "day", "closed_at"))
    attempts: dict[int | None, Run] = {}
    refused: set[str] = set()
    if player is not None:
        runs = Run.objects.filter(
            player=player, kind=RunKind.RANKED, challenge_id__in=[row[0] for row in rows]
        )
        attempts = {run.challenge_id: run for run in runs}
        refused = runs_refused(tokens=[run.token for run in attempts.values()])
    return [_day(day, closed is not None, attempts.get(pk), refused) for pk, day, closed in rows]


def runs_refused(*, tokens: Collection[str]) -> set[str]:
    """Those of the runs that stand on no board: rejected by the replay, or removed by staff. One
    query."""
    runs = Run.objects.filter(run_is_refused(), token__in=tokens)
    return set(runs.values_list("token", flat=True))


def _day(day: date, over: bool, run: Run | None, refused: Collection[str]) -> DailyDay:
    if run is None:
        return DailyDay(day, over, "", "", 0, 0, clean=False)
    won = run.result == RunResult.WON and run.token not in refused
    result = "open" if run.is_open else "won" if won else "lost"
    return DailyDay(
        day, over, run.token, result, run.moves, run.last_ms, clean=won and run.undos == 0
    )


def player_records(*, player: User, kind: str, over: bool = False) -> list[EventRecord]:
    """The five events, played or not, then every other variant that was; games of one kind. With
    `over` only those of deals that anybody may know of."""
    figures = {
        row["event"]: row
        for row in _ended(player, kind, over=over)
        .values("event")
        .annotate(
            played=Count("id"),
            won=Count("id", filter=_WON),
            unaided=Count("id", filter=_WON & Q(undos=0)),
            best_ms=Min("last_ms", filter=_WON),
            best_moves=Min("moves", filter=_WON),
        )
    }
    others = sorted(set(figures) - set(EVENTS))
    return [_record(event, figures.get(event, {})) for event in (*EVENTS, *others)]


def _record(event: str, row: Mapping[str, Any]) -> EventRecord:
    return EventRecord(
        event=event,
        title=event_title(event),
        played=row.get("played", 0),
        won=row.get("won", 0),
        clean=row.get("unaided", 0),
        best_ms=row.get("best_ms"),
        best_moves=row.get("best_moves"),
    )


def player_wins(*, player: User, kind: str, event: str = "", over: bool = False) -> list[Win]:
    """The last `LAST_WINS` wins, oldest first; of one event, or of all; `over` as above."""
    won = _ended(player, kind, over=over).filter(_WON, ended_ms__isnull=False)
    if event:
        won = won.filter(event=event)
    rows = won.order_by("-ended_ms").values_list("ended_ms", "last_ms", "moves")[:LAST_WINS]
    return [Win(ended, ms, moves) for ended, ms, moves in reversed(rows) if ended is not None]


def runs_waiting(*, player: User) -> int:
    """Ended ranked games that count for nothing while nobody answers for the account."""
    return _ended(player, RunKind.RANKED).count()


_WON = Q(result=RunResult.WON)


def _ended(player: User, kind: str, *, over: bool = False) -> QuerySet[Run]:
    """Ended games that are results: with a move, not refused, not submitted from elsewhere."""
    ended = Run.objects.filter(player=player, kind=kind, state=RunState.ENDED, moves__gt=0)
    ended = ended.filter(~run_is_refused(), submitted=False)
    if not over:
        return ended
    known = Q(challenge=None) | Q(challenge__closed_at__isnull=False)
    raced = Q(race=None) | Q(race__state__in=RACE_OVER)
    return ended.filter(known, raced)
