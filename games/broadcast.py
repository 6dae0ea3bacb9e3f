"""The doorbell: tells sockets that a run or a race has moved on. The only caller of `group_send`.

What rings may be lost, doubled or late and never says more than "look again" (the socket asks
with `hello`) and, of a race, how far its players have come in numbers. Rings are latest-wins and
gathered for `FLUSH_SECONDS`, one message a process for all its runs and races, so that the cost
does not grow with the moves. Without Redis the sockets of this process still hear each other.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import structlog
from asgiref.sync import async_to_sync
from channels.exceptions import ChannelFull
from channels.layers import get_channel_layer
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

GROUP = "tables"
FLUSH_SECONDS = 0.05
SEND_TIMEOUT = 2.0
RETRY_SECONDS = 2.0
# So long the processes do not hear each other after Redis has been emptied.
GROUP_RENEW_SECONDS = 60.0
# A ring that does not say how far the log has come: the run has ended or begun anew.
LOOK_AGAIN = -1

LAYER_ERRORS = (RedisError, OSError, asyncio.TimeoutError, ChannelFull)
# A seat's number, items in its log, cards up, cards face-down, moves, state.
PeerNews = tuple[int, int, int, int, int, str]


class Listener(Protocol):
    """Who hears the bell in one event loop."""

    def heard(self, token: str, seq: int, mover: object) -> None:
        """A run has come so far; its `mover` knows."""

    def proved_lost(self, token: str, seq: int) -> None:
        """A worker has proved the position after `seq` items lost."""

    def room_changed(self, token: str) -> None:
        """A race's room is not as it was."""

    def peer_moved(self, token: str, news: PeerNews) -> None:
        """A player of a race has come so far, by another process' word."""


@dataclass(slots=True)
class _Rung:
    """What is rung for next: runs with (seq, mover), rooms, and the latest of each racing seat."""

    runs: dict[str, tuple[int, object]] = field(default_factory=dict)
    rooms: set[str] = field(default_factory=set)
    peers: dict[tuple[str, int], PeerNews] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.runs or self.rooms or self.peers)

    def add(self, later: _Rung) -> None:
        self.runs |= later.runs
        self.rooms |= later.rooms
        self.peers |= later.peers

    def message(self) -> dict[str, Any]:
        return {
            "runs": {token: seq for token, (seq, _) in self.runs.items()},
            "rooms": list(self.rooms),
            "peers": [(token, *news) for (token, _), news in self.peers.items()],
        }


class Doorbell:
    """One event loop's end of the bell."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.name = secrets.token_hex(8)
        self._rung, self._out = _Rung(), _Rung()
        self._sending: asyncio.Task[None] | None = None
        self._flushing: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self._listening is None or self._listening.done():
            self._listening = asyncio.ensure_future(self._listen())

    async def stop(self) -> None:
        tasks = [task for task in (self._listening, self._flushing, self._sending) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def ring(self, token: str, seq: int, mover: object) -> None:
        """Tell everybody at a run but its mover, within `FLUSH_SECONDS`."""
        _, before = self._rung.runs.get(token, (0, mover))
        self._rung.runs[token] = seq, mover if before is mover else None
        self._flush_soon()

    def ring_room(self, token: str) -> None:
        """Have everybody look at a race's room."""
        self._rung.rooms.add(token)
        self._flush_soon()

    def tell_peers(self, token: str, news: PeerNews) -> None:
        """Tell the other processes how far a player has come."""
        self._rung.peers[token, news[0]] = news
        self._flush_soon()

    def _flush_soon(self) -> None:
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.ensure_future(self._flush())

    async def _flush(self) -> None:
        while self._rung:
            await asyncio.sleep(FLUSH_SECONDS)
            rung, self._rung = self._rung, _Rung()
            for token, (seq, mover) in rung.runs.items():
                self.listener.heard(token, seq, mover)
            for token in rung.rooms:
                self.listener.room_changed(token)
            self._out.add(rung)
            if self._sending is None or self._sending.done():
                self._sending = asyncio.ensure_future(self._send_out())

    async def _send_out(self) -> None:
        """Tell the other processes. Those of this one never wait for Redis."""
        while self._out:
            out, self._out = self._out, _Rung()
            await _send(self.name, out.message())

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear()
            except LAYER_ERRORS as error:
                log.warning("doorbell_lost", error=type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)

    async def _hear(self) -> None:
        layer: Any = get_channel_layer()
        channel = await layer.new_channel()
        while True:
            await layer.group_add(GROUP, channel)
            try:
                async with asyncio.timeout(GROUP_RENEW_SECONDS):
                    while True:
                        self._open(await layer.receive(channel))
            except TimeoutError:
                continue

    def _open(self, message: dict[str, Any]) -> None:
        for token, seq in message.get("lost", {}).items():
            self.listener.proved_lost(token, seq)
        if message.get("from") == self.name:
            return
        for token, seq in message.get("runs", {}).items():
            self.listener.heard(token, seq, None)
        for token in message.get("rooms", ()):
            self.listener.room_changed(token)
        for token, *news in message.get("peers", ()):
            self.listener.peer_moved(token, tuple(news))


async def _send(name: str, rung: dict[str, Any]) -> None:
    layer: Any = get_channel_layer()
    try:
        async with asyncio.timeout(SEND_TIMEOUT):
            await layer.group_send(GROUP, {"type": "bell", "from": name, **rung})
    except LAYER_ERRORS as error:
        log.warning("doorbell_not_rung", error=type(error).__name__)


def run_proved_lost(*, token: str, seq: int) -> None:
    """Tell the sockets of a run, from a worker, that its position after `seq` items is lost."""
    async_to_sync(_send)("", {"lost": {token: seq}})


def run_announce(*, token: str) -> None:
    """Ring from any thread, after its commit, for a run changed without a socket."""
    _announce(lambda bell: bell.ring(token, LOOK_AGAIN, None), {"runs": {token: LOOK_AGAIN}})


def room_announce(*, token: str) -> None:
    """The same for a race's room."""
    _announce(lambda bell: bell.ring_room(token), {"rooms": [token]})


def _announce(ring: Callable[[Doorbell], None], rung: dict[str, Any]) -> None:
    """Through the bell of this process, so that nobody waits for Redis; where no socket was ever
    open (a worker, a web process at its start) there is none, and the layer is told directly."""
    bells = [(loop, bell) for loop, bell in list(_by_loop.items()) if loop.is_running()]
    for loop, bell in bells:
        loop.call_soon_threadsafe(ring, bell)
    if not bells:
        async_to_sync(_send)("", rung)


_by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, Doorbell] = WeakKeyDictionary()


def doorbell(listener: Listener) -> Doorbell:
    """The running loop's bell, started at first use."""
    loop = asyncio.get_running_loop()
    bell = _by_loop.get(loop)
    if bell is None:
        bell = _by_loop[loop] = Doorbell(listener)
        bell.start()
    return bell
