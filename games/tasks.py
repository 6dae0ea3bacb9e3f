"""What the workers do for games: they alone load the solver, and hand its answers to services.

Every task carries ids only, may run twice, late or never, and is bounded in time. The solver is
imported inside the tasks, so that workers of other queues and beat do not load compiled code.
"""

from __future__ import annotations

from collections.abc import Callable

import structlog
from celery import shared_task

from engine.codes import Code
from engine.deals import deal
from engine.errors import EngineError
from engine.moves import parse_move
from engine.position import Position
from engine.replay import Game
from engine.variants import EVENTS
from games.broadcast import run_proved_lost
from games.jobs import POOL_FILL, job_enqueue, question_answer
from games.models import Analysis
from games.sealing import text_seal
from games.selectors.pool import pool_levels
from games.services.analysis import (
    analysis_advance,
    analysis_begin,
    analysis_fail,
    analysis_finish,
)
from games.services.pool import POOL_SIZE, Proof, pool_deal_add
from games.services.solving import CANDIDATES, candidates, line_wins, run_items
from games.warming import warm_up

__all__ = ["warm_up"]
log = structlog.get_logger(__name__)

CANDIDATE_SECONDS = 0.5
FIND_SECONDS = 3.0
PAR_SECONDS = 1.0
HINT_SECONDS = 0.7
LOOK_SECONDS = 5.0
EACH_SECONDS = 1.0
ANALYSIS_SECONDS = 60.0


@shared_task  # type: ignore[untyped-decorator]
def pool_fill() -> None:
    """Prove one deal of the event that lacks most, and ask to be called again while any lacks.

    One at a time, so that an analysis in the same queue never waits longer than for that.
    """
    levels = pool_levels()
    event = min(EVENTS, key=levels.__getitem__)
    if levels[event] >= POOL_SIZE:
        return
    for code in candidates(event=event, sealed=True):
        if (proof := _prove(code)) is not None:
            pool_deal_add(code=code, proof=proof)
            break
    log.info("pool_filled", game=event, ready=pool_levels()[event])
    job_enqueue(POOL_FILL)


def _prove(code: Code) -> Proof | None:
    """A proof that the rule book has replayed, or None."""
    from engine.solver.compiled import version
    from engine.solver.par import par
    from engine.solver.search import solve

    start = deal(code)
    verdict = solve(start, seconds=CANDIDATE_SECONDS)
    if verdict.answer != "winnable":
        return None
    best = par(start, seconds=PAR_SECONDS, known=verdict)
    if best.moves is None or not line_wins(start=start, line=best.line):
        log.error("solver_line_refused", game=code.event)
        return None
    return Proof(best.line, best.moves, best.exact, best.bound, verdict.states, version())


@shared_task  # type: ignore[untyped-decorator]
def deal_find(key: str, event: str, sealed: bool) -> None:
    """Look for a deal that can be won among `CANDIDATES`; the answer is its code, encrypted, or
    nothing."""
    from engine.solver.search import solve

    for code in candidates(event=event, sealed=sealed):
        verdict = solve(deal(code), seconds=FIND_SECONDS / CANDIDATES * 4)
        if verdict.answer == "winnable" and line_wins(start=deal(code), line=verdict.line):
            question_answer(key, text_seal(text=code.text).decode())
            return
    question_answer(key, "")


@shared_task  # type: ignore[untyped-decorator]
def line_hint(key: str, run_id: int, place: int) -> None:
    """The next move of a line that wins, never one back from a foundation; else nothing."""
    from engine.solver.search import solve

    position = _position(run_id, place)
    verdict = solve(position, seconds=HINT_SECONDS)
    move = verdict.line[0] if verdict.answer == "winnable" and verdict.line else ""
    question_answer(key, "" if move and parse_move(move).is_taking_back else move)


@shared_task  # type: ignore[untyped-decorator]
def position_look(key: str, run_id: int, place: int) -> None:
    """Tell the table when the position is proved lost; of anything less nothing is said."""
    from engine.solver.search import solve

    run, _, _ = run_items(run_id=run_id, place=0)
    if run.is_open and solve(_position(run_id, place), seconds=LOOK_SECONDS).answer == "lost":
        run_proved_lost(token=run.token, seq=place)


def _position(run_id: int, place: int) -> Position:
    _, start, items = run_items(run_id=run_id, place=place)
    game = Game(start)
    for text in items:
        game.play(text, 0)
    return game.position


@shared_task  # type: ignore[untyped-decorator]
def run_analyse(run_id: int) -> None:
    """Judge every position of a finished run; a second worker begins anew, with one outcome."""
    from engine.solver.analysis import analyse
    from engine.solver.compiled import version
    from engine.solver.par import par

    _, start, items = run_items(run_id=run_id)
    analysis = analysis_begin(run_id=run_id, total=len(items) + 1, solver=version())
    if analysis is None:
        return
    try:
        found = analyse(
            start,
            items,
            seconds_each=EACH_SECONDS,
            seconds=ANALYSIS_SECONDS,
            progress=_progress_of(analysis),
        )
        best = par(start, seconds=PAR_SECONDS)
    except EngineError:
        log.exception("analysis_failed", run=run_id)
        analysis_fail(run_id=run_id)
        return
    analysis_finish(
        analysis=analysis,
        verdicts="".join(verdict[0] for verdict in found.verdicts),
        lost_at=found.losing_item,
        line_from=found.winnable_at,
        line=found.line,
        par=best.moves,
        par_is_minimum=best.exact,
        bound=best.bound,
    )


def _progress_of(analysis: Analysis) -> Callable[[int, int], None]:
    def progress(done: int, total: int) -> None:
        analysis_advance(analysis=analysis, done=done, total=total)

    return progress
