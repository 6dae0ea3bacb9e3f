"""The races that sockets of one event loop look at: who is told what of them, and when.

The bell says that a room has changed or a player has moved, and may be silent for ever: a room
that was not read for `LOOK_SECONDS` is read anew, some at once in two queries. Nothing correct
depends on this process: what it finds due it sees to, as every other does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace

import structlog

from games.broadcast import Doorbell, PeerNews
from games.clock import now_ms
from games.db import in_db_aside
from games.errors import Unavailable
from games.handlers.room import peer_frame, room_frame, rooms_look
from games.selectors.races import PLAYING, Progress, RoomState, seat_run_state
from games.services.race_ends import LIMIT_GRACE_MS, race_see_to
from games.socket import Socket
from games.writer_sql import RunRow

log = structlog.get_logger(__name__)

LOOK_SECONDS = 3.0
# Rooms read at once (more where there are very many), and looks in that time: none may hold up
# the moves of others.
ROOMS_A_LOOK, LOOKS = 20, 15
# Two news a second of one rival at most.
NEWS_SECONDS = 0.5
# Sockets of one person in one room, and of all strangers, in one process.
SOCKETS_A_PERSON, STRANGERS = 3, 100


class Room:
    """One race, its sockets, and how far they know of its players."""

    def __init__(self, state: RoomState) -> None:
        self.state = state
        self.sockets: list[Socket] = []
        self._shown = state.head
        self.looked_at = asyncio.get_running_loop().time()
        self._fresh: dict[int, Progress] = {}
        self._told_at = 0.0
        self._telling: asyncio.TimerHandle | None = None
        self.ending: asyncio.TimerHandle | None = None

    def take(self, read: RoomState, told: Socket | None = None) -> None:
        """Show what was read, unless it is older than what is known. `told` was shown it."""
        if read.version < self.state.version:
            return
        known = {seat.number: seat.progress for seat in self.state.seats}
        seats = tuple(
            replace(seat, progress=known[seat.number])
            if seat.run and seat.number in known and seat.progress.is_before(known[seat.number])
            else seat
            for seat in read.seats
        )
        self.state = replace(read, seats=seats)
        if self._shown != self.state.head:
            self._shown = self.state.head
            self._fresh.clear()
            self.show(but=told)
        else:
            for seat in seats:
                if seat.progress != known.get(seat.number):
                    self._tell_soon(seat.number, seat.progress)

    def show(self, *, but: Socket | None = None) -> None:
        for socket in self.sockets:
            if socket is not but:
                self.show_to(socket)

    def show_to(self, socket: Socket) -> None:
        if socket.place is not None:
            socket.tell(room_frame(self.state, socket.place.user_id))

    def moved(self, number: int, progress: Progress) -> None:
        """News of a player: kept if it is any, and told to the others."""
        for seat in self.state.seats:
            if seat.number == number and seat.progress.is_before(progress):
                seats = [
                    replace(one, progress=progress) if one is seat else one
                    for one in self.state.seats
                ]
                self.state = replace(self.state, seats=tuple(seats))
                self._tell_soon(number, progress)

    def _tell_soon(self, number: int, progress: Progress) -> None:
        self._fresh[number] = progress
        if self._telling is None:
            loop = asyncio.get_running_loop()
            at = max(loop.time(), self._told_at + NEWS_SECONDS)
            self._telling = loop.call_at(at, self._tell)

    def _tell(self) -> None:
        self._telling, self._told_at = None, asyncio.get_running_loop().time()
        fresh, self._fresh = self._fresh, {}
        frames = {number: peer_frame(number, progress) for number, progress in fresh.items()}
        for socket in self.sockets:
            place = socket.place
            own = None if place is None else self.state.seat_of(place.user_id)
            for number, frame in frames.items():
                # The table knows its own game; the player's other windows do not.
                if socket.seat is None or own is None or own.number != number:
                    socket.tell(frame)

    def close(self) -> None:
        for timer in (self._telling, self.ending):
            if timer is not None:
                timer.cancel()


class Rooms:
    """Rooms by the race's token. Nothing correct depends on `remove` being called."""

    def __init__(self, bell: Doorbell, dismiss: Callable[[list[Socket]], None]) -> None:
        self._by_race: dict[str, Room] = {}
        self._bell = bell
        self._dismiss = dismiss
        self._stale: set[str] = set()
        self._reading: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None

    def add(self, socket: Socket, state: RoomState) -> None:
        """Let a socket look at a race, and show it; of too many of one person the oldest go."""
        if state.token not in self._by_race:
            self._by_race[state.token] = Room(state)
            # Nobody listened for this room between its reading and now.
            self.room_changed(state.token)
        room = self._by_race[state.token]
        room.take(state)
        room.sockets.append(socket)
        room.show_to(socket)
        self._end_in_time(room)
        alike = [
            other
            for other in room.sockets
            if other.seat is None and other.place is not None and socket.place is not None
            and other.place.user_id == socket.place.user_id
        ]  # fmt: skip
        known = socket.place is not None and socket.place.user_id is not None
        if over := alike[: -(SOCKETS_A_PERSON if known else STRANGERS)]:
            self._dismiss(over)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.ensure_future(self._look())

    def remove(self, socket: Socket) -> None:
        room = self._room_of(socket)
        if room is None or socket not in room.sockets:
            return
        room.sockets.remove(socket)
        if not room.sockets:
            room.close()
            del self._by_race[room.state.token]

    def all(self) -> list[Socket]:
        return [socket for room in self._by_race.values() for socket in room.sockets]

    def answered(self, socket: Socket, state: RoomState) -> None:
        """Show everybody the room after something that this socket did, and it in any case."""
        room = self._by_race.get(state.token)
        if room is not None:
            room.take(state, told=socket)
            room.show_to(socket)

    def run_moved(self, socket: Socket, row: RunRow) -> None:
        """A write of this socket's run is committed: the news of its player, for everybody."""
        room = self._room_of(socket)
        if room is None or socket.place is None or socket.seat is None:
            return
        seat, token = room.state.seat_of(socket.place.user_id), room.state.token
        if seat is None or seat.run != socket.seat.token:
            return
        state, down = seat_run_state(row.result), room.state.hidden - row.turned
        progress = Progress(row.seq, row.up, down, row.moves, state)
        room.moved(seat.number, progress)
        news = (seat.number, row.seq, row.up, down, row.moves, state)
        self._bell.tell_peers(token, news)
        if state != PLAYING:
            self._bell.ring_room(token)

    def peer_moved(self, token: str, news: PeerNews) -> None:
        if (room := self._by_race.get(token)) is not None:
            room.moved(news[0], Progress(*news[1:]))

    def room_changed(self, token: str) -> None:
        """Look at it soon, together with whatever else has changed by then."""
        if token in self._by_race:
            self._stale.add(token)
            if self._reading is None or self._reading.done():
                self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        while self._stale:
            stale, self._stale = self._stale, set()
            if rooms := [self._by_race[token] for token in stale if token in self._by_race]:
                await self._show(rooms)

    async def _look(self) -> None:
        while self._by_race:
            await asyncio.sleep(LOOK_SECONDS / LOOKS)
            before = asyncio.get_running_loop().time() - LOOK_SECONDS
            due = [room for room in self._by_race.values() if room.looked_at <= before]
            due.sort(key=lambda room: room.looked_at)
            if due := due[: max(ROOMS_A_LOOK, len(self._by_race) // LOOKS)]:
                await self._show(due)

    async def _show(self, rooms: list[Room]) -> None:
        """Read these rooms anew, once it is stored who has been heard of there."""
        now = asyncio.get_running_loop().time()
        for shown in rooms:
            shown.looked_at = now
        try:
            states = await rooms_look([shown.state.token for shown in rooms], _heard(rooms))
        except Unavailable as error:
            log.warning("rooms_not_read", error=error.detail)
            return
        for token, state in states.items():
            if (room := self._by_race.get(token)) is not None:
                room.take(state)
                self._see_to(room)

    def _see_to(self, room: Room) -> None:
        """End a race that is over, or start one that all are ready for and nobody lived to start;
        whoever else may be doing it."""
        state = room.state
        if state.state == "open" and state.all_ready():
            in_db_aside(race_see_to, state.id)
        if state.state != "running" or state.ends_at is None:
            return
        if state.all_ended() or now_ms() >= state.ends_at + LIMIT_GRACE_MS:
            in_db_aside(race_see_to, state.id)
        else:
            self._end_in_time(room)

    def _end_in_time(self, room: Room) -> None:
        """Look again at the limit, without waiting for the next look."""
        if room.ending is None and room.state.state == "running" and room.state.ends_at is not None:
            seconds = (room.state.ends_at + LIMIT_GRACE_MS - now_ms()) / 1000
            loop = asyncio.get_running_loop()
            token = room.state.token
            room.ending = loop.call_later(max(0.0, seconds) + 0.01, self.room_changed, token)

    def _room_of(self, socket: Socket) -> Room | None:
        return None if socket.place is None else self._by_race.get(socket.place.token)


def _heard(rooms: Iterable[Room]) -> set[int]:
    """The seats whose players have said anything since the last look: a ping will do."""
    heard = set()
    for room in rooms:
        for socket in room.sockets:
            if socket.spoke and socket.place is not None:
                socket.spoke = False
                if (seat := room.state.seat_of(socket.place.user_id)) is not None:
                    heard.add(seat.id)
    return heard
