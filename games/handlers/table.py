"""Frames of a table: each becomes one call of a service and one answer."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial

from engine.replay import HINTS_A_GAME
from games.clock import now_ms
from games.db import in_db
from games.errors import RunNotFound
from games.jobs import LINE_HINT, POSITION_LOOK, question_ask, question_await
from games.protocol import VERSION, Code, HintFrame, Nack, Placed, Welcome
from games.selectors.viewers import Viewer, viewer_fetch
from games.services.play import Reply, Table, frame_play, table_close, view_of
from games.services.tables import committed, tables
from games.writer import Write

# A fair hint is given instead of a later one.
HINT_SECONDS = 1.0


@dataclass(slots=True)
class Seat:
    """One socket's place at one table: whose eyes, and which run."""

    token: str
    viewer: Viewer
    session_key: str


async def seat_take(token: str, session_key: str) -> Seat:
    """Who asks for this run: `RunNotFound` when nobody is signed in."""
    viewer = await in_db(viewer_fetch, session_key)
    if viewer is None:
        raise RunNotFound
    return Seat(token, viewer, session_key)


async def table_welcome(seat: Seat) -> Welcome | None:
    """The table as it stands, committed items only; the first starts the clock. None before the
    start of its race.

    Raises `RunNotFound` for an unknown run and for another's alike.
    """
    while True:
        table = await tables().open(token=seat.token, user_id=seat.viewer.user_id)
        now, seq = now_ms(), table.seq
        if table.waits_at(now):
            return None
        table_close(table, now)
        view = view_of(table, seat.viewer, now)
        if await committed(table):
            return Welcome(v=VERSION, now=now, role="player", seq=seq, view=view)


async def frame_answer(seat: Seat, frame: Placed) -> Reply:
    line_hint = ""
    if isinstance(frame, HintFrame) and frame.kind == "line":
        line_hint = await _line_hint(await _table(seat), frame)
    return frame_play(await _table(seat), seat.viewer, frame, now_ms(), line_hint=line_hint)


def is_racing(seat: Seat) -> bool:
    """Whether the run at this seat is a race's."""
    table = tables().live(seat.token)
    return table is not None and table.opens_ms is not None


def seconds_waiting(seat: Seat) -> float:
    """How long until the start of its race."""
    table = tables().live(seat.token)
    if table is None or table.opens_ms is None:
        return 0.0
    return max(0.0, (table.opens_ms - now_ms()) / 1000)


def seconds_open(seat: Seat) -> float | None:
    """How long the run at this seat is still open by its challenge's or race's closing; None when
    nothing closes it, or it has ended."""
    table = tables().live(seat.token)
    if table is None or table.state != "open" or table.closes_ms is None:
        return None
    return max(0.0, (table.closes_ms - now_ms()) / 1000)


def run_close(seat: Seat) -> Write | None:
    """End the run at this seat if it is time, whoever else may do it as well; the write."""
    table = tables().live(seat.token)
    return None if table is None else table_close(table, now_ms())


def position_look(seat: Seat, seq: int) -> None:
    """Have a casual run's position proved lost, if it is; only a proof is ever told."""
    table = tables().live(seat.token)
    if table is None or not _may_be_solved(table) or table.paused_ms is not None:
        return
    if table.seq == seq and table.pending is None:
        asyncio.get_running_loop().run_in_executor(
            None, partial(question_ask, POSITION_LOOK, expires=60.0, run_id=table.run_id, place=seq)
        )


def _may_be_solved(table: Table) -> bool:
    """Whether its player may hear of the solver: nobody does while others play the same deal."""
    return table.casual and table.state == "open" and not table.sealed


async def _line_hint(table: Table, frame: HintFrame) -> str:
    """What the solver proposes, if it answers in time; the board may move on meanwhile."""
    playing = _may_be_solved(table) and table.paused_ms is None
    allowed = frame.place == table.seq and table.game.hints < HINTS_A_GAME
    if not (playing and allowed and await committed(table)):
        return ""
    ids = {"run_id": table.run_id, "place": frame.place}
    try:
        async with asyncio.timeout(HINT_SECONDS):
            key = await asyncio.to_thread(question_ask, LINE_HINT, expires=HINT_SECONDS, **ids)
            return await question_await(key, seconds=HINT_SECONDS) or ""
    except TimeoutError:
        return ""


async def refusal(seat: Seat, code: Code) -> Reply:
    """A `nack` of the envelope's own, with the view as ever."""
    table, now = await _table(seat), now_ms()
    if table.waits_at(now):
        return Reply(Nack(code=code), None)
    nack = Nack(code=code, seq=table.seq, view=view_of(table, seat.viewer, now))
    return Reply(nack, table.pending)


def table_is_lost(seat: Seat) -> bool:
    """Whether what was answered last may have to be answered anew."""
    return tables().live(seat.token) is None


async def _table(seat: Seat) -> Table:
    return tables().live(seat.token) or await tables().load(seat.token)
