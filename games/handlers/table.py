"""Frames of a table: each becomes one call of a service and one answer."""

from __future__ import annotations

from dataclasses import dataclass

from games.clock import now_ms
from games.db import in_db
from games.errors import RunNotFound
from games.protocol import VERSION, Code, Hello, Nack, Placed, Welcome
from games.selectors.viewers import Viewer, viewer_fetch
from games.services.play import Reply, Table, frame_play, view_of
from games.services.tables import committed, tables


@dataclass(slots=True)
class Seat:
    """One socket's place at one table: whose eyes, and which run."""

    token: str
    viewer: Viewer
    session_key: str


async def seat_take(frame: Hello, session_key: str) -> Seat:
    """Who asks for this run: `RunNotFound` when nobody is signed in."""
    viewer = await in_db(viewer_fetch, session_key)
    if viewer is None:
        raise RunNotFound
    return Seat(frame.run, viewer, session_key)


async def table_welcome(seat: Seat) -> Welcome:
    """The table as it stands, committed items only; the first starts the clock.

    Raises `RunNotFound` for an unknown run and for another's alike.
    """
    while True:
        table = await tables().open(token=seat.token, user_id=seat.viewer.user_id)
        now, seq = now_ms(), table.seq
        view = view_of(table, seat.viewer, now)
        if await committed(table):
            return Welcome(v=VERSION, now=now, role="player", seq=seq, view=view)


async def frame_answer(seat: Seat, frame: Placed) -> Reply:
    return frame_play(await _table(seat), seat.viewer, frame, now_ms())


async def refusal(seat: Seat, code: Code) -> Reply:
    """A `nack` of the envelope's own, with the view as ever."""
    table, now = await _table(seat), now_ms()
    nack = Nack(code=code, seq=table.seq, view=view_of(table, seat.viewer, now))
    return Reply(nack, table.pending)


def table_is_lost(seat: Seat) -> bool:
    """Whether what was answered last may have to be answered anew."""
    return tables().live(seat.token) is None


async def _table(seat: Seat) -> Table:
    return tables().live(seat.token) or await tables().load(seat.token)
