"""Frames of a race's room: each becomes one call of a service."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from msgspec import UNSET, UnsetType

from accounts.models import User
from games.clock import now_ms
from games.db import in_db
from games.errors import GameError, RaceNotFound, RunNotFound, Unavailable
from games.handlers.table import Seat
from games.limits import item_allowed
from games.models import Run
from games.protocol import (
    Code,
    LeaveFrame,
    Nack,
    Peer,
    ReadyFrame,
    RematchFrame,
    Room,
    RoomFrame,
    RoomSeat,
    SeatFrame,
    StartFrame,
)
from games.selectors.races import Progress, RoomState, SeatState, race_get, room_states
from games.selectors.viewers import viewer_fetch
from games.services.race_starts import race_ready, race_start
from games.services.races import race_leave, race_rematch, race_seat, seats_seen


@dataclass(slots=True)
class Place:
    """One socket's place in one race's room: whose eyes. Nobody's are a stranger's."""

    token: str
    user_id: int | None
    session_key: str


async def place_take(token: str, session_key: str) -> tuple[Place, RoomState]:
    """Who looks at this race, and the room as it stands. Raises `RaceNotFound`."""
    return await in_db(_entered, token, session_key)


async def place_at_table(seat: Seat) -> tuple[Place, RoomState]:
    """The same for a socket at the table of one of a race's runs."""
    return await in_db(_entered_by_run, seat)


async def rooms_look(tokens: Iterable[str], seen: Iterable[int] = ()) -> dict[str, RoomState]:
    """The rooms as they stand, once it is stored which seats have been heard of."""
    return await in_db(_rooms_look, list(tokens), list(seen))


async def room_answer(place: Place, frame: RoomFrame) -> RoomState | Nack:
    """Do what the frame asks: the room after it, or why not."""
    if place.user_id is None:
        return Nack(code=Code.NO_ACCOUNT)
    if not item_allowed(place.user_id):
        return Nack(code=Code.RATE)
    try:
        return await in_db(_frame_do, place, frame)
    except (RunNotFound, Unavailable):
        raise
    except GameError as error:
        return Nack(code=error.code)


def role_in(state: RoomState, user_id: int | None) -> Literal["host", "player", "watcher"]:
    seat = state.seat_of(user_id)
    if seat is None:
        return "watcher"
    return "host" if seat.number == state.host else "player"


def room_frame(state: RoomState, user_id: int | None) -> Room:
    """The room as this viewer may see it: all the same but for whose seat and run is theirs."""
    seat = state.seat_of(user_id)
    return Room(
        version=state.version, now=now_ms(), state=cast("Any", state.state), event=state.event,
        limit=state.limit, rated=state.rated, public=state.public, host=_given(state.host),
        you=UNSET if seat is None else seat.number,
        seats=[_seat_frame(one) for one in state.seats],
        start_from=_given(state.start_from), starts_at=_given(state.starts_at),
        ends_at=_given(state.ends_at), run=seat.run if seat is not None and seat.run else UNSET,
        rematch=state.rematch or UNSET, code=state.code or UNSET,
    )  # fmt: skip


def peer_frame(number: int, progress: Progress) -> Peer:
    state = cast("Any", progress.state)
    return Peer(number, progress.up, progress.down, progress.moves, state)


def _seat_frame(seat: SeatState) -> RoomSeat:
    progress = seat.progress
    return RoomSeat(
        seat.number, seat.name, seat.ready, seat.here, progress.up, progress.down, progress.moves,
        cast("Any", progress.state), ms=_given(seat.ms), place=seat.place or UNSET,
        drawn=seat.drawn or UNSET,
    )  # fmt: skip


def _given(value: int | None) -> int | UnsetType:
    return UNSET if value is None else value


def _frame_do(place: Place, frame: RoomFrame) -> RoomState:
    race = race_get(token=place.token)
    player = User.objects.filter(pk=place.user_id or 0).first()
    if player is None:
        raise RaceNotFound
    match frame:
        case SeatFrame(name=name):
            race_seat(race=race, player=player, name=name)
        case ReadyFrame(on=on):
            race_ready(race=race, player=player, on=on)
        case StartFrame():
            race_start(race=race, player=player)
        case LeaveFrame():
            race_leave(race=race, player=player)
        case RematchFrame():
            race_rematch(race=race, player=player)
    return _room(place.token)


def _entered(token: str, session_key: str) -> tuple[Place, RoomState]:
    viewer = viewer_fetch(session_key)
    place = Place(token, None if viewer is None else viewer.user_id, session_key)
    return place, _room_entered(place)


def _entered_by_run(seat: Seat) -> tuple[Place, RoomState]:
    token = Run.objects.filter(token=seat.token).values_list("race__token", flat=True).first()
    if token is None:
        raise RaceNotFound
    place = Place(token, seat.viewer.user_id, seat.session_key)
    return place, _room_entered(place)


def _room_entered(place: Place) -> RoomState:
    """The room, in which whoever enters it is there."""
    state = _room(place.token)
    seat = state.seat_of(place.user_id)
    if seat is None or seat.here:
        return state
    seats_seen(ids=[seat.id], now_ms=now_ms())
    here = replace(seat, here=True)
    return replace(state, seats=tuple(here if one is seat else one for one in state.seats))


def _room(token: str) -> RoomState:
    state = room_states(tokens=[token], now_ms=now_ms()).get(token)
    if state is None:
        raise RaceNotFound
    return state


def _rooms_look(tokens: list[str], seen: list[int]) -> dict[str, RoomState]:
    now = now_ms()
    if seen:
        seats_seen(ids=seen, now_ms=now)
    return room_states(tokens=tokens, now_ms=now)
