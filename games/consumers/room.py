"""A socket that looks at a race: in its room, or at the table of one of its runs."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

from games import protocol
from games.clock import now_ms
from games.consumers.outbox import Outbox, SlowReader
from games.errors import GameError
from games.handlers import room as handlers
from games.handlers.table import Seat, is_racing, seconds_waiting, table_welcome
from games.selectors.races import RoomState
from games.sockets import sockets

# The loop's clock may run a little ahead of the server's.
SLACK = 0.002


class RoomPart(ABC):
    """What the table's consumer does for races. `spoke` since the registry's last look."""

    outbox: Outbox
    seat: Seat | None
    closed: bool
    last_seq: int
    failed: Callable[[GameError | SlowReader], Awaitable[None]]
    place: handlers.Place | None = None
    spoke = True

    async def enter(self, token: str, session_key: str) -> None:
        """Look at a room, whoever it is."""
        place, state = await handlers.place_take(token, session_key)
        await self.outbox.flushed()
        if self.closed:
            return
        sockets().remove(self)
        self.seat = None
        role = handlers.role_in(state, place.user_id)
        self.tell(protocol.Welcome(v=protocol.VERSION, now=now_ms(), role=role))
        self.look(place, state)

    def look(self, place: handlers.Place, state: RoomState) -> None:
        """From now on this socket is told of the race."""
        self.place = place
        sockets().look(self, state)

    async def look_from(self, seat: Seat) -> tuple[handlers.Place, RoomState] | None:
        """The room of the race that a table belongs to, if it does."""
        return await handlers.place_at_table(seat) if is_racing(seat) else None

    def welcome_later(self, seat: Seat) -> None:
        """Show the table at the instant of its start."""
        asyncio.get_running_loop().call_later(seconds_waiting(seat) + SLACK, self._start, seat)

    def _start(self, seat: Seat) -> None:
        if self.seat is seat and not self.closed:
            self._welcoming = asyncio.ensure_future(self._welcome(seat))

    async def _welcome(self, seat: Seat) -> None:
        """Frames are answered meanwhile: no welcome comes after what was played later."""
        try:
            welcome = await table_welcome(seat)
            while welcome is not None and (welcome.seq or 0) < self.last_seq:
                welcome = await table_welcome(seat)
        except GameError as error:
            await self.failed(error)
            return
        if self.seat is not seat or self.closed:
            return
        if welcome is None:
            self.welcome_later(seat)
        else:
            self.last_seq = max(self.last_seq, welcome.seq or 0)
            self.tell(welcome)

    async def say(self, place: handlers.Place, frame: protocol.RoomFrame) -> None:
        answer = await handlers.room_answer(place, frame)
        if isinstance(answer, protocol.Nack):
            self.tell(answer)
        else:
            sockets().rooms.answered(self, answer)

    def tell(self, frame: protocol.Answer) -> None:
        self.outbox.put(frame)

    @abstractmethod
    def changed(self, seq: int) -> None: ...

    @abstractmethod
    def lost(self, seq: int) -> None: ...

    @abstractmethod
    async def leave(
        self, code: protocol.Code, close: protocol.Close, retry_after: float = 0.0
    ) -> None: ...
