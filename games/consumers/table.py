"""The table's socket: accept, decode, dispatch, answer, close."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from games import protocol
from games.clock import now_ms
from games.consumers.outbox import Outbox, SlowReader
from games.consumers.playing import TablePart
from games.consumers.wire import send_last
from games.errors import GameError, RunNotFound
from games.handlers import table as handlers
from games.limits import filled
from games.protocol import Close, Code
from games.sockets import sockets

HELLO_SECONDS = 5.0
BAD_FRAMES = 5
# So many more frames refused for haste than taken: a socket of no player's.
HASTY_FRAMES = 100


class TableConsumer(TablePart, AsyncWebsocketConsumer):  # type: ignore[misc]
    """One socket at one table, or in one race's room.

    The loop is its own because Channels' dispatch hands every message to a thread to look for
    old database connections, and this consumer has none. No truth is kept here.
    """

    bad_frames = 0
    hellos_until = 0.0
    greeted = closed = False

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.scope, self.base_send = scope, send
        self.outbox = Outbox(send, self.failed)
        await receive()
        await self.accept()
        late = asyncio.get_running_loop().call_later(HELLO_SECONDS, self._no_hello)
        try:
            await self._serve(receive)
        finally:
            late.cancel()
            self.closed = True
            self.outbox.close()
            sockets().remove(self)

    async def _serve(self, receive: Any) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            if not self.closed:
                try:
                    await self._take(message.get("text"))
                except GameError as error:
                    await self.failed(error)

    def _no_hello(self) -> None:
        if not self.greeted:
            sockets().dismiss([self], Code.NO_HELLO, Close.NO_HELLO)

    async def _take(self, text: str | None) -> None:
        self.spoke = True
        try:
            match protocol.decode(text):
                case protocol.Hello() as frame:
                    await self._hello(frame)
                case protocol.Ping(n=n):
                    self.tell(protocol.Pong(n=n, now=now_ms()))
                case protocol.Placed() as frame if self.seat is not None:
                    await self.play(self.seat, frame)
                case protocol.RoomFrame() as frame if self.place is not None:
                    await self.say(self.place, frame)
                case _:
                    raise protocol.BadFrame("no hello before")
        except protocol.BadFrame:
            await self._bad_frame()

    async def _hello(self, frame: protocol.Hello) -> None:
        self.greeted = True
        hellos_until = filled(self.hellos_until, time.monotonic())
        if hellos_until is None:
            await self.hasty()
            return
        self.hellos_until = hellos_until
        if frame.v != protocol.VERSION:
            await self.leave(Code.VERSION, Close.VERSION)
            return
        if sockets().draining:
            await self.leave(Code.RESTART, Close.RESTART, 1.0)
            return
        session_key = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME, "")
        if frame.room is not None:
            await self.enter(frame.room, session_key)
        elif frame.run is not None:
            await self.sit(await handlers.seat_take(frame.run, session_key))

    async def hasty(self) -> None:
        """Refuse a frame that came too fast; who goes on like that for long is sent away."""
        self.hasty_frames += 1
        if self.hasty_frames >= HASTY_FRAMES:
            await self.leave(Code.RATE, Close.RATE, 5.0)
        else:
            await self._refuse(Code.RATE)

    async def _bad_frame(self) -> None:
        self.bad_frames += 1
        if self.bad_frames >= BAD_FRAMES:
            await self.leave(Code.BAD_FRAME, Close.BAD_FRAMES)
        else:
            await self._refuse(Code.BAD_FRAME)

    async def _refuse(self, code: Code) -> None:
        """Answer that a frame was not taken: at a table with its view, as ever."""
        if self.seat is None:
            self.tell(protocol.Nack(code=code))
        else:
            await self.reply(partial(handlers.refusal, self.seat, code))

    async def failed(self, error: GameError | SlowReader) -> None:
        match error:
            case SlowReader():
                await self.leave(Code.SLOW, Close.SLOW)
            case RunNotFound():
                await self.leave(Code.NOT_FOUND, Close.NOT_FOUND)
            case _:
                await self.leave(Code.UNAVAILABLE, Close.UNAVAILABLE, 2.0)

    async def leave(self, code: Code, close: Close, retry_after: float = 0.0) -> None:
        """Say why, then close; what was answered already goes out first."""
        if self.closed:
            return
        self.closed = True
        await self.outbox.flushed()
        self.outbox.shut()
        bye = protocol.encode(protocol.Bye(code=code, retry_after=retry_after))
        await send_last(self.base_send, bye, int(close))
