"""What sockets and pages read of races. Nothing here names a card."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import structlog
from cryptography.fernet import InvalidToken
from django.db.models import Prefetch, QuerySet

from engine.variants import event_variant
from games.errors import RaceNotFound
from games.models import (
    RACE_GOES_ON,
    RACE_OVER,
    Race,
    RaceState,
    Review,
    ReviewState,
    Run,
    Seat,
    Verification,
)
from games.race_order import finish_key
from games.sealing import code_unseal

log = structlog.get_logger(__name__)

# A player who has not been heard of for so long is shown as away: two heartbeats of 5 s.
HERE_MS = 10_000

WAITING, PLAYING, WON, STOPPED, TIME_UP = "waiting", "playing", "won", "stopped", "timeup"
_ENDED = {"won": WON, "closed": TIME_UP}


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one player has come: what rivals may know. `seq` tells an older news from a newer."""

    seq: int = 0
    up: int = 0
    down: int = 0
    moves: int = 0
    state: str = WAITING

    def is_before(self, other: Progress) -> bool:
        going = (WAITING, PLAYING)
        return (self.seq, self.state not in going) < (other.seq, other.state not in going)


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat as everybody may see it, and (`player_id`, `run`) whose it is.

    `ms` is the winner's time from the start; `place` and `drawn` are there once the race is over.
    """

    id: int
    number: int
    player_id: int
    name: str
    ready: bool
    here: bool
    progress: Progress
    run: str = ""
    turned: int = 0
    ms: int | None = None
    place: int = 0
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class RoomState:
    """A room at one instant; times in ms of UTC. `host` is a seat's number, if anybody hosts.

    `hidden` are the face-down cards a player begins with; `code` is empty until it may be known;
    `rematch` is the token of one that one can still go to.
    """

    id: int
    token: str
    version: int
    state: str
    event: str
    limit: int
    rated: bool
    public: bool
    host: int | None
    seats: tuple[SeatState, ...]
    hidden: int
    start_from: int | None = None
    starts_at: int | None = None
    ends_at: int | None = None
    rematch: str = ""
    code: str = ""

    @property
    def is_over(self) -> bool:
        return self.state in RACE_OVER

    @property
    def head(self) -> tuple[object, ...]:
        """All that a `room` frame shows but progress, which `peer` frames tell."""
        seats = [
            replace(seat, progress=Progress(state=seat.progress.state), turned=0)
            for seat in self.seats
        ]
        return (self.version, self.rematch, self.code, *seats)

    def seat_of(self, user_id: int | None) -> SeatState | None:
        return next((seat for seat in self.seats if seat.player_id == user_id), None)

    def all_ready(self) -> bool:
        return len(self.seats) >= 2 and all(seat.ready for seat in self.seats)

    def all_ended(self) -> bool:
        return all(seat.progress.state not in (WAITING, PLAYING) for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the table of results. Seats that are alike in all that counts share a place.

    `ms` is the clock at the last item: of a winner, the instant of the 52nd card. `refused` says
    `rejected` (by the verification) or `removed` (by staff) of a game that has no place any more.
    """

    place: int
    drawn: bool
    seat: int
    name: str
    run_token: str
    up: int
    turned: int
    moves: int
    ms: int
    state: str
    refused: str = ""


def race_get(*, token: str) -> Race:
    """Raises `RaceNotFound`."""
    race = Race.objects.filter(token=token).select_related("pool_deal", "host").first()
    if race is None:
        raise RaceNotFound
    return race


def races_open(*, event: str = "") -> QuerySet[Race]:
    """Rooms of the lobby that still take players, newest first, with their seats."""
    seats = Prefetch("seats", Seat.objects.order_by("number"))
    races = Race.objects.filter(state=RaceState.OPEN, public=True).prefetch_related(seats)
    return races.filter(event=event).order_by("-id") if event else races.order_by("-id")


def room_states(*, tokens: Iterable[str], now_ms: int) -> dict[str, RoomState]:
    """The rooms of these tokens as the database has them; two queries for all."""
    races = list(
        Race.objects.filter(token__in=list(tokens)).values_list(
            "id", "token", "version", "state", "event", "limit_minutes", "rated", "public",
            "host_id", "ready_ms", "starts_ms", "ends_ms", "rematch__token", "rematch__state",
            "code", "pool_deal__sealed_code",
        )
    )  # fmt: skip
    seats = _seat_rows([race[0] for race in races])
    return {race[1]: _room(race, seats[race[0]], now_ms) for race in races}


def race_table(*, race: Race) -> list[Standing]:
    """Finishers by the instant of the 52nd card; then cards up, cards turned, moves; then draw.

    Winner first. Of a race that goes on, the order as it stands. Games that were refused stand
    last, at place 0, and the others as they came in among themselves.
    """
    rows, refused = _seat_rows([race.pk])[race.pk], _refused(race)
    run_ms = {row[1]: row[13] or 0 for row in rows}
    seats = [_seat(row, race.state, cards_hidden(race.event), 0) for row in rows]
    placed = _placed([seat for seat in seats if seat.run not in refused])
    placed.sort(key=lambda seat: (seat.place, seat.number))
    return [
        Standing(
            place=seat.place,
            drawn=seat.drawn,
            seat=seat.number,
            name=seat.name,
            run_token=seat.run,
            up=seat.progress.up,
            turned=seat.turned,
            moves=seat.progress.moves,
            ms=run_ms[seat.id],
            state=seat.progress.state,
            refused=refused.get(seat.run, ""),
        )
        for seat in (*placed, *(seat for seat in seats if seat.run in refused))
    ]


def _refused(race: Race) -> dict[str, str]:
    """The games of a race that stand no longer, by token, and by whom they were refused."""
    rejected = Run.objects.filter(race=race, verification=Verification.REJECTED)
    removed = Review.objects.filter(run__race=race, state=ReviewState.REMOVED)
    tokens = dict.fromkeys(removed.values_list("run__token", flat=True), "removed")
    return tokens | dict.fromkeys(rejected.values_list("token", flat=True), "rejected")


def _seat_rows(race_ids: Sequence[int]) -> defaultdict[int, list[Any]]:
    rows: defaultdict[int, list[Any]] = defaultdict(list)
    seats = Seat.objects.filter(race_id__in=race_ids).order_by("race_id", "number")
    for row in seats.values_list(
        "race_id", "id", "number", "player_id", "name", "ready", "seen_ms", "run__token",
        *(f"run__{field}" for field in Seat.OUTCOME), "outcome",
    ):  # fmt: skip
        *row, outcome = row
        if outcome is not None:
            row[-len(Seat.OUTCOME) :] = outcome
        rows[row[0]].append(row)
    return rows


def _room(race: Any, rows: list[Any], now_ms: int) -> RoomState:
    id_, token, version, state, event, limit, rated, public = race[:8]
    host_id, ready_ms, starts_ms, ends_ms, rematch, rematch_state, code, sealed = race[8:]
    hidden = cards_hidden(event)
    seats = [_seat(row, state, hidden, now_ms) for row in rows]
    return RoomState(
        id=id_, token=token, version=version, state=state, event=event, limit=limit, rated=rated,
        public=public,
        host=next((seat.number for seat in seats if seat.player_id == host_id), None),
        seats=tuple(_placed(seats) if state == RaceState.ENDED else seats),
        hidden=hidden,
        start_from=ready_ms if state == RaceState.OPEN else None,
        starts_at=starts_ms, ends_at=ends_ms,
        rematch=rematch if rematch_state in RACE_GOES_ON else "",
        code=code or (_code_known(id_, bytes(sealed)) if state in RACE_OVER and sealed else ""),
    )  # fmt: skip


def _seat(row: Any, race_state: str, hidden: int, now_ms: int) -> SeatState:
    _, id_, number, player_id, name, ready, seen_ms, run, result, seq, up, turned, moves, ms = row
    state = WAITING if race_state == RaceState.OPEN else STOPPED
    if result is not None:
        state = seat_run_state(result)
    return SeatState(
        id=id_, number=number, player_id=player_id, name=name, ready=ready,
        here=now_ms - seen_ms < HERE_MS, run=run or "", turned=turned or 0,
        progress=Progress(seq or 0, up or 0, hidden - (turned or 0), moves or 0, state),
        ms=ms if state == WON else None,
    )  # fmt: skip


def seat_run_state(result: str) -> str:
    """What rivals call a run's result; stopping by any way is stopping."""
    return _ENDED.get(result, STOPPED) if result else PLAYING


def _placed(seats: list[SeatState]) -> list[SeatState]:
    keys = [_order(seat) for seat in seats]
    return [
        replace(
            seat, place=1 + sum(other < key for other in keys), drawn=keys.count(key) > 1
        )
        for seat, key in zip(seats, keys, strict=True)
    ]  # fmt: skip


def _order(seat: SeatState) -> tuple[int, int, int, int]:
    progress, won = seat.progress, seat.ms is not None
    return finish_key(
        won=won, ms=seat.ms or 0, up=progress.up, turned=seat.turned, moves=progress.moves
    )


@lru_cache(maxsize=256)
def cards_hidden(event: str) -> int:
    """The face-down cards a player begins with."""
    return sum(event_variant(event).down)


def _code_known(race_id: int, sealed: bytes) -> str:
    """Empty when the deal cannot be deciphered: the room, and those read with it, show all else."""
    try:
        return _code(sealed)
    except InvalidToken:
        log.error("deal_unreadable", race=race_id)
        return ""


@lru_cache(maxsize=512)
def _code(sealed: bytes) -> str:
    """Only of races that are over."""
    return code_unseal(sealed=sealed).text
