"""The beginning and the end of runs. Moves are not made here (`games.services.play`)."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from accounts.models import User
from engine.codes import Code
from engine.variants import EVENTS, event_variant
from games.broadcast import run_announce
from games.clock import now_ms
from games.errors import GameError, RunNotOpen
from games.models import LogItem, Run, RunKind, RunResult, RunState
from games.sealing import code_create, code_seal, run_code

_COPIED = ("seq", "last_ms", "score", "moves", "up", "turned", "undos", "hints")


def run_start(*, player: User, event: str, kind: str) -> Run:
    """Deal a fresh game. Raises `UnknownCode` for an event that is none of ours, `GameError`
    (`not_ranked_event`) for a ranked run of a variant that is only played casually.
    """
    variant = event_variant(event)
    if kind == RunKind.CASUAL:
        code = code_create(prefix=variant.prefix, rules=variant.rules, sealed=False)
        return run_start_code(player=player, code=code)
    if variant.event not in EVENTS:
        raise GameError("not_ranked_event")
    code = code_create(prefix=variant.prefix, rules=variant.rules, sealed=True)
    return Run.objects.create(
        player=player, kind=RunKind.RANKED, event=variant.event, sealed_code=code_seal(code=code)
    )


def run_start_code(*, player: User, code: Code) -> Run:
    """A casual run of a deal that may be known."""
    return Run.objects.create(player=player, kind=RunKind.CASUAL, event=code.event, code=code.text)


@transaction.atomic
def run_end(*, run: Run, result: RunResult) -> Run:
    """End an open run without a move. Raises `RunNotOpen`. Locks the run's row."""
    run = Run.objects.select_for_update().get(pk=run.pk)
    if not run.is_open:
        raise RunNotOpen
    now = now_ms()
    if run.paused_ms is not None and run.started_ms is not None:
        run.started_ms += max(0, now - run.paused_ms)
    run.paused_ms = None
    run.state, run.result, run.ended_ms = RunState.ENDED, result, now
    run.save(update_fields=["state", "result", "ended_ms", "started_ms", "paused_ms"])
    transaction.on_commit(partial(run_announce, token=run.token))
    return run


@transaction.atomic
def run_restart(*, run: Run) -> Run:
    """The same deal from the start as a casual run; the old one ends if it had not."""
    if run.is_open:
        run = run_end(run=run, result=RunResult.RESTARTED)
    return run_start_code(player=run.player, code=run_code(run=run))


@transaction.atomic
def run_continue_casually(*, run: Run) -> Run:
    """Give a ranked run up and go on from its position: a casual run with the same log."""
    if run.kind != RunKind.RANKED:
        raise GameError("not_ranked")
    run = run_end(run=run, result=RunResult.STOPPED)
    casual = run_start_code(player=run.player, code=run_code(run=run))
    for name in _COPIED:
        setattr(casual, name, getattr(run, name))
    casual.started_ms = now_ms() - run.last_ms
    casual.save()
    LogItem.objects.bulk_create(
        LogItem(run=casual, place=item.place, text=item.text, at_ms=item.at_ms, hint=item.hint)
        for item in run.log.order_by("place")
    )
    return casual
