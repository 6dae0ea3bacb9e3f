"""Play at one table: what a placed frame does to a run. The one writer of logs.

A `Table` is a run's log folded in this process, running ahead of the database by the items on
their way to it. Nothing of what it says may leave before those are committed: every reply
names the write it waits for. When a write is refused the table is given up and loaded anew.

All of this runs on the event loop between two awaits, so no lock is needed.
"""

from __future__ import annotations

import asyncio
from array import array
from dataclasses import dataclass
from functools import partial
from typing import Literal

from engine.errors import EngineError, IllegalMove
from engine.hints import fair_hint
from engine.moves import HINT, UNDO, move_text
from engine.position import Position
from engine.replay import HINTS_A_GAME, Game
from engine.rules import finish_moves, tap_move
from engine.view import PlayerView, player_view
from games.db import in_db_aside
from games.errors import GameError
from games.protocol import (
    Ack,
    Code,
    FinishFrame,
    HintFrame,
    MoveFrame,
    Nack,
    PauseFrame,
    Placed,
    StopFrame,
    TapFrame,
    UndoFrame,
    View,
    WantedCard,
    view_frame,
)
from games.selectors.viewers import Viewer
from games.services.results import run_finished
from games.writer import Epoch, Write, writer
from games.writer_sql import Clock, RunRow

# How far back a doubled tap or finish is still told from a stale one.
REPEAT_REACH = 64
# Before the text of a stored hint: the solver's, which sees all cards.
ALL_SEEING = "!"


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer and the write that must be committed before it may leave, if any."""

    frame: Ack | Nack
    write: Write | None


class Table:
    """A run's fold in this process. Made by `games.services.tables`."""

    __slots__ = (
        "_repeat",
        "ats",
        "clock",
        "closes_ms",
        "code",
        "ended_ms",
        "epoch",
        "game",
        "hints",
        "kind",
        "opens_ms",
        "paused_ms",
        "result",
        "run_id",
        "sealed",
        "start",
        "started_ms",
        "state",
        "texts",
        "write",
    )  # fmt: skip

    def __init__(
        self, *, run_id: int, kind: str, code: str, game: Game, started_ms: int,
        paused_ms: int | None = None, state: str = "open", result: str = "",
        ended_ms: int | None = None, closes_ms: int | None = None, sealed: bool = False,
        opens_ms: int | None = None,
    ) -> None:  # fmt: skip
        """`sealed`: the code may not even be told when the run ends, for others are playing it.
        `opens_ms`: the start of its race, before which nothing is shown or played."""
        self.run_id = run_id
        self.kind = kind
        self.code = code
        self.start: Position = game.start
        self.game = game
        self.started_ms = started_ms
        self.paused_ms = paused_ms
        self.clock = Clock(started_ms, paused_ms)
        self.state = state
        self.result = result
        self.ended_ms = ended_ms
        self.closes_ms = closes_ms
        self.opens_ms = opens_ms
        self.sealed = sealed
        self.texts: list[str] = []
        self.ats = array("q")
        self.hints: dict[int, str] = {}
        self.epoch = Epoch()
        self.write: Write | None = None
        self._repeat: tuple[int, Position] | None = None

    @property
    def seq(self) -> int:
        return len(self.texts)

    @property
    def pending(self) -> Write | None:
        """The newest write on its way, if one is."""
        if self.write is not None and self.write.done.done():
            self.write = None
        return self.write

    @property
    def casual(self) -> bool:
        """Whether there is help, and a clock that stops: never in a race."""
        return self.kind == "casual" and self.opens_ms is None

    def waits_at(self, now: int) -> bool:
        """Whether its race has yet to start."""
        return self.opens_ms is not None and now < self.opens_ms

    def at(self, now: int) -> int:
        """The run's clock at the server time `now` (ms): it never turns back."""
        if self.ended_ms is not None:
            now = self.ended_ms
        elif self.paused_ms is not None:
            now = self.paused_ms
        elif self.closes_ms is not None:
            now = min(now, self.closes_ms)
        return max(self.game.last_ms, now - self.started_ms)

    def record(self, text: str, at_ms: int, hint: str = "") -> None:
        """Fold one item in. Raises the engine's errors and then changes nothing."""
        self.game.play(text, at_ms)
        if hint:
            self.hints[self.seq] = hint
        self.texts.append(text)
        self.ats.append(at_ms)

    def position_at(self, place: int) -> Position:
        """The position before the item at `place`, folded anew; the last answer is kept."""
        if self._repeat is None or self._repeat[0] != place:
            game = Game(self.start)
            for text, at_ms in zip(self.texts[:place], self.ats[:place], strict=True):
                game.play(text, at_ms)
            self._repeat = place, game.position
        return self._repeat[1]


def view_of(table: Table, viewer: Viewer, now: int) -> View:
    """The whole of what this viewer may see of the table at server time `now`.

    Raises `GameError` (`not_started`) before a race's start: then that is nothing.
    """
    if table.waits_at(now):
        raise GameError(Code.NOT_STARTED)
    open_code = not table.sealed and (table.casual or table.state != "open")
    view = player_view(
        table.game,
        ms=table.at(now),
        result=table.result or None,
        hints_allowed=HINTS_A_GAME if table.casual else 0,
        columns_first=viewer.columns_first,
        code=table.code if open_code else None,
    )
    return view_frame(view, paused=table.paused_ms is not None)


def frame_play(
    table: Table, viewer: Viewer, frame: Placed, now: int, *, line_hint: str = ""
) -> Reply:
    """Do what a placed frame asks, or say why not. `now` is the server's time in ms.

    `line_hint`: what the solver proposes here, when a hint of its kind was asked and found.
    """
    if table.waits_at(now):
        return Reply(Nack(code=Code.NOT_STARTED), None)
    table_close(table, now)
    place, seq = frame.place, table.seq
    if place > seq or table.texts[frame.base : place] != frame.after:
        return _nack(table, viewer, now, Code.STALE)
    if place < seq:
        return _repeat(table, viewer, frame, now)
    if table.state != "open":
        return _ended(table, viewer, frame, now)
    if isinstance(frame, PauseFrame):
        return _pause(table, viewer, frame, now)
    if table.paused_ms is not None and not isinstance(frame, StopFrame):
        return _nack(table, viewer, now, Code.PAUSED)
    try:
        if isinstance(frame, HintFrame):
            return _hint(table, viewer, now, line_hint)
        return _try(table, viewer, frame, now)
    except IllegalMove as error:
        return _nack(table, viewer, now, error.code, error)
    except EngineError as error:
        return _nack(table, viewer, now, error.code)


def table_close(table: Table, now: int) -> Write | None:
    """End a run whose challenge or race has closed, as of that instant, if nobody has; the write
    on its way. Whoever notices first does it: a frame, somebody who looks, or the clock."""
    if table.state == "open" and table.closes_ms is not None and now >= table.closes_ms:
        _end(table, "closed", table.closes_ms)
        _submit(table, table.seq, []).done.add_done_callback(partial(_closed, table.run_id))
    return table.pending


def _closed(run_id: int, done: asyncio.Future[bool]) -> None:
    if not done.cancelled() and done.exception() is None and done.result():
        in_db_aside(run_finished, run_id=run_id)


def _try(table: Table, viewer: Viewer, frame: Placed, now: int) -> Reply:
    match frame:
        case MoveFrame():
            if frame.move in (UNDO, HINT):
                return _nack(table, viewer, now, Code.BAD_FRAME)
            return _write_items(table, viewer, [frame.move], now)
        case UndoFrame():
            return _write_items(table, viewer, [UNDO], now)
        case TapFrame() | FinishFrame():
            items = _items_for(table.game.position, viewer, frame)
            return _write_items(table, viewer, items, now, tell=True)
        case _:
            return _stop(table, viewer, now)


def _items_for(position: Position, viewer: Viewer, frame: TapFrame | FinishFrame) -> list[str]:
    """What a tap or finish means at a position. Raises `IllegalMove`."""
    if isinstance(frame, FinishFrame):
        return [move_text(move) for move in finish_moves(position)]
    move = tap_move(position, frame.card, double=frame.double, columns_first=viewer.columns_first)
    if move is None:
        raise IllegalMove("no_target")
    return [move_text(move)]


def _write_items(
    table: Table, viewer: Viewer, items: list[str], now: int, *, tell: bool = False
) -> Reply:
    at_ms, base = table.at(now), table.seq
    for text in items:
        table.record(text, at_ms)
    if table.game.won:
        _end(table, "won", now)
    write = _submit(table, base, [(text, at_ms, "") for text in items])
    ack = Ack(seq=table.seq, at=at_ms, view=view_of(table, viewer, now))
    return Reply(Ack(ack.seq, ack.at, ack.view, items=items) if tell else ack, write)


def _hint(table: Table, viewer: Viewer, now: int, line_hint: str) -> Reply:
    if not table.casual:
        return _nack(table, viewer, now, Code.NOT_RANKED)
    hint = ALL_SEEING + line_hint if line_hint else fair_hint(_plain_view(table, viewer, now))
    if hint is None:
        return _nack(table, viewer, now, "no_target")
    at_ms, base = table.at(now), table.seq
    table.record(HINT, at_ms, hint)
    write = _submit(table, base, [(HINT, at_ms, hint)])
    return Reply(_hint_ack(table, base, view_of(table, viewer, now)), write)


def _hint_ack(table: Table, place: int, view: View) -> Ack:
    """The answer to the hint stored at `place`, which says who gave it."""
    hint = table.hints.get(place, "")
    text = hint.removeprefix(ALL_SEEING)
    by: Literal["fair", "line"] = "fair" if text == hint else "line"
    return Ack(place + 1, table.ats[place], view, items=[HINT], hint=text, by=by)


def _plain_view(table: Table, viewer: Viewer, now: int) -> PlayerView:
    return player_view(table.game, ms=table.at(now), columns_first=viewer.columns_first)


def _stop(table: Table, viewer: Viewer, now: int) -> Reply:
    at_ms = table.at(now)
    _unpause(table, now)
    _end(table, "stopped", now)
    write = _submit(table, table.seq, [])
    return Reply(Ack(seq=table.seq, at=at_ms, view=view_of(table, viewer, now)), write)


def _end(table: Table, result: str, now: int) -> None:
    """End it now, or at its last item, where another server's clock was ahead of ours."""
    table.state, table.result = "ended", result
    table.ended_ms = max(now, table.started_ms + table.game.last_ms)


def _pause(table: Table, viewer: Viewer, frame: PauseFrame, now: int) -> Reply:
    """Stop or start the clock of a casual run; a frame that changes nothing is a repeat."""
    if not table.casual:
        return _nack(table, viewer, now, Code.NOT_PAUSABLE)
    at_ms = table.at(now)
    if frame.on and table.paused_ms is None:
        table.paused_ms = now
        _submit(table, table.seq, [])
    elif not frame.on and table.paused_ms is not None:
        _unpause(table, now)
        _submit(table, table.seq, [])
    return Reply(Ack(seq=table.seq, at=at_ms, view=view_of(table, viewer, now)), table.pending)


def _unpause(table: Table, now: int) -> None:
    if table.paused_ms is not None:
        table.started_ms += max(0, now - table.paused_ms)
        table.paused_ms = None


def _ended(table: Table, viewer: Viewer, frame: Placed, now: int) -> Reply:
    """After the end nothing is accepted; a second `stop` of a stopped run is a repeat."""
    if isinstance(frame, StopFrame) and table.result == "stopped":
        view = view_of(table, viewer, now)
        return Reply(Ack(seq=table.seq, at=table.at(now), view=view), table.pending)
    return _nack(table, viewer, now, "finished")


def _repeat(table: Table, viewer: Viewer, frame: Placed, now: int) -> Reply:
    """Answer a doubled frame as it was answered before, or `stale` when it is another."""
    place = frame.place
    items = _repeated_items(table, viewer, frame)
    if not items or table.texts[place : place + len(items)] != items:
        return _nack(table, viewer, now, Code.STALE)
    ack = Ack(place + len(items), table.ats[place], view_of(table, viewer, now))
    if isinstance(frame, HintFrame):
        ack = _hint_ack(table, place, ack.view)
    elif isinstance(frame, TapFrame | FinishFrame):
        ack = Ack(ack.seq, ack.at, ack.view, items=items)
    return Reply(ack, table.pending)


def _repeated_items(table: Table, viewer: Viewer, frame: Placed) -> list[str]:
    match frame:
        case MoveFrame():
            return [frame.move]
        case UndoFrame():
            return [UNDO]
        case HintFrame():
            return [HINT]
        case TapFrame() | FinishFrame() if table.seq - frame.place <= REPEAT_REACH:
            try:
                return _items_for(table.position_at(frame.place), viewer, frame)
            except IllegalMove:
                return []
        case _:
            return []


def _nack(
    table: Table, viewer: Viewer, now: int, code: str, error: IllegalMove | None = None
) -> Reply:
    nack = Nack(code=str(code), seq=table.seq, view=view_of(table, viewer, now))
    if error is not None and error.wanted is not None and viewer.interactive_rules:
        wanted = WantedCard(error.wanted.rank, error.wanted.suits)
        nack = Nack(nack.code, nack.seq, nack.view, wanted=wanted)
    return Reply(nack, table.pending)


def _submit(table: Table, base: int, items: list[tuple[str, int, str]]) -> Write:
    game = table.game
    row = RunRow(
        table.run_id, table.seq, game.last_ms, game.score, game.moves, game.up, game.turned,
        game.undos, game.hints, table.state, table.result, table.started_ms, table.paused_ms,
        table.ended_ms,
    )  # fmt: skip
    clock, table.clock = table.clock, Clock(table.started_ms, table.paused_ms)
    table.write = Write(table.epoch, base, clock, items, row)
    writer.submit(table.write)
    return table.write
