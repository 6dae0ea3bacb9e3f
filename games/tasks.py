"""What the workers do for games: they alone load the solver, and hand its answers to services.

Every task carries ids only, may run twice, late or never, and is bounded in time. The solver is
imported inside the tasks, so that workers of other queues and beat do not load compiled code.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog
from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.utils import timezone

from engine.codes import Code
from engine.deals import deal
from engine.errors import EngineError
from engine.moves import parse_move
from engine.position import Position
from engine.replay import Game
from engine.variants import EVENTS
from games.broadcast import run_proved_lost
from games.jobs import POOL_FILL, POSITION_LOOK, job_enqueue, question_answer
from games.models import Analysis, Run
from games.sealing import text_seal
from games.selectors.pool import pool_levels
from games.services.analysis import (
    analyses_requeue,
    analysis_advance,
    analysis_begin,
    analysis_fail,
    analysis_finish,
)
from games.services.pool import (
    Proof,
    pool_chain_end,
    pool_chain_hold,
    pool_deal_add,
)
from games.services.solving import candidates, run_items
from games.tasks_challenges import challenges_close, challenges_publish, publish_when_lacking
from games.tasks_races import races_sweep
from games.tasks_results import run_verify, verification_sweep
from games.warming import warm_up

__all__ = [
    "challenges_close",
    "challenges_publish",
    "races_sweep",
    "run_verify",
    "verification_sweep",
    "warm_up",
]
log = structlog.get_logger(__name__)

# Seconds of processor time, except where somebody waits: there, seconds as they pass.
CANDIDATE_SECONDS = 0.5
FIND_SECONDS = 3.0
FIND_EACH_SECONDS = 0.3
PAR_SECONDS = 1.0
HINT_SECONDS = 0.7
# A look among quick questions, and one that waits its turn among long ones.
LOOK_SECONDS = 0.3
LONG_LOOK_SECONDS = 5.0
LONG_LOOK_EXPIRES = 60.0
EACH_SECONDS = 1.0
ANALYSIS_SECONDS = 60.0
TELL_SECONDS = 0.5

# Limits for the worker, should a search not mind its own: soft, then hard.
QUICK = {"soft_time_limit": 10, "time_limit": 20}
LONG = {"soft_time_limit": 60, "time_limit": 90}
LONGEST = {"soft_time_limit": 300, "time_limit": 330}


@shared_task(**LONG)  # type: ignore[untyped-decorator]
def pool_fill(chain: str = "") -> None:
    """Prove one deal of the event that lacks most, and ask to be called again while any lacks.

    One at a time, so that an analysis in the same queue never waits longer than for that; and one
    `chain` of such calls, however often it is begun.
    """
    chain = pool_chain_hold(chain=chain)
    if not chain:
        return
    levels = pool_levels()
    event = min(EVENTS, key=levels.__getitem__)
    if levels[event] >= settings.POOL_SIZE:
        pool_chain_end()
        return
    for code in candidates(event=event, sealed=True):
        if (proof := _prove(code)) is not None:
            pool_deal_add(code=code, proof=proof)
            publish_when_lacking(event)
            break
    log.info("pool_filled", game=event, ready=pool_levels()[event])
    job_enqueue(POOL_FILL, chain=chain)


def _prove(code: Code) -> Proof | None:
    """A proof that the rule book has replayed, or None."""
    from engine.solver.analysis import is_winning
    from engine.solver.compiled import version
    from engine.solver.par import par
    from engine.solver.search import solve

    start = deal(code)
    verdict = solve(start, seconds=CANDIDATE_SECONDS)
    if verdict.answer != "winnable":
        return None
    best = par(start, seconds=PAR_SECONDS, known=verdict)
    if best.moves is None or not is_winning(start, best.line):
        log.error("solver_line_refused", game=code.event)
        return None
    return Proof(best.line, best.moves, best.exact, best.bound, verdict.states, version())


@shared_task(**QUICK)  # type: ignore[untyped-decorator]
def deal_find(key: str, event: str, sealed: bool) -> None:
    """Look for a deal that can be won among forty, as long as somebody waits; the answer
    is its code, encrypted, or nothing."""
    from engine.solver.analysis import is_winning
    from engine.solver.search import solve

    ends = time.monotonic() + FIND_SECONDS
    for code in candidates(event=event, sealed=sealed):
        seconds = min(FIND_EACH_SECONDS, ends - time.monotonic())
        if seconds <= 0:
            break
        start = deal(code)
        verdict = solve(start, seconds=seconds, clock=time.monotonic)
        if verdict.answer == "winnable" and is_winning(start, verdict.line):
            question_answer(key, text_seal(text=code.text).decode())
            return
    question_answer(key, "")


@shared_task(**QUICK)  # type: ignore[untyped-decorator]
def line_hint(key: str, run_id: int, place: int) -> None:
    """The next move of a line that wins, never one back from a foundation; else nothing."""
    from engine.solver.search import solve

    position = _position(run_id, place)
    verdict = solve(position, seconds=HINT_SECONDS, clock=time.monotonic)
    move = verdict.line[0] if verdict.answer == "winnable" and verdict.line else ""
    question_answer(key, "" if move and parse_move(move).is_taking_back else move)


@shared_task(**QUICK)  # type: ignore[untyped-decorator]
def position_look(key: str, run_id: int, place: int, thorough: bool = False) -> None:
    """Tell the table when the position is proved lost; of anything less nothing is said.

    What a short look does not decide is looked at again, `thorough`, in the queue of long work: a
    hint waits behind this task.
    """
    from engine.solver.search import solve

    run = Run.objects.filter(pk=run_id, state="open", seq=place).first()
    if run is None:
        return  # the player went on: nobody would be told
    seconds = LONG_LOOK_SECONDS if thorough else LOOK_SECONDS
    answer = solve(_position(run_id, place), seconds=seconds).answer
    if answer == "lost":
        run_proved_lost(token=run.token, seq=place)
    elif answer == "unknown" and not thorough:
        job_enqueue(
            POSITION_LOOK,
            expires=LONG_LOOK_EXPIRES,
            key=key,
            run_id=run_id,
            place=place,
            thorough=True,
        )


def _position(run_id: int, place: int) -> Position:
    _, start, items = run_items(run_id=run_id, place=place)
    game = Game(start)
    for text in items:
        game.play(text, 0)
    return game.position


@shared_task(**LONGEST)  # type: ignore[untyped-decorator]
def run_analyse(run_id: int) -> None:
    """Judge every position of a finished run; a second worker begins anew, with one outcome."""
    from engine.solver.compiled import version

    analysis = analysis_begin(run_id=run_id, solver=version())
    if analysis is None:
        return
    try:
        _analyse(run_id, analysis)
    except (EngineError, SoftTimeLimitExceeded):
        log.exception("analysis_failed", run=run_id)
        analysis_fail(analysis=analysis)


def _analyse(run_id: int, analysis: Analysis) -> None:
    """Raises `EngineError` for a log that does not replay."""
    from engine.solver.analysis import analyse
    from engine.solver.par import par

    run, start, items = run_items(run_id=run_id)
    found = analyse(
        start,
        items,
        seconds_each=EACH_SECONDS,
        seconds=ANALYSIS_SECONDS,
        progress=_progress_of(analysis),
    )
    best = par(start, seconds=PAR_SECONDS)
    moves, bound = best.moves, best.bound
    if (known := run.pool_deal) is not None:
        # What was proved when the deal was made is not forgotten.
        moves, bound = min(moves or known.par, known.par), max(bound, known.bound)
    analysis_finish(
        analysis=analysis,
        verdicts="".join(verdict[0] for verdict in found.verdicts),
        lost_at=None if not found.lost_at else found.lost_at - 1,
        line_from=found.winnable_at,
        line=found.line,
        par=moves,
        par_is_minimum=moves == bound,
        bound=bound,
    )


def _progress_of(analysis: Analysis) -> Callable[[int, int], None]:
    """Tells the page how far it is, not oftener than a person looks."""
    told = 0.0

    def progress(done: int, total: int) -> None:
        nonlocal told
        if time.monotonic() - told >= TELL_SECONDS:
            told = time.monotonic()
            analysis_advance(analysis=analysis, done=done, total=total)

    return progress


@shared_task(soft_time_limit=30, time_limit=60)  # type: ignore[untyped-decorator]
def analyses_sweep() -> None:
    """Analyses whose worker was lost are done anew."""
    if count := analyses_requeue(now=timezone.now()):
        log.warning("analyses_requeued", count=count)
