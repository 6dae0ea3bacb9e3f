"""Ghosts: how far a game that has ended had come when, for whoever races it on the same deal.

Numbers only, as rivals of a race see each other: no card, suit or move is ever here.
"""

from __future__ import annotations

from dataclasses import dataclass

from accounts.selectors import public_names
from engine.deals import deal
from engine.replay import Game
from games.errors import RunNotFound
from games.models import Run, RunResult, Verification
from games.race_order import finish_key
from games.sealing import run_code
from games.selectors.races import WON, cards_hidden, seat_run_state
from games.selectors.runs import RUNS, run_of_player
from games.selectors.unlocking import deal_is_over, is_own

# Of one ghost no more news than of a rival: the latest of each half second.
STEP_MS = 500
# Clock, cards up, cards still face down, moves.
Point = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Course:
    """A ghost's progress: `points` in the order of time, the first at the start and the last at its
    last move; `ms` is when its game ended and `state` how (`won`, `stopped`, `timeup`)."""

    name: str
    own: bool
    points: list[Point]
    ms: int
    state: str


@dataclass(frozen=True, slots=True)
class Ghost:
    """The ghost of an ended game and what came of racing it: `won`, `lost` or `drawn`."""

    token: str
    name: str
    own: bool
    won: bool
    ms: int
    up: int
    outcome: str


def ghost_run(*, token: str) -> Run:
    """An ended run that anybody may race: one with a move, not refused, of a deal that is over.

    Raises `RunNotFound` for every other one, known or not.
    """
    run = RUNS.filter(token=token).first()
    if run is None or not may_challenge(run):
        raise RunNotFound
    return run


def may_challenge(run: Run) -> bool:
    """Whether this run has a ghost to be raced."""
    return bool(
        not run.is_open
        and run.moves
        and run.verification != Verification.REJECTED
        and deal_is_over(run)
    )


def ghost_course(*, token: str, user: object) -> Course:
    """The course of the ghost that the viewer's own run races. Raises `RunNotFound` for another's
    run, and where there is no ghost (any more)."""
    run = run_of_player(token=token, user=user)
    ghost = _ghost_of(run)
    if ghost is None:
        raise RunNotFound
    state = seat_run_state(ghost.result)
    ended = (ghost.ended_ms or 0) - (ghost.started_ms or 0)
    return Course(
        name=public_names([ghost.player_id], run.player)[ghost.player_id].name,
        own=is_own(run=ghost, user=user),
        points=course_points(ghost),
        ms=ghost.last_ms if state == WON else max(ghost.last_ms, ended),
        state=state,
    )


def course_points(run: Run) -> list[Point]:
    """The run's progress as rivals are told of it."""
    hidden = cards_hidden(run.event)
    game = Game(deal(run_code(run=run)))
    points: list[Point] = [(0, 0, hidden, 0)]
    for text, at_ms in run.log.order_by("place").values_list("text", "at_ms"):
        game.play(text, at_ms)
        point = (game.last_ms, game.up, hidden - game.turned, game.moves)
        if len(points) > 1 and point[0] // STEP_MS == points[-1][0] // STEP_MS:
            points.pop()
        if point[1:] != points[-1][1:]:
            points.append(point)
    return points


def ghost_row(*, run: Run) -> Ghost | None:
    """What came of a game that raced a ghost; None of others, and while it goes on."""
    ghost = None if run.is_open else _ghost_of(run)
    if ghost is None:
        return None
    mine, theirs = _key(run), _key(ghost)
    return Ghost(
        token=ghost.token,
        name=public_names([ghost.player_id], run.player)[ghost.player_id].name,
        own=ghost.player_id == run.player_id,
        won=ghost.result == RunResult.WON,
        ms=ghost.last_ms,
        up=ghost.up,
        outcome="drawn" if mine == theirs else "won" if mine < theirs else "lost",
    )


def _ghost_of(run: Run) -> Run | None:
    ghost = RUNS.filter(pk=run.ghost_id).first() if run.ghost_id else None
    return ghost if ghost is not None and may_challenge(ghost) else None


def _key(run: Run) -> tuple[int, int, int, int]:
    won = run.result == RunResult.WON
    return finish_key(won=won, ms=run.last_ms, up=run.up, turned=run.turned, moves=run.moves)
