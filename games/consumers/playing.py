"""A socket at a table: its frames, and what it is told of its run."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial

from games import protocol
from games.consumers.outbox import Again
from games.consumers.room import RoomPart
from games.handlers import table as handlers
from games.limits import item_allowed
from games.services.play import Reply
from games.sockets import sockets


class TablePart(RoomPart):
    """What the consumer does for a run. Answers wait for their commit in the outbox."""

    seat: handlers.Seat | None = None
    last_seq = 0
    hasty_frames = 0

    @abstractmethod
    async def hasty(self) -> None:
        """Refuse a frame that came too fast."""

    async def sit(self, seat: handlers.Seat) -> None:
        await self.outbox.flushed()
        welcome = await handlers.table_welcome(seat)
        look = await self.look_from(seat)
        if look is not None:
            # Nothing may happen between a welcome and the sitting down.
            welcome = await handlers.table_welcome(seat)
        if self.closed:
            return
        sockets().remove(self)
        self.seat, self.last_seq, self.place = seat, 0, None
        if welcome is not None:
            self.last_seq = welcome.seq or 0
        sockets().add(self)
        if welcome is not None:
            self.tell(welcome)
        if look is not None:
            self.look(*look)
        if welcome is None:
            self.welcome_later(seat)

    async def play(self, seat: handlers.Seat, frame: protocol.Placed) -> None:
        if self.outbox.behind or handlers.table_is_lost(seat):
            await self.outbox.flushed()
        if item_allowed(seat.viewer.user_id):
            self.hasty_frames = max(0, self.hasty_frames - 1)
            await self.reply(partial(handlers.frame_answer, seat, frame))
        else:
            await self.hasty()

    async def reply(self, make: Again) -> None:
        reply = await self._made(make)
        self.outbox.put(reply.frame, reply.write, partial(self._made, make, anew=True))

    async def _made(self, make: Again, *, anew: bool = False) -> Reply:
        """Make an answer of the table's; what it tells need not be rung for this socket."""
        reply = await make()
        self.last_seq = max(0 if anew else self.last_seq, reply.frame.seq or 0)
        if isinstance(reply.frame, protocol.Ack) and reply.write is not None:
            sockets().ring_after(self, reply.write)
        return reply

    def changed(self, seq: int) -> None:
        self.last_seq = seq
        self.outbox.put(protocol.Changed(seq=seq))

    def lost(self, seq: int) -> None:
        self.outbox.put(protocol.Lost(seq=seq))
