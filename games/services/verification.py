"""Verification of ended runs: the log is replayed against the deal and everything compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime

import structlog
from cryptography.fernet import InvalidToken
from django.db import connection, transaction

from engine.deals import deal
from engine.moves import HINT
from engine.replay import Failure, Game, replay
from games.jobs import RUN_VERIFY, VERIFY_QUEUE, job_enqueue
from games.models import COUNTED, Run, RunKind, RunResult, RunState
from games.models import Verification as Outcome
from games.sealing import run_code
from games.selectors.signals import Signal, run_signals
from games.services.results import stream_wake, version_of
from games.services.reviews import signals_open
from games.stream_sql import (
    Item,
    Played,
    Seen,
    outcome_store,
    seen_fetch,
)

log = structlog.get_logger(__name__)

OVERDUE_MS = 60_000
SWEEP_SECONDS = 60
BATCH = 1000
# By so much the clocks of two servers may differ.
CLOCK_SLACK_MS = 2_000
#: Reasons beside the engine's own: the clock turned back or left the run's time, an item after
#: the run's closing, a place without an item, a hint in a ranked run, another outcome than stored.
CLOCK, CLOSED, GAP, HINTED, MISMATCH = "clock", "closed", "gap", "hint", "mismatch"


@dataclass(frozen=True, slots=True)
class Verification:
    """`outcome` as stored with the run, "" while there is none; of a rejected run the index of
    the item at fault (the number of items for a `mismatch`) and the stable code of the reason."""

    outcome: str
    index: int | None = None
    code: str = ""

    @property
    def is_verified(self) -> bool:
        return self.outcome == Outcome.VERIFIED


WAITING = Verification("")


def run_verify(*, run_id: int, again: bool = False) -> Verification:
    """Verify an ended run, store the outcome and tell the stream of results: once, however often
    it is called, and whatever becomes of the caller. With `again` an outcome is found anew.

    An open or unknown run, and one whose deal cannot be deciphered, has no outcome. Locks the
    player's row and the stream, after the replay and only if there is something to write.
    """
    while True:
        seen = seen_fetch(run_id)
        if seen is None or seen.standing.run.state != RunState.ENDED:
            return WAITING
        run, items = seen.standing.run, seen.items
        if run.verification != Outcome.WAITING and not again:
            return _stored(run)
        try:
            game, failure = run_check(run=run, items=items)
        except InvalidToken:
            log.error("deal_unreadable", run=run_id)
            return WAITING
        signals = [] if failure else run_signals(run=run, items=items)
        found = _found(failure)
        if _store(seen, found, None if failure else game, signals):
            if failure:
                log.warning("run_rejected", run=run_id, index=failure.index, code=failure.code)
            return found


def run_recheck(*, run_id: int) -> Verification:
    """What verifying an ended run would find now; nothing is stored."""
    seen = seen_fetch(run_id)
    if seen is None or seen.standing.run.state != RunState.ENDED:
        return WAITING
    try:
        _, failure = run_check(run=seen.standing.run, items=seen.items)
    except InvalidToken:
        return WAITING
    return _found(failure)


def run_check(*, run: Played, items: Sequence[Item]) -> tuple[Game, Failure | None]:
    """The fold of the log's valid prefix, and the first thing wrong with the run: nothing is
    stored. `items` are (place, text, ms) as they are stored."""
    replayed = replay(deal(run_code(run=run)), ((text, at_ms) for _, text, at_ms in items))
    faults = [
        _gap(run, items),
        _clock_fault(run, items),
        _hint_fault(run, items),
        replayed.failure and _named(replayed.failure, items),
    ]
    first = min((fault for fault in faults if fault), key=lambda fault: fault.index, default=None)
    if first is None and not _agrees(run, replayed.game):
        first = Failure(len(items), MISMATCH)
    return replayed.game, first


def runs_verify_again() -> Iterator[tuple[int, Verification]]:
    """Verify every ended run from its log, the oldest first; its id and what came out."""
    last = 0
    while ids := _ended_ids(after=last):
        for last in ids:
            yield last, run_verify(run_id=last, again=True)


def _ended_ids(*, after: int) -> list[int]:
    ended = Run.objects.filter(state=RunState.ENDED, id__gt=after).order_by("id")
    return list(ended.values_list("id", flat=True)[:BATCH])


def verification_sweep(*, now: datetime) -> int:
    """Queue every run that has waited too long, whatever became of its first task; how many.

    What a sweep queues lasts until the next, so that a busy queue is not filled by sweeping.
    """
    before = int(now.timestamp() * 1000) - OVERDUE_MS
    waiting = Run.objects.filter(
        state=RunState.ENDED, verification=Outcome.WAITING, ended_ms__lt=before
    )
    count = 0
    for run_id in waiting.order_by("ended_ms").values_list("id", flat=True).iterator():
        job_enqueue(RUN_VERIFY, queue=VERIFY_QUEUE, expires=SWEEP_SECONDS, run_id=run_id)
        count += 1
    return count


def _store(seen: Seen, found: Verification, game: Game | None, signals: list[Signal]) -> bool:
    """Keep the outcome with its result, all or nothing: nothing when the run changed meanwhile."""
    run = seen.standing.run
    verified = seen.standing._replace(run=run._replace(verification=found.outcome))
    version = version_of(verified, game)
    new = None if version is seen.standing.last else version
    if new is None and not signals and found == _stored(run):
        return True
    # Without signals PostgreSQL has it all at once, in a transaction of its own.
    with transaction.atomic() if signals or connection.vendor != "postgresql" else nullcontext():
        if not outcome_store(seen, (found.outcome, found.index, found.code), new):
            return False
        if new is not None:
            stream_wake()
        signals_open(run_id=run.id, signals=signals)
    return True


def _found(failure: Failure | None) -> Verification:
    if failure is None:
        return Verification(Outcome.VERIFIED.value)
    return Verification(Outcome.REJECTED.value, failure.index, failure.code)


def _stored(run: Played) -> Verification:
    return Verification(run.verification, run.verification_index, run.verification_code)


def _named(failure: Failure, items: Sequence[Item]) -> Failure:
    """The engine takes a clock that turns back for bad notation."""
    at, before = items[failure.index][2], items[failure.index - 1][2] if failure.index else 0
    return Failure(failure.index, CLOCK) if at < before else failure


def _gap(run: Played, items: Sequence[Item]) -> Failure | None:
    """Places are 0, 1, 2 … up to the run's number of items."""
    for index, (place, _, _) in enumerate(items):
        if place != index:
            return Failure(index, GAP)
    return Failure(len(items), GAP) if len(items) < run.seq else None


def _clock_fault(run: Played, items: Sequence[Item]) -> Failure | None:
    """Every item lies between the run's start and its end, and before its closing."""
    if not items:
        return None
    if run.started_ms is None or run.ended_ms is None:
        return Failure(0, CLOCK)
    created_ms = int(run.created_at.timestamp() * 1000)
    if run.kind == RunKind.RANKED and run.started_ms < created_ms - CLOCK_SLACK_MS:
        return Failure(0, CLOCK)
    limit, code = run.ended_ms - run.started_ms + CLOCK_SLACK_MS, CLOCK
    if run.closes_ms is not None and run.closes_ms - run.started_ms < limit:
        limit, code = run.closes_ms - run.started_ms, CLOSED
    return next((Failure(n, code) for n, item in enumerate(items) if item[2] > limit), None)


def _hint_fault(run: Played, items: Sequence[Item]) -> Failure | None:
    if run.kind != RunKind.RANKED:
        return None
    return next((Failure(n, HINTED) for n, item in enumerate(items) if item[1] == HINT), None)


def _agrees(run: Played, game: Game) -> bool:
    """Whether what was stored live is what the log gives."""
    return (
        run.seq == game.items
        and (run.result == RunResult.WON) == game.won
        and all(getattr(run, name) == getattr(game, name) for name in COUNTED)
    )
