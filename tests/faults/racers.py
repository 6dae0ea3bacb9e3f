"""Programs that race: they sit down, are ready, play a known line, and never give up."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.faults.players import LOST, Frame, link, post, say
from tests.faults.proxy import Proxy

PING_SECONDS, DEAD_SECONDS = 3.0, 12.0
#: How often a frame is said twice, a link is broken, and how long people think, in seconds.
TWICE, HOP = 0.05, 0.001
THINK = (0.05, 0.5)
CARD = re.compile(r"(?<![A-Za-z0-9])(?:\d{1,2})?(?:[A23456789TJQK][SHDC])+(?![A-Za-z0-9])")
HIDDEN = {"name", "run", "rematch", "event", "t"}


@dataclass(eq=False, repr=False)
class Racer:
    """One player of one race. Plays `line` to its end, or so many moves and then stops (or, with
    `idles`, waits for the limit)."""

    cookie: str
    room: str
    doors: list[Proxy]
    draw: random.Random
    line: list[str]
    moves: int
    players: int
    idles: bool = False
    #: (place, text, ms) of everything acknowledged, once each.
    acknowledged: list[tuple[int, str, int]] = field(default_factory=list, init=False)
    unanswered: deque[Frame] = field(default_factory=deque, init=False)
    run: str = field(default="", init=False)
    starts: set[int] = field(default_factory=set, init=False)
    ended: Frame | None = field(default=None, init=False)
    sessions: int = field(default=0, init=False)
    resent: int = field(default=0, init=False)
    #: Answers to what was said: rooms as they change, items stored.
    heard: int = field(default=0, init=False)
    refused: list[str] = field(default_factory=list, init=False)
    _asked: deque[Frame] = field(default_factory=deque, init=False)
    _welcomed: bool = field(default=False, init=False)
    _stopped: bool = field(default=False, init=False)
    _next_at: float = field(default=0.0, init=False)

    async def live(self) -> None:
        while self.ended is None:
            alive = [door for door in self.doors if door.alive]
            try:
                door: Any = self.draw.choice(alive or self.doors)
                async with link(door, self.cookie) as socket:
                    self.sessions += 1
                    await self._session(socket)
            except LOST:
                await asyncio.sleep(self.draw.uniform(0.05, 0.3))

    async def _session(self, socket: ClientConnection) -> None:
        self._welcomed = False
        self._asked.clear()
        where = {"run": self.run} if self.run else {"room": self.room}
        await say(socket, "hello", v=1, **where)
        heard_at = asyncio.get_running_loop().time()
        while self.ended is None:
            if self.draw.random() < HOP:
                socket.transport.abort()
                raise ConnectionResetError
            now = asyncio.get_running_loop().time()
            try:
                async with asyncio.timeout(self._pause(now)):
                    frame: Frame = json.loads(await socket.recv())
            except TimeoutError:
                if now - heard_at > DEAD_SECONDS:
                    raise ConnectionResetError from None
                if not await self._play(socket):
                    await say(socket, "ping", n=1)
                continue
            heard_at = now
            if frame["t"] == "bye":
                self.refused.append(frame["code"])
                return
            await self._hear(socket, frame)

    def _pause(self, now: float) -> float:
        playing = self._welcomed and not self._stopped and len(self.acknowledged) < self.moves
        return max(0.001, min(PING_SECONDS, self._next_at - now)) if playing else PING_SECONDS

    async def _hear(self, socket: ClientConnection, frame: Frame) -> None:
        match frame["t"]:
            case "room":
                self.heard += 1
                check_bare(frame)
                await self._in_room(socket, frame)
            case "peer":
                check_bare(frame)
            case "welcome" if "view" in frame:
                await self._welcome(socket, frame)
            case "ack":
                self._acknowledged(frame)
            case "nack":
                self._refused(frame)

    async def _in_room(self, socket: ClientConnection, room: Frame) -> None:
        if "starts_at" in room:
            self.starts.add(room["starts_at"])
        if room["state"] == "ended":
            self.ended = room
        elif room["state"] == "open":
            mine = [seat for seat in room["seats"] if seat["seat"] == room.get("you")]
            if not mine:
                await self._say(socket, "seat", name="")
            elif not mine[0]["ready"]:
                if len(room["seats"]) == self.players:
                    await self._say(socket, "ready", on=True)
            elif self.draw.random() < 0.3:
                await self._say(socket, "start")
        elif not self.run:
            assert room.get("run"), "whoever was seated has a game"
            self.run = room["run"]
            await say(socket, "hello", v=1, run=self.run)
        elif not (self._welcomed or self.unanswered or self.acknowledged):
            # Too early: refused, or if not, the first move.
            await self._move(socket)

    async def _say(self, socket: ClientConnection, t: str, **fields: Any) -> None:
        """Say something in the room; its answer is a room, or nothing that matters."""
        for _ in range(2 if self.draw.random() < TWICE else 1):
            self._asked.append({})
            await say(socket, t, **fields)

    async def _welcome(self, socket: ClientConnection, welcome: Frame) -> None:
        stored = welcome["seq"] - len(self.acknowledged)
        assert 0 <= stored <= len(self.unanswered), "nothing is lost and nothing invented"
        self._welcomed = True
        if welcome["view"].get("result"):
            self._stopped = True
        for frame in self.unanswered:
            self._asked.append(frame)
            await post(socket, frame)
        self.resent += len(self.unanswered)

    async def _play(self, socket: ClientConnection) -> bool:
        """Say the next thing, if it is time and there is one."""
        if not self._welcomed or self._stopped or asyncio.get_running_loop().time() < self._next_at:
            return False
        if len(self.acknowledged) + len(self.unanswered) < self.moves:
            await self._move(socket)
            return True
        if self.moves < len(self.line) and not self.unanswered and not self.idles:
            frame = {"t": "stop", "base": len(self.acknowledged), "after": []}
            self._asked.append(frame)
            await post(socket, frame)
            return True
        return False

    async def _move(self, socket: ClientConnection) -> None:
        base, after = len(self.acknowledged), [frame["move"] for frame in self.unanswered]
        move = self.line[base + len(after)]
        frame = {"t": "move", "base": base, "after": after, "move": move}
        self.unanswered.append(frame)
        for _ in range(2 if self.draw.random() < TWICE else 1):
            self._asked.append(frame)
            await post(socket, frame)
        self._next_at = asyncio.get_running_loop().time() + self.draw.uniform(*THINK)

    def _answered(self) -> Frame:
        """What the next answer is to: rooms come by themselves and answer nothing here."""
        while self._asked and not self._asked[0]:
            self._asked.popleft()
        return self._asked.popleft()

    def _acknowledged(self, ack: Frame) -> None:
        frame = self._answered()
        if frame["t"] == "stop":
            assert ack["view"]["result"] == "stopped"
            self._stopped = True
            return
        place = frame["base"] + len(frame["after"])
        item = (place, frame["move"], ack["at"])
        assert ack["seq"] == place + 1, "an item has one place"
        if place < len(self.acknowledged):
            assert self.acknowledged[place] == item, "acknowledged alike"
            return
        assert self.unanswered.popleft() is frame, "answers come in order"
        self.acknowledged.append(item)
        self.heard += 1
        self._stopped = "result" in ack["view"]

    def _refused(self, nack: Frame) -> None:
        self.refused.append(nack["code"])
        match nack["code"]:
            case "not_started":
                assert "view" not in nack
                if self._answered() is not None and self.unanswered:
                    self.unanswered.clear()
            case "finished":
                self._answered()
                assert nack["view"]["result"] in ("closed", "stopped", "won")
                self._stopped = True
                self.unanswered.clear()
            case "stale" if self._stopped:
                # Said before it was known that the limit had come.
                self._answered()
            case "started" | "not_ready" | "too_few" | "not_seated" | "full":
                pass
            case code:
                raise AssertionError(f"{code}: {self}")


def check_bare(frame: Frame) -> None:
    """No card before the end: nothing of a frame about others reads like one."""
    if frame.get("state") == "ended":
        return
    text = json.dumps(_bare(frame))
    assert not CARD.search(text), text
    assert "code" not in frame


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return [_bare(inner) for key, inner in value.items() if key not in HIDDEN]
    return [_bare(inner) for inner in value] if isinstance(value, list) else value
