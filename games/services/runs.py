"""The beginning and the end of runs. Moves are not made here (`games.services.play`)."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from accounts.models import User
from accounts.selectors import settings_of
from engine.codes import Code
from engine.deals import deal
from engine.replay import Game
from engine.variants import EVENTS, event_variant
from games.broadcast import room_announce, run_announce
from games.clock import now_ms
from games.errors import GameError, RunNotOpen
from games.models import COUNTED, LogItem, Run, RunKind, RunResult, RunState
from games.sealing import code_seal, run_code
from games.selectors.unlocking import deal_is_over
from games.services.dealing import deal_choose
from games.services.results import run_finished


def run_start(*, player: User, event: str, kind: str) -> Run:
    """Deal a fresh game, a proved one where the player's settings want that.

    Raises `UnknownCode` for an event that is none of ours, `GameError` (`not_ranked_event`) for
    a ranked run of a variant that is only played casually.
    """
    variant = event_variant(event)
    ranked = kind == RunKind.RANKED
    if ranked and variant.event not in EVENTS:
        raise GameError("not_ranked_event")
    chosen = deal_choose(event=variant.event, sealed=ranked, winnable=_wants_proof(player, event))
    return Run.objects.create(
        player=player,
        kind=kind,
        event=variant.event,
        code="" if ranked else chosen.code.text,
        sealed_code=code_seal(code=chosen.code) if ranked else b"",
        pool_deal=chosen.pool_deal,
        proof=chosen.proof,
    )


def _wants_proof(player: User, event: str) -> bool:
    wanted = settings_of(player)
    return bool(wanted["winnable_only_classic" if event == "RU1-C" else "winnable_only"])


def run_start_code(*, player: User, code: Code, ghost: Run | None = None) -> Run:
    """A casual run of a deal that may be known; against a `ghost` that has played it."""
    return Run.objects.create(
        player=player, kind=RunKind.CASUAL, event=code.event, code=code.text, ghost=ghost
    )


@transaction.atomic
def run_end(*, run: Run, result: RunResult, at_ms: int | None = None) -> Run:
    """End an open run without a move, now or as of `at_ms`. After its closing it was the closing
    that ended it, whatever is asked. Raises `RunNotOpen`, and `GameError` (`not_started`) for a
    race that counts down. Locks the run's row."""
    run = Run.objects.select_for_update().get(pk=run.pk)
    if not run.is_open:
        raise RunNotOpen
    race = run.race
    now = now_ms() if at_ms is None else at_ms
    if run.closes_ms is not None and now >= run.closes_ms:
        now, result = run.closes_ms, RunResult.CLOSED
    if race is not None and now < (run.started_ms or 0):
        raise GameError("not_started")
    if run.paused_ms is not None and run.started_ms is not None:
        run.started_ms += max(0, now - run.paused_ms)
    run.paused_ms = None
    # Another server's clock may have been ahead: no run ends before its last item.
    run.ended_ms = max(now, (run.started_ms or now) + run.last_ms)
    run.state, run.result = RunState.ENDED, result
    run.save(update_fields=["state", "result", "ended_ms", "started_ms", "paused_ms"])
    transaction.on_commit(partial(run_announce, token=run.token))
    if race is not None:
        transaction.on_commit(partial(room_announce, token=race.token))
    run_finished(run_id=run.pk)
    return run


@transaction.atomic
def run_restart(*, run: Run) -> Run:
    """The same deal from the start as a casual run, against the same ghost if there was one; the
    old one ends if it had not.

    While its challenge or race is running an open run only ends, and is returned; of an ended one
    `GameError` (`not_over`).
    """
    if run.is_open:
        run = run_end(run=run, result=RunResult.RESTARTED)
        if not deal_is_over(run):
            return run
    _require_over(run)
    return run_start_code(player=run.player, code=run_code(run=run), ghost=run.ghost)


@transaction.atomic
def run_retry(*, run: Run, place: int, player: User) -> Run:
    """A casual run of an ended run's deal that begins with its first `place` items.

    Raises `GameError` (`not_over`) while the deal may not be known.
    """
    if run.is_open:
        raise GameError("not_over")
    _require_over(run)
    casual = run_start_code(player=player, code=run_code(run=run))
    return _begin_with(casual, run, place)


@transaction.atomic
def run_continue_casually(*, run: Run) -> Run:
    """Give a ranked run up and go on from its position: a casual run with the same log.

    While its challenge or race is running it only ends, and is returned.
    """
    if run.kind != RunKind.RANKED:
        raise GameError("not_ranked")
    run = run_end(run=run, result=RunResult.STOPPED)
    if not deal_is_over(run):
        return run
    casual = run_start_code(player=run.player, code=run_code(run=run))
    return _begin_with(casual, run, run.seq)


def _require_over(run: Run) -> None:
    if not deal_is_over(run):
        raise GameError("not_over")


def _begin_with(casual: Run, run: Run, place: int) -> Run:
    """Give a fresh run the first `place` items of another's log, and its clock; not the move that
    won, which would leave nothing to play."""
    items = list(run.log.filter(place__lt=place).order_by("place"))
    if run.result == RunResult.WON and len(items) == run.seq:
        items.pop()
    game = Game(deal(run_code(run=casual)))
    for item in items:
        game.play(item.text, item.at_ms)
    for name in COUNTED:
        setattr(casual, name, getattr(game, name))
    casual.seq = game.items
    casual.started_ms = now_ms() - game.last_ms
    casual.save()
    LogItem.objects.bulk_create(
        LogItem(run=casual, place=item.place, text=item.text, at_ms=item.at_ms, hint=item.hint)
        for item in items
    )
    return casual
