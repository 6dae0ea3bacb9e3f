"""Work to be done between SIGTERM and the end of a web process."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import Any

Last = Callable[[], Awaitable[None]]

_last: list[Last] = []
_stopping: set[asyncio.Task[None]] = set()


def on_shutdown(last: Last) -> None:
    """Run `last` on this loop before the process ends.

    Daphne drops its sockets without a word on SIGTERM and knows no lifespan, so under it the
    signal is taken over: no more connections, then `last`, then the reactor's own stop. uvicorn
    calls `shutdown` through the lifespan protocol. In tests and shells neither runs, and nothing
    is installed.
    """
    _last.append(last)
    reactor: Any = sys.modules.get("twisted.internet.reactor")
    if reactor is None or not reactor.running:
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _stop, loop, reactor)


def _stop(loop: asyncio.AbstractEventLoop, reactor: Any) -> None:
    for reader in reactor.getReaders():
        if hasattr(reader, "stopListening"):
            reader.stopListening()
    stopping = loop.create_task(shutdown())
    _stopping.add(stopping)
    stopping.add_done_callback(lambda _: reactor.running and reactor.stop())


async def shutdown() -> None:
    """Run everything that is left to do."""
    while _last:
        await _last.pop()()


async def lifespan(scope: Any, receive: Any, send: Any) -> None:
    """ASGI lifespan: nothing at the start, the drain at the end."""
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await shutdown()
    await send({"type": "lifespan.shutdown.complete"})
