"""Races for the tests: rooms with players in them, proved deals, and sockets that look at them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import sync_to_async

from accounts.models import User
from engine.codes import parse_code
from games.clock import now_ms
from games.errors import GameError
from games.models import PoolDeal, Race, Run
from games.selectors.races import race_get
from games.services.pool import Proof, pool_deal_add
from games.services.race_ends import race_end_if_due
from games.services.race_starts import race_start
from games.services.races import race_create, race_seat, seat_ready
from tests.games.support import Frame, Socket, make_player, sign_in, won_lines

SEALED = won_lines(sealed=True)
CODE = next(text for text in SEALED if text.startswith("RU1-C"))
NAMES = (
    "Ingrid", "Sindre", "Birgitta", "Halvard", "Solveig", "Torkel", "Yngvild", "Oddvar",
    "Ragnhild", "Eystein", "Gudrun",
)  # fmt: skip


def pool_add(text: str = CODE) -> PoolDeal:
    line = SEALED[text]
    proof = Proof(line, len(line), False, len(line), 1, "test")
    return pool_deal_add(code=parse_code(text), proof=proof)


def make_players(count: int) -> list[User]:
    return [make_player(name) for name in NAMES[:count]]


def prove(*players: User) -> None:
    """Their addresses are verified."""
    for player in players:
        EmailAddress.objects.create(user=player, email=player.email, verified=True)


def make_guest(tag: str = "4F7K") -> User:
    guest = User(tag=tag)
    guest.set_unusable_password()
    guest.save()
    return guest


def make_room(players: list[User], *, event: str = "RU1-C", code: str = "") -> Race:
    """A room with everybody seated; the first one hosts."""
    race = race_create(host=players[0], event=event, limit_minutes=10, code=code)
    for player in players[1:]:
        race_seat(race=race, player=player)
    return race_get(token=race.token)


def make_ready(race: Race, players: list[User]) -> None:
    for player in players:
        seat_ready(race=race, player=player, on=True)


def make_running(players: list[User], text: str = CODE) -> Race:
    """A race of a proved deal that has been started; it may still count down."""
    pool_add(text)
    race = make_room(players, event=parse_code(text).event)
    make_ready(race, players)
    return race_start(race=race, player=players[0])


def run_of(race: Race, player: User) -> Run:
    return Run.objects.get(race=race, player=player)


class Clock:
    """The server's clock, set by hand."""

    def __init__(self) -> None:
        self.ms = now_ms()

    def __call__(self) -> int:
        return self.ms

    def passes(self, seconds: float) -> int:
        self.ms += round(seconds * 1000)
        return self.ms


def refused(code: str, call: Callable[..., Any], **arguments: Any) -> None:
    with pytest.raises(GameError) as caught:
        call(**arguments)
    assert caught.value.code == code


def fresh(race: Race) -> Race:
    return race_get(token=race.token)


def seated(race: Race) -> list[str]:
    return list(race.seats.order_by("number").values_list("name", flat=True))


def ended(players: list[User], code: str = "") -> Race:
    race = make_room(players, code=code) if code else make_running(players)
    if code:
        make_ready(race, players)
        race = race_start(race=race, player=players[0])
    Run.objects.filter(race=race).update(state="ended", result="stopped", ended_ms=1)
    assert race_end_if_due(race_id=race.pk, now_ms=now_ms())
    return fresh(race)


class RaceSocket(Socket):
    """A browser's end that sorts what it hears: answers to itself, the room, and its peers."""

    def __init__(self, cookie: str) -> None:
        super().__init__(cookie)
        self.room: Frame = {}
        self.peers: dict[int, Frame] = {}
        self.frames: list[Frame] = []

    async def read(self) -> Frame:
        frame = await super().read()
        self.frames.append(frame)
        if frame["t"] == "room":
            self.room = frame
            for seat in frame["seats"]:
                self.peers[seat["seat"]] = seat
        elif frame["t"] == "peer":
            self.peers[frame["seat"]] = frame
        return frame

    async def until(self, t: str, **wanted: Any) -> Frame:
        """Read on to a frame of this type with these fields."""
        while True:
            frame = await self.read()
            if frame["t"] == t and all(frame.get(key) == value for key, value in wanted.items()):
                return frame

    async def ask(self, t: str, **fields: Any) -> Frame:
        """Send a frame of a table and read its answer."""
        await self.send(t, **fields)
        while (frame := await self.read())["t"] not in ("welcome", "ack", "nack", "bye", "pong"):
            pass
        return frame

    async def peer(self, seat: int, **wanted: Any) -> Frame:
        """Read on until what is known of a seat has these values."""
        while any(self.peers.get(seat, {}).get(key) != value for key, value in wanted.items()):
            await self.read()
        return self.peers[seat]

    async def in_room(self, **wanted: Any) -> Frame:
        while any(self.room.get(key) != value for key, value in wanted.items()):
            await self.read()
        return self.room

    async def play(self, moves: list[str], base: int = 0) -> Frame:
        answer: Frame = {}
        for place, move in enumerate(moves, base):
            answer = await self.ask("move", base=place, after=[], move=move)
            assert answer["t"] == "ack", answer
        return answer


@asynccontextmanager
async def looking(player: User | None, **where: str) -> AsyncIterator[RaceSocket]:
    """A socket at a room (`room=`) or a table (`run=`); what it says first is read up to `room`."""
    cookie = "" if player is None else await sync_to_async(sign_in)(player)
    socket = RaceSocket(cookie)
    connected, _ = await socket.wire.connect()
    assert connected
    await socket.send("hello", v=1, **where)
    async with asyncio.timeout(10):
        await socket.until("room")
    try:
        yield socket
    finally:
        await socket.wire.disconnect()


def text_of(frames: list[str]) -> str:
    """All that was heard but names and tokens, which may hold any letters."""
    return "\n".join(json.dumps(_bare(json.loads(text))) for text in frames)


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _bare(v) for key, v in value.items() if key not in ("name", "run", "rematch")}
    return [_bare(one) for one in value] if isinstance(value, list) else value
