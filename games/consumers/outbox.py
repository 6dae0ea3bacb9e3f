"""A socket's answers: in the order of their frames, each after its commit, never without bound."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from games.errors import Unavailable
from games.protocol import Answer, encode
from games.writer import Write

log = structlog.get_logger(__name__)

MAX_FRAMES = 256
MAX_BYTES = 64 * 1024

Send = Callable[[dict[str, Any]], Awaitable[None]]


class SlowReader(Exception):
    """More waits for this socket than a reading client lets gather."""


class Outbox:
    """Queue of (answer, write it waits for). One task sends, and only while there is work.

    `refused()` makes the answer for a write the database did not take; `failed(error)` is
    called, and sending ends, when the database is unavailable or the reader too slow.
    """

    __slots__ = ("_failed", "_queue", "_refused", "_send", "_task")

    def __init__(
        self,
        send: Send,
        refused: Callable[[], Awaitable[Answer]],
        failed: Callable[[Unavailable | SlowReader], Awaitable[None]],
    ) -> None:
        self._send = send
        self._refused = refused
        self._failed = failed
        self._queue: deque[tuple[Answer, Write | None]] = deque()
        self._task: asyncio.Task[None] | None = None

    def put(self, answer: Answer, write: Write | None = None) -> None:
        self._queue.append((answer, write))
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._drain())

    def close(self) -> None:
        """Send nothing more."""
        self._queue.clear()
        if self._task is not None:
            self._task.cancel()

    async def flushed(self) -> None:
        """Wait until everything queued has been sent."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _drain(self) -> None:
        try:
            while self._queue:
                if len(self._queue) > MAX_FRAMES or _unsent_bytes(self._send) > MAX_BYTES:
                    raise SlowReader
                answer, write = self._queue[0]
                if write is not None and not await asyncio.shield(write.done):
                    answer = await self._refused()
                await self._send({"type": "websocket.send", "text": encode(answer)})
                self._queue.popleft()
        except (Unavailable, SlowReader) as error:
            log.info("socket_failed", error=type(error).__name__, waiting=len(self._queue))
            self._queue.clear()
            await self._failed(error)


def _unsent_bytes(send: Send) -> int:
    """Bytes that the server holds for a peer that does not read.

    uvicorn awaits in `send` instead, so that the queue itself grows. Daphne's `send` always
    returns at once and asks nobody; its transport alone knows, and has no public name for it.
    """
    protocol = getattr(send, "args", (None,))[0]
    transport = getattr(protocol, "transport", None)
    if transport is None:
        return 0
    return len(getattr(transport, "dataBuffer", b"")) + getattr(transport, "_tempDataLen", 0)
