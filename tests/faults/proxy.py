"""A bad line in front of a web process: it delays what it carries, and can be cut."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress

from tests.faults.service import Web

#: Seconds by which a piece of either direction may be late; order is kept, as in TCP.
LATE = 0.03
PIECE = 16_384


class Proxy:
    """Carries sockets to one web process. `url` and `origin` are as a browser would have them."""

    def __init__(self, web: Web, draw: random.Random) -> None:
        self.web = web
        self._draw = draw
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self.port = 0

    @property
    def alive(self) -> bool:
        return self.web.alive

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws/"

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> Proxy:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def cut(self) -> int:
        """Break every line, in the middle of whatever it carries; how many."""
        cut = len(self._open)
        for writer in self._open:
            writer.transport.abort()
        return cut

    async def stop(self) -> None:
        self.cut()
        if self._server is not None:
            self._server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far, away = await asyncio.open_connection("127.0.0.1", self.web.port)
        except OSError:
            writer.transport.abort()
            return
        self._open |= {writer, away}
        try:
            await asyncio.gather(self._pipe(reader, away), self._pipe(far, writer))
        finally:
            for end in (writer, away):
                end.transport.abort()
            self._open -= {writer, away}

    async def _pipe(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await source.read(PIECE):
                await asyncio.sleep(self._draw.uniform(0, LATE))
                sink.write(piece)
                await sink.drain()
        sink.transport.abort()
