"""The open sockets of one event loop: who sits where, and who must leave."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from weakref import WeakKeyDictionary

import structlog

from accounts.selectors import session_is_live
from games.broadcast import LOOK_AGAIN, Doorbell, PeerNews, doorbell
from games.db import in_db, in_db_aside
from games.drain import on_shutdown
from games.errors import Unavailable
from games.handlers.table import Seat, position_look, run_close, seconds_open
from games.protocol import Close, Code
from games.rooms import Rooms
from games.selectors.races import RoomState
from games.services.results import run_finished
from games.services.tables import tables
from games.socket import Socket
from games.writer import Write, writer

log = structlog.get_logger(__name__)

SOCKETS_A_RUN = 3
SWEEP_SECONDS = 20.0
# For the answers to our closing frames; who is silent longer is cut off.
GOODBYE_SECONDS = 5.0
# So long a player looks at a position before the solver does.
STILL_SECONDS = 8.0
# The loop's clock may run a little ahead of the server's.
CLOSING_SLACK_SECONDS = 0.01


class Sockets:
    """Sockets by run, oldest first. Nothing correct depends on `remove` being called."""

    def __init__(self) -> None:
        self._by_run: defaultdict[str, list[Socket]] = defaultdict(list)
        self._sweeping: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[None]] = set()
        self._empty = asyncio.Event()
        self._looks: dict[str, asyncio.TimerHandle] = {}
        self._closings: dict[str, asyncio.TimerHandle] = {}
        self.bell: Doorbell = doorbell(self)
        self.rooms = Rooms(self.bell, self._replace)
        self.draining = False
        on_shutdown(self.drain)

    def add(self, socket: Socket) -> None:
        """Seat a socket; of too many at one run the oldest are closed."""
        seated = self._by_run[_token(socket)]
        seated.append(socket)
        over = len(seated) - SOCKETS_A_RUN
        if over > 0:
            self._replace(seated[:over])
        self._close_in_time(_token(socket))
        self._sweep_on()

    def look(self, socket: Socket, state: RoomState) -> None:
        """Have a socket told of a race from now on, at its table or not."""
        self.rooms.add(socket, state)
        self._sweep_on()

    def _sweep_on(self) -> None:
        if self._sweeping is None or self._sweeping.done():
            self._sweeping = asyncio.ensure_future(self._sweep())

    def dismiss(self, leaving: list[Socket], code: Code, close: Close) -> None:
        """Close sockets without waiting for them: one may be slow to read, or gone already."""
        for socket in leaving:
            task = asyncio.ensure_future(socket.leave(code, close))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    def _replace(self, leaving: list[Socket]) -> None:
        self.dismiss(leaving, Code.REPLACED, Close.REPLACED)

    def remove(self, socket: Socket) -> None:
        self.rooms.remove(socket)
        self._unseat(socket)
        if not self.all():
            self._empty.set()

    def _unseat(self, socket: Socket) -> None:
        token = _token(socket)
        seated = self._by_run.get(token)
        if seated is None or socket not in seated:
            return
        seated.remove(socket)
        if not seated:
            del self._by_run[token]
            for timers in (self._looks, self._closings):
                if (timer := timers.pop(token, None)) is not None:
                    timer.cancel()
            self._forget(token)

    def _forget(self, token: str) -> None:
        if token not in self._by_run and (write := tables().release(token)) is not None:
            write.done.add_done_callback(lambda _: self._forget(token))

    def ring_after(self, socket: Socket, write: Write) -> None:
        """Once a write of this socket's is committed, ring for the others at the table; when it
        ended the game, show and check its result."""

        def committed(done: asyncio.Future[bool]) -> None:
            if not done.cancelled() and done.exception() is None and done.result():
                seq = write.row.seq if write.items else LOOK_AGAIN
                self.bell.ring(_token(socket), seq, socket)
                self._look_when_still(socket, write.row.seq)
                self.rooms.run_moved(socket, write.row)
                if write.row.ended:
                    in_db_aside(run_finished, run_id=write.row.id)

        write.done.add_done_callback(committed)

    def _close_in_time(self, token: str) -> None:
        """Have the run ended at its closing whether or not anybody moves, and beat is there."""
        seated = self._by_run.get(token)
        if not seated or token in self._closings or (seat := seated[0].seat) is None:
            return
        if (seconds := seconds_open(seat)) is not None:
            wait = seconds + CLOSING_SLACK_SECONDS
            loop = asyncio.get_running_loop()
            self._closings[token] = loop.call_later(wait, self._close_now, token, seat)

    def _close_now(self, token: str, seat: Seat) -> None:
        """Everybody looks again: at the end, or at what another process has made of it."""
        self._closings.pop(token, None)
        if seconds_open(seat):
            self._close_in_time(token)  # the loop's clock was further ahead than the slack
        elif (write := run_close(seat)) is None:
            self.heard(token, LOOK_AGAIN, None)
        else:
            write.done.add_done_callback(lambda _: self.heard(token, LOOK_AGAIN, None))

    def _look_when_still(self, socket: Socket, seq: int) -> None:
        """Let the solver look at a position that its player has been looking at for a while."""
        token, seat = _token(socket), socket.seat
        if (look := self._looks.pop(token, None)) is not None:
            look.cancel()
        if seat is not None and token in self._by_run:
            loop = asyncio.get_running_loop()
            self._looks[token] = loop.call_later(STILL_SECONDS, position_look, seat, seq)

    def heard(self, token: str, seq: int, mover: object) -> None:
        """Pass a ring on to the sockets of that run that do not know of it yet."""
        for socket in self._by_run.get(token, ()):
            if socket is not mover and (seq == LOOK_AGAIN or seq > socket.last_seq):
                socket.changed(max(seq, socket.last_seq))

    def proved_lost(self, token: str, seq: int) -> None:
        """Tell those who still look at that position."""
        for socket in self._by_run.get(token, ()):
            if socket.last_seq == seq:
                socket.lost(seq)

    def room_changed(self, token: str) -> None:
        self.rooms.room_changed(token)

    def peer_moved(self, token: str, news: PeerNews) -> None:
        self.rooms.peer_moved(token, news)

    def all(self) -> list[Socket]:
        """Every socket that has said hello, at a table or in a room."""
        seated = [socket for seated in self._by_run.values() for socket in seated]
        return seated + [socket for socket in self.rooms.all() if socket.seat is None]

    async def drain(self) -> None:
        """Before the process ends: answer what was asked, then send everybody elsewhere.

        A process that ends at once takes its last frames with it, so everybody is seen off.
        """
        self.draining = True
        self._empty.clear()
        leaving = [socket.leave(Code.RESTART, Close.RESTART, 1.0) for socket in self.all()]
        await asyncio.gather(*leaving, return_exceptions=True)
        await asyncio.to_thread(writer.close)
        if self.all():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._empty.wait(), GOODBYE_SECONDS)

    async def _sweep(self) -> None:
        """Close the sockets whose player signed out, was banned or changed the password."""
        while self.all():
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except Unavailable as error:
                log.warning("socket_sweep_failed", error=error.detail)

    async def sweep(self) -> None:
        by_session: defaultdict[tuple[str, int], list[Socket]] = defaultdict(list)
        for socket in self.all():
            if (seat := socket.seat) is not None:
                by_session[seat.session_key, seat.viewer.user_id].append(socket)
            elif (place := socket.place) is not None and place.user_id is not None:
                by_session[place.session_key, place.user_id].append(socket)
        for (key, user_id), seated in by_session.items():
            if not await in_db(session_is_live, key, user_id):
                self.dismiss(seated, Code.SIGNED_OUT, Close.SIGNED_OUT)


def _token(socket: Socket) -> str:
    return socket.seat.token if socket.seat is not None else ""


_by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, Sockets] = WeakKeyDictionary()


def sockets() -> Sockets:
    """The running loop's sockets."""
    loop = asyncio.get_running_loop()
    found = _by_loop.get(loop)
    if found is None:
        found = _by_loop[loop] = Sockets()
    return found
