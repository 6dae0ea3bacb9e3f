"""Tabs on one run over a network that delays, doubles, reorders and drops, in several processes.

Everything of the service is real: handlers, tables, writer, outbox and database. A `Process` is
what a second web process has of its own: its tables and its writer. Only the sockets' bytes are
carried by hand, so that a test decides which frame arrives when.
"""

from __future__ import annotations

import json
from collections import deque
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from msgspec import to_builtins

from accounts.models import User
from engine.codes import parse_code
from engine.deals import deal
from engine.replay import Game
from engine.rules import legal_moves
from engine.view import player_view
from games.consumers.outbox import Outbox, SlowReader
from games.db import in_db
from games.errors import GameError
from games.handlers import table as handlers
from games.models import LogItem, Run
from games.protocol import Placed, Welcome, decode, encode, view_frame
from games.selectors.viewers import Viewer
from games.services import play
from games.services.runs import run_start_code
from games.services.tables import Tables
from games.writer import GroupCommitWriter, Write

View = dict[str, Any]
current: ContextVar[Process] = ContextVar("process")


class Process:
    """The state that a web process does not share with another."""

    def __init__(self) -> None:
        self.tables = Tables()
        self.writer = GroupCommitWriter()


class _CurrentWriter:
    def submit(self, write: Write) -> None:
        current.get().writer.submit(write)


def use_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the service's code find the tables and the writer of the process it runs in."""
    monkeypatch.setattr(handlers, "tables", lambda: current.get().tables)
    monkeypatch.setattr(play, "writer", _CurrentWriter())


@dataclass(eq=False)
class Sent:
    """A frame on its way, with the whole log that its sender believed to lie before it."""

    fields: dict[str, Any]
    believed: list[str]
    answers: list[dict[str, Any]] = field(default_factory=list)

    @property
    def frame(self) -> Placed:
        frame = decode(json.dumps(self.fields))
        assert isinstance(frame, Placed)
        return frame

    def items(self, answer: dict[str, Any]) -> list[str]:
        """What this frame became in the log, by its `ack`."""
        if "items" in answer:
            return list(answer["items"])
        return {"move": [self.fields.get("move", "")], "undo": ["u"]}.get(self.fields["t"], [])


class Link:
    """One connection: the server's end of it, as the consumer has it."""

    def __init__(self, process: Process, run: Run) -> None:
        self.process = process
        self.seat = handlers.Seat(run.token, Viewer(run.player_id), "")
        self.outbox = Outbox(self._send, self._failed)
        self.asked: deque[Sent] = deque()
        self.answered: deque[tuple[Sent, dict[str, Any]]] = deque()
        self.failed: Exception | None = None

    async def deliver(self, sent: Sent) -> None:
        current.set(self.process)
        if self.outbox.behind or handlers.table_is_lost(self.seat):
            await self.outbox.flushed()
        make = partial(handlers.frame_answer, self.seat, sent.frame)
        reply = await make()
        self.asked.append(sent)
        self.outbox.put(reply.frame, reply.write, make)

    async def hello(self) -> Welcome:
        current.set(self.process)
        await self.outbox.flushed()
        return await handlers.table_welcome(self.seat)

    async def _send(self, message: dict[str, Any]) -> None:
        answer = json.loads(message["text"])
        sent = self.asked.popleft()
        sent.answers.append(answer)
        self.answered.append((sent, answer))

    async def _failed(self, error: GameError | SlowReader) -> None:
        self.failed = error


class Tab:
    """A browser's side: what it believes the log to be, and what it has said without an answer."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.sent: list[Sent] = []
        self.known: list[str] = []
        self.unanswered: list[Sent] = []
        self.in_flight: list[Sent] = []
        self.seen: list[tuple[int, str, View]] = []

    async def connect(self, process: Process) -> None:
        """Connect (anew): what was on the way is lost, unanswered frames are sent again."""
        if hasattr(self, "link"):
            self.link.outbox.close()
        self.link = Link(process, self.run)
        self.in_flight = []
        await self.hello()

    async def hello(self) -> None:
        welcome = json.loads(encode(await self.link.hello()))
        self.seen.append((welcome["seq"], "welcome", welcome["view"]))
        if not self.unanswered:
            self.known = await log_prefix(self.run, welcome["seq"])
        self.in_flight.extend(self.unanswered)

    @property
    def waiting(self) -> bool:
        """After a tap, hint, finish or stop a browser waits for the answer."""
        return bool(self.unanswered) and self.unanswered[-1].fields["t"] not in ("move", "undo")

    def board(self) -> Game:
        """What is on this tab's screen: the log it knows and its own moves on top."""
        game = Game(deal(parse_code(self.run.code)))
        for text in self.known + [self._text(sent) for sent in self.unanswered]:
            game.play(text, game.last_ms)
        return game

    def say(self, t: str, **fields: Any) -> Sent:
        after = [self._text(sent) for sent in self.unanswered]
        frame = {"t": t, "base": len(self.known), "after": after, **fields}
        sent = Sent(frame, self.known + after)
        self.sent.append(sent)
        self.unanswered.append(sent)
        self.in_flight.append(sent)
        return sent

    def play(self, number: int) -> None:
        """Say something that this tab's board allows; which, `number` chooses."""
        if self.waiting:
            return
        game = self.board()
        moves = [str(move) for move in legal_moves(game.position)] if not game.won else []
        options: list[tuple[str, dict[str, Any]]] = [("move", {"move": text}) for text in moves]
        options += [("undo", {})] * (2 if game.can_undo else 0)
        if not self.unanswered:
            options += [("tap", {"card": "s"}), ("hint", {}), ("finish", {})]
        if options:
            t, fields = options[number % len(options)]
            self.say(t, **fields)

    async def hear(self) -> None:
        """Take the next answer that has arrived."""
        if not self.link.answered:
            return
        sent, answer = self.link.answered.popleft()
        self.seen.append((answer["seq"], answer["t"], answer["view"]))
        if sent not in self.unanswered:
            return
        if answer["t"] == "ack":
            # What was said before it is in the log as well, whether its answer came or was lost.
            del self.unanswered[: self.unanswered.index(sent) + 1]
            self.known = sent.believed + sent.items(answer)
        else:
            # Everything said on top of a refused frame is void as well.
            self.unanswered = []
            self.known = await log_prefix(self.run, answer["seq"])

    async def settle(self) -> None:
        """Let everything that was said arrive, however often it has to be said again."""
        for _ in range(3):
            await self.connect(self.link.process)
            while self.in_flight:
                await self.link.deliver(self.in_flight.pop(0))
            await self.link.outbox.flushed()
            while self.link.answered:
                await self.hear()
        assert self.link.failed is None
        assert not self.unanswered
        assert not self.link.asked, "every frame got its answer"

    @staticmethod
    def _text(sent: Sent) -> str:
        return str(sent.fields.get("move", "u"))


async def log_prefix(run: Run, seq: int) -> list[str]:
    """The first `seq` items that the database has now; all of them must be there."""
    items = LogItem.objects.filter(run=run, place__lt=seq).order_by("place")
    found = await in_db(lambda: list(items.values_list("text", flat=True)))
    assert len(found) == seq, "told of items that are not stored"
    return found


def run_at(code: str, moves: list[str]) -> Run:
    """A run of a new guest's with these moves made already."""
    run = run_start_code(player=User.objects.create(tag="AAAA"), code=parse_code(code))
    game = Game(deal(parse_code(code)))
    for place, text in enumerate(moves):
        game.play(text, 0)
        LogItem.objects.create(run=run, place=place, text=text, at_ms=0)
    run.seq, run.score, run.moves = len(moves), game.score, game.moves
    run.up, run.turned = game.up, game.turned
    run.save()
    return run


def checked(run: Run, tabs: list[Tab]) -> list[str]:
    """The log, once it agrees with its run's row and with all that the tabs were told."""
    run.refresh_from_db()
    items = list(run.log.order_by("place"))
    log = [item.text for item in items]
    assert [item.place for item in items] == list(range(run.seq))
    views = views_of(run, items)
    for tab in tabs:
        assert log[: len(tab.known)] == tab.known
        for sent in tab.sent:
            check_answers(sent, items)
        for seq, kind, view in tab.seen:
            assert shown(view) in (views[seq:] if kind == "ack" else [views[seq]])
    return log


def check_answers(sent: Sent, items: list[LogItem]) -> None:
    """Acknowledged is what is in the log, on the very log that the sender believed in."""
    acks = [answer for answer in sent.answers if answer["t"] == "ack"]
    place = len(sent.believed)
    for ack in acks:
        became = sent.items(ack)
        texts = [item.text for item in items]
        assert became
        assert texts[:place] == sent.believed
        assert texts[place : place + len(became)] == became
        assert (ack["seq"], ack["at"]) == (place + len(became), items[place].at_ms)
        assert ack.get("hint", "") == items[place].hint
    assert len({str({**ack, "view": None}) for ack in acks}) <= 1, "all acknowledged alike"


def views_of(run: Run, items: list[LogItem]) -> list[View]:
    """What a view must show after each prefix of the log; and the row, which caches the last."""
    game = Game(deal(parse_code(run.code)))
    views = [shown(to_builtins(view_frame(player_view(game, ms=0))))]
    for item in items:
        game.play(item.text, item.at_ms)
        views.append(shown(to_builtins(view_frame(player_view(game, ms=item.at_ms)))))
    stored = (run.last_ms, run.score, run.moves, run.up, run.turned, run.undos, run.hints)
    assert stored == (
        game.last_ms, game.score, game.moves, game.up, game.turned, game.undos, game.hints,
    )  # fmt: skip
    assert (run.state == "ended") == (run.result == "won") == game.won
    return views


def shown(view: View) -> View:
    """A view without the time of day and what only the run's beginning says."""
    return {key: value for key, value in view.items() if key not in ("ms", "code")}
