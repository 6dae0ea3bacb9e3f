"""The end of races, and of rooms that nobody is in: any process may see to it, at any time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.clock import now_ms as now
from games.errors import GameError
from games.models import QuickWait, Race, RaceState, Run, RunResult, RunState, Seat
from games.services.race_starts import all_ready, race_start
from games.services.races import race_changed, race_locked, seats_free, seats_of
from games.services.runs import run_end

log = structlog.get_logger(__name__)

# Between the limit and its enforcement: what was played in time is on its way to the log.
LIMIT_GRACE_MS = 1_500
# Silence after which another hosts, after which a seat is given up, and how long a room stays open
# for nobody.
HOST_SILENT_MS = 60_000
SEAT_SILENT_MS = 120_000
# The same where strangers were brought together: nobody waits long for who never came.
QUICK_SILENT_MS = 20_000
ROOM_EMPTY_MS = 300_000


@dataclass(frozen=True, slots=True)
class Swept:
    ended: int
    tended: int


def race_end_if_due(*, race_id: int, now_ms: int) -> bool:
    """End a running race when everybody's game has ended, or its limit is past; whether this call
    did. Games still open end at the limit exactly, closed. Locks the race, then its open runs.
    """
    race = Race.objects.filter(pk=race_id, state=RaceState.RUNNING).first()
    if race is None or not _is_due(race, now_ms):
        return False
    with transaction.atomic():
        race = race_locked(race)
        if race.state != RaceState.RUNNING:
            return False
        late = list(_open_runs(race).select_for_update().order_by("id"))
        if late and not _past_limit(race, now_ms):
            return False
        for run in late:
            run_end(run=run, result=RunResult.CLOSED, at_ms=race.ends_ms)
        race.state, race.ended_ms = RaceState.ENDED, now_ms
        race_changed(race, now=now_ms)
    log.info("race_ended", race=race_id, closed=len(late))
    return True


def _is_due(race: Race, now_ms: int) -> bool:
    return _past_limit(race, now_ms) or not _open_runs(race).exists()


def _past_limit(race: Race, now_ms: int) -> bool:
    return race.ends_ms is not None and now_ms >= race.ends_ms + LIMIT_GRACE_MS


def _open_runs(race: Race) -> QuerySet[Run]:
    return Run.objects.filter(race=race, state=RunState.OPEN)


def race_see_to(race_id: int) -> None:
    """End or tend a race now, for whom it is all the same who does it."""
    if not race_end_if_due(race_id=race_id, now_ms=now()):
        for race in Race.objects.filter(pk=race_id, state=RaceState.OPEN):
            race_tend(race=race, now_ms=now())


def races_sweep(*, now_ms: int) -> Swept:
    """See to every race that may need it: what the processes of its players did not live to do."""
    running = Run.objects.filter(race=OuterRef("pk"), state=RunState.OPEN)
    due = Race.objects.filter(state=RaceState.RUNNING).filter(
        Q(ends_ms__lte=now_ms - LIMIT_GRACE_MS) | ~Exists(running)
    )
    ended = sum(
        race_end_if_due(race_id=race_id, now_ms=now_ms)
        for race_id in list(due.values_list("pk", flat=True))
    )
    seats = Seat.objects.filter(race=OuterRef("pk"))
    silent = seats.filter(seen_ms__lt=now_ms - HOST_SILENT_MS)
    absent = seats.filter(seen_ms__lt=now_ms - QUICK_SILENT_MS)
    stale = Race.objects.filter(state=RaceState.OPEN).filter(
        Exists(silent)
        | (Exists(_quick_waits(OuterRef("pk"))) & Exists(absent))
        | (~Exists(seats) & Q(changed_ms__lt=now_ms - ROOM_EMPTY_MS))
        | (Q(ready_ms__isnull=False) & ~Exists(seats.filter(ready=False)))
    )
    tended = sum(race_tend(race=race, now_ms=now_ms) for race in list(stale))
    return Swept(ended, tended)


def race_tend(*, race: Race, now_ms: int) -> bool:
    """See to an open room; whether anything changed. Silent seats are given up, a silent host
    hands over, a start that all were ready for is made up, a room long empty ends."""
    with transaction.atomic():
        race = race_locked(race)
        if race.state != RaceState.OPEN:
            return False
        seats = seats_of(race)
        silent_ms = QUICK_SILENT_MS if _quick_waits(race.pk).exists() else SEAT_SILENT_MS
        gone = [seat for seat in seats if seat.seen_ms < now_ms - silent_ms]
        if gone:
            seats_free(race, gone)
            return True
        if not seats and race.changed_ms < now_ms - ROOM_EMPTY_MS:
            race.state = RaceState.EMPTY
            race_changed(race, now=now_ms)
            return True
        if _hand_over(race, seats, now_ms):
            return True
    return all_ready(seats) and _start(race)


def _quick_waits(race: Any) -> QuerySet[QuickWait]:
    """The rows of those who were brought together in a race (its id, or an outer query's)."""
    return QuickWait.objects.filter(race=race)


def _hand_over(race: Race, seats: list[Seat], now_ms: int) -> bool:
    heard = [seat for seat in seats if seat.seen_ms >= now_ms - HOST_SILENT_MS]
    if not heard or race.host_id in {seat.player_id for seat in heard}:
        return False
    race.host = heard[0].player
    race_changed(race, now=now_ms)
    return True


def _start(race: Race) -> bool:
    try:
        race_start(race=race, player=None)
    except GameError as error:
        log.warning("race_not_started", race=race.pk, code=error.code)
        return False
    return True
