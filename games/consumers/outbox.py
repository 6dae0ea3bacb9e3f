"""A socket's answers: in the order of their frames, each after its commit, never without bound."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import structlog

from games.consumers.wire import Send, unsent_bytes
from games.errors import GameError
from games.protocol import Answer, encode
from games.services.play import Reply
from games.writer import Write

log = structlog.get_logger(__name__)

MAX_FRAMES = 256
MAX_BYTES = 64 * 1024

Again = Callable[[], Awaitable[Reply]]


class SlowReader(Exception):
    """More waits for this socket than a reading client lets gather."""


async def _never() -> Reply:
    raise AssertionError("an answer that waits for no write is never made anew")


class Outbox:
    """Queue of (answer, write it waits for, how to make it anew). One task sends, if it has to.

    An answer whose write the database did not take is made anew, on the log as it is by then: the
    frame may have been stored by another process, or fit where it does now. `failed(error)` is
    called, and sending ends, when database or run are gone or the reader is too slow.
    """

    __slots__ = ("_failed", "_queue", "_send", "_shut", "_task", "behind")

    def __init__(
        self, send: Send, failed: Callable[[GameError | SlowReader], Awaitable[None]]
    ) -> None:
        self._send = send
        self._failed = failed
        self._queue: deque[tuple[Answer, Write | None, Again]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._shut = False
        # Answers are being made anew: a frame that comes now is later than those.
        self.behind = False

    def put(self, answer: Answer, write: Write | None = None, again: Again = _never) -> None:
        if self._shut:
            return
        self._queue.append((answer, write, again))
        if write is None or write.done.done():
            self._wake()
        else:
            write.done.add_done_callback(self._wake)

    def shut(self) -> None:
        """Take no more answers and send none of those that wait: a socket closed takes none."""
        self._shut = True
        self._queue.clear()

    def close(self) -> None:
        """The same, and end the task."""
        self.shut()
        if self._task is not None:
            self._task.cancel()

    async def flushed(self) -> None:
        """Wait until everything queued has been sent, or can not be."""
        while self._queue:
            self._wake()
            write = self._queue[0][1]
            if (task := self._task) is not None:
                await asyncio.wait([task])
                if task.cancelled() or task.exception() is not None:
                    return
            elif write is not None:
                await asyncio.wait([write.done])

    def _wake(self, _: object = None) -> None:
        """Send what is ready. Only now is there a task: to wait for a commit needs none."""
        if self._task is None and self._is_ready():
            self._task = asyncio.ensure_future(self._drain())

    def _is_ready(self) -> bool:
        if not self._queue:
            return False
        write = self._queue[0][1]
        return write is None or write.done.done()

    async def _drain(self) -> None:
        try:
            while self._is_ready():
                if len(self._queue) > MAX_FRAMES or unsent_bytes(self._send) > MAX_BYTES:
                    raise SlowReader
                answer, write, again = self._queue[0]
                while write is not None and not await asyncio.shield(write.done):
                    self.behind = True
                    reply = await again()
                    answer, write = reply.frame, reply.write
                if self._shut:
                    return
                self._queue.popleft()
                await self._send({"type": "websocket.send", "text": encode(answer)})
            self.behind = self.behind and bool(self._queue)
        except (GameError, SlowReader) as error:
            log.info("socket_failed", error=type(error).__name__, waiting=len(self._queue))
            self.shut()
            await self._failed(error)
        except OSError:
            # uvicorn's way to say that the peer has gone.
            self._queue.clear()
        finally:
            self._task = None
