"""Browsers played by programs: they pipeline, double frames, lose their link and resume.

A `Soloist` is alone on its run and so knows its log: whatever it is told is held against its own
fold, and nothing but acknowledgements may ever reach it. `Duellist`s share a run.
"""

from __future__ import annotations

import asyncio
import json
import random
from abc import ABC, abstractmethod
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from msgspec import to_builtins
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from engine.codes import parse_code
from engine.deals import deal
from engine.replay import Game
from engine.rules import legal_moves
from engine.view import player_view
from games.protocol import view_frame
from tests.faults.service import Web

LOST = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError)
ANSWER_SECONDS = 30
#: How often a browser breaks off, per answer.
HOP = 0.02
Frame = dict[str, Any]


def link(web: Web, cookie: str, **options: Any) -> connect:
    """A socket to this web process, opened by `async with`."""
    return connect(
        web.url,
        origin=web.origin,  # type: ignore[arg-type]
        additional_headers={"Cookie": f"sessionid={cookie}"},
        compression=None,
        proxy=None,
        ping_interval=None,
        close_timeout=1,
        open_timeout=ANSWER_SECONDS,
        **options,
    )


async def post(socket: ClientConnection, frame: Frame) -> None:
    """Send, as a browser does: to a link that is closing in vain, and what came before is read."""
    with suppress(ConnectionClosed):
        await socket.send(json.dumps(frame))


async def say(socket: ClientConnection, t: str, **fields: Any) -> None:
    await post(socket, {"t": t, **fields})


async def hear(socket: ClientConnection) -> Frame:
    async with asyncio.timeout(ANSWER_SECONDS):
        frame: Frame = json.loads(await socket.recv())
    return frame


async def ask(socket: ClientConnection, t: str, **fields: Any) -> Frame:
    """Say something and take the next frame that is not a `changed`."""
    await say(socket, t, **fields)
    while (answer := await hear(socket))["t"] == "changed":
        pass
    return answer


@dataclass(eq=False)
class Player(ABC):
    """A seat, links that break, and a tally of what was said to be stored."""

    cookie: str
    run: str
    webs: list[Web]
    draw: random.Random
    #: (place, text, ms) of everything acknowledged, once each.
    acknowledged: list[tuple[int, str, int]] = field(default_factory=list, init=False)
    unanswered: deque[Frame] = field(default_factory=deque, init=False)
    welcomes: int = field(default=0, init=False)
    #: Frames said again after a lost link, and how many of those had been stored before.
    resent: int = field(default=0, init=False)
    #: Links broken off with items on their way, to go on elsewhere.
    hops: int = field(default=0, init=False)
    byes: list[tuple[str, int]] = field(default_factory=list, init=False)
    #: Whether there is a link and it has been welcomed.
    seated: bool = field(default=False, init=False)
    over: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    async def live(self) -> None:
        """Play on whatever web process is there until it is over and everything answered."""
        while not (self.over.is_set() and not self.unanswered):
            alive = [web for web in self.webs if web.alive]
            try:
                async with link(self.draw.choice(alive or self.webs), self.cookie) as socket:
                    await self._sit(socket)
            except LOST:
                # A browser waits a second at first; ours are in a hurry.
                await asyncio.sleep(self.draw.uniform(0.02, 0.2))

    async def _sit(self, socket: ClientConnection) -> None:
        """Play on one link. `bye` is remembered with the close code that follows it."""
        said = ""
        try:
            welcome = await ask(socket, "hello", run=self.run, v=1)
            if welcome["t"] == "welcome":
                self.welcomes += 1
                self.seated = True
                said = await self.play(socket, welcome)
            else:
                said = welcome["code"]
            if said:
                await socket.wait_closed()
                self.byes.append((said, socket.close_code or 0))
        finally:
            self.seated = False

    async def next_answer(self, socket: ClientConnection) -> Frame:
        """The next frame; where there are several processes, now and then a broken link."""
        if len(self.webs) > 1 and not self.over.is_set() and self.draw.random() < HOP:
            self.hops += 1
            socket.transport.abort()
            raise ConnectionResetError("gone to another process")
        return await hear(socket)

    @abstractmethod
    async def play(self, socket: ClientConnection, welcome: Frame) -> str:
        """Play until it is over ("") or the server says bye (its code)."""

    def frame(self, t: str, base: int, **fields: Any) -> Frame:
        after = [said.get("move", "u") for said in self.unanswered]
        frame = {"t": t, "base": base, "after": after, **fields}
        self.unanswered.append(frame)
        return frame


@dataclass(eq=False)
class Soloist(Player):
    """Plays at random, or a known line to its end; `window` items are out at once."""

    code: str = ""
    kind: str = "casual"
    line: list[str] = field(default_factory=list)
    window: int = 4

    def __post_init__(self) -> None:
        start = deal(parse_code(self.code))
        self.confirmed, self.ahead = Game(start), Game(start)

    async def play(self, socket: ClientConnection, welcome: Frame) -> str:
        self._check_welcome(welcome)
        asked: deque[tuple[Frame, bool]] = deque((frame, True) for frame in self.unanswered)
        for frame in self.unanswered:
            await post(socket, frame)
        self.resent += len(asked)
        while True:
            while frame := self._next():
                for _ in range(2 if self.draw.random() < 0.05 else 1):
                    await post(socket, frame)
                    asked.append((frame, False))
            if not asked:
                if self.over.is_set():
                    self._check_welcome(await ask(socket, "hello", run=self.run, v=1))
                    return ""
                if await self._rest(socket):
                    continue
            answer = await self.next_answer(socket)
            if answer["t"] == "bye":
                return str(answer["code"])
            frame, again = asked.popleft()
            self._check_answer(frame, answer, again=again)

    async def _rest(self, socket: ClientConnection) -> bool:
        """With nothing left to play, wait for the end; False when the server speaks."""
        over = asyncio.ensure_future(self.over.wait())
        heard = asyncio.ensure_future(socket.wait_closed())
        await asyncio.wait({over, heard}, return_when=asyncio.FIRST_COMPLETED)
        for task in (over, heard):
            task.cancel()
        return self.over.is_set()

    def _next(self) -> Frame | None:
        """The next thing to say, on the board as it will be when all is answered."""
        full = len(self.unanswered) >= self.window
        waiting = bool(self.unanswered) and self.unanswered[-1]["t"] == "tap"
        if self.over.is_set() or full or waiting or self.ahead.won:
            return None
        base = len(self.acknowledged)
        if self.line:
            return self._said(self.line[base + len(self.unanswered)], base)
        moves = [str(move) for move in legal_moves(self.ahead.position)]
        stock = bool({">", "<"} & set(moves))
        if stock and not self.unanswered and self.draw.random() < 0.1:
            return self.frame("tap", base, card="s")
        undo = self.ahead.can_undo and (not moves or self.draw.random() < 0.25)
        return self._said("u" if undo else self.draw.choice(moves), base)

    def _said(self, text: str, base: int) -> Frame:
        self.ahead.play(text, self.ahead.last_ms)
        return self.frame("undo", base) if text == "u" else self.frame("move", base, move=text)

    def _check_answer(self, frame: Frame, answer: Frame, *, again: bool) -> None:
        assert answer["t"] == "ack", (answer.get("code"), frame)
        place = frame["base"] + len(frame["after"])
        (text,) = answer.get("items") or [frame.get("move", "u")]
        assert answer["seq"] == place + 1, "an item has one place"
        if place < len(self.acknowledged):
            assert self.acknowledged[place] == (place, text, answer["at"]), "acknowledged alike"
            return
        assert self.unanswered.popleft() is frame, "answers come in order"
        self.acknowledged.append((place, text, answer["at"]))
        self.confirmed.play(text, answer["at"])
        if frame["t"] == "tap":
            self.ahead.play(text, self.ahead.last_ms)
        if not again:
            self._check_view(answer["view"], self.confirmed)

    def _check_welcome(self, welcome: Frame) -> None:
        """Everything acknowledged is there, and at most what was said besides."""
        assert welcome["t"] == "welcome", welcome
        stored = welcome["seq"] - len(self.acknowledged)
        assert 0 <= stored <= len(self.unanswered), "nothing is lost and nothing invented"
        game = Game(self.confirmed.start)
        for _, text, at_ms in self.acknowledged:
            game.play(text, at_ms)
        for frame in list(self.unanswered)[:stored]:
            if frame["t"] == "tap":
                return
            game.play(frame.get("move", "u"), game.last_ms)
        if not game.won or not stored:
            self._check_view(welcome["view"], game)

    def _check_view(self, shown: Frame, game: Game) -> None:
        """What is shown is the fold of the log, at the clock that is shown."""
        hints = 3 if self.kind == "casual" else 0
        ours = player_view(game, ms=shown["ms"], hints_allowed=hints)
        mine: Frame = to_builtins(view_frame(ours))
        assert mine == {key: value for key, value in shown.items() if key != "code"}


@dataclass(eq=False)
class Duellist(Player):
    """One of two tabs that both draw and take back, three frames deep, each in its own hurry."""

    refused: int = field(default=0, init=False)

    async def play(self, socket: ClientConnection, welcome: Frame) -> str:
        base, view = welcome["seq"], welcome["view"]
        for frame in self.unanswered:
            await post(socket, frame)
        self.resent += len(self.unanswered)
        while True:
            if not self.unanswered:
                if self.over.is_set():
                    return ""
                for t, fields in self._burst(view):
                    await post(socket, self.frame(t, base, **fields))
            answer = await self.next_answer(socket)
            if answer["t"] == "bye":
                return str(answer["code"])
            if answer["t"] != "changed":
                base, view = self._take(self.unanswered.popleft(), answer), answer["view"]
            elif answer["seq"] > base and not self.unanswered:
                welcome = await ask(socket, "hello", run=self.run, v=1)
                base, view = welcome["seq"], welcome["view"]

    def _burst(self, view: Frame) -> list[tuple[str, Frame]]:
        if view["undo"] and self.draw.random() < 0.3:
            return [("undo", {})]
        if view["stock"]:
            count = min(view["stock"], self.draw.randint(1, 3))
            return [("move", {"move": ">"})] * count
        return [("move", {"move": "<"})]

    def _take(self, frame: Frame, answer: Frame) -> int:
        if answer["t"] == "ack":
            place = frame["base"] + len(frame["after"])
            assert answer["seq"] == place + 1
            self.acknowledged.append((place, frame.get("move", "u"), answer["at"]))
        else:
            assert answer["code"] == "stale", answer
            self.refused += 1
        return int(answer["seq"])
