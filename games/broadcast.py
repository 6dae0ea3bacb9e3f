"""The doorbell: tells sockets that a run has moved on. The only caller of `group_send`.

What rings may be lost, doubled or late and never says more than "look again": the socket asks
with `hello`. Rings are latest-wins and gathered for `FLUSH_SECONDS`, one message a process for
all its runs, so that the cost does not grow with the moves. Without Redis the sockets of this
process still hear each other.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any
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
GROUP_RENEW_SECONDS = 3600.0
# A ring that does not say how far the log has come: the run has ended or begun anew.
LOOK_AGAIN = -1

LAYER_ERRORS = (RedisError, OSError, asyncio.TimeoutError, ChannelFull)
# token, how far the log has come, and the socket that need not be told
Heard = Callable[[str, int, object], None]
ProvedLost = Callable[[str, int], None]


class Doorbell:
    """One event loop's end of the bell.

    `heard(token, seq, mover)` is called for every ring, `lost(token, seq)` for a position that
    a worker has proved lost.
    """

    def __init__(self, heard: Heard, lost: ProvedLost) -> None:
        self.heard = heard
        self.lost = lost
        self.name = secrets.token_hex(8)
        self._rung: dict[str, tuple[int, object]] = {}
        self._flushing: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self._listening is None or self._listening.done():
            self._listening = asyncio.ensure_future(self._listen())

    async def stop(self) -> None:
        for task in (self._listening, self._flushing):
            if task is not None:
                task.cancel()
        await asyncio.gather(
            *(task for task in (self._listening, self._flushing) if task), return_exceptions=True
        )

    def ring(self, token: str, seq: int, mover: object) -> None:
        """Tell everybody at a run but its mover, within `FLUSH_SECONDS`."""
        _, before = self._rung.get(token, (0, mover))
        self._rung[token] = seq, mover if before is mover else None
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.ensure_future(self._flush())

    async def _flush(self) -> None:
        while self._rung:
            await asyncio.sleep(FLUSH_SECONDS)
            rung, self._rung = self._rung, {}
            for token, (seq, mover) in rung.items():
                self.heard(token, seq, mover)
            await _send(self.name, {token: seq for token, (seq, _) in rung.items()})

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
            self.lost(token, seq)
        if message.get("from") != self.name:
            for token, seq in message["runs"].items():
                self.heard(token, seq, None)


async def _send(name: str, rung: dict[str, int]) -> None:
    layer: Any = get_channel_layer()
    try:
        async with asyncio.timeout(SEND_TIMEOUT):
            await layer.group_send(GROUP, {"type": "bell", "from": name, "runs": rung})
    except LAYER_ERRORS as error:
        log.warning("doorbell_not_rung", error=type(error).__name__)


def run_proved_lost(*, token: str, seq: int) -> None:
    """Tell the sockets of a run, from a worker, that its position after `seq` items is lost."""
    layer: Any = get_channel_layer()
    message = {"type": "bell", "from": "", "runs": {}, "lost": {token: seq}}
    try:
        async_to_sync(layer.group_send)(GROUP, message)
    except LAYER_ERRORS as error:
        log.warning("doorbell_not_rung", error=type(error).__name__)


def run_announce(*, token: str) -> None:
    """Ring from a page's thread, after its commit, for a run changed without a socket.

    The sockets of this process are told directly, the others through the layer.
    """
    name = ""
    for loop, bell in list(_by_loop.items()):
        if not loop.is_closed():
            name = bell.name
            loop.call_soon_threadsafe(bell.heard, token, LOOK_AGAIN, None)
    async_to_sync(_send)(name, {token: LOOK_AGAIN})


_by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, Doorbell] = WeakKeyDictionary()


def doorbell(heard: Heard, lost: ProvedLost) -> Doorbell:
    """The running loop's bell, started at first use."""
    loop = asyncio.get_running_loop()
    bell = _by_loop.get(loop)
    if bell is None:
        bell = _by_loop[loop] = Doorbell(heard, lost)
        bell.start()
    return bell
