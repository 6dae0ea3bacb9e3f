"""Rooms before their race: who hosts, who sits where, who is ready; and the room after it.

Every function that changes a race locks its row first (then deals, then runs in order of their
ids) and adds to `version`; rooms are rung for after the commit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.db import connection, transaction

from accounts.models import User
from accounts.names import InvalidNameError, name_check, name_skeleton
from accounts.selectors import email_is_verified, name_is_taken
from engine.codes import parse_code
from engine.variants import EVENTS, event_variant
from games.broadcast import room_announce
from games.clock import now_ms
from games.errors import GameError, RunNotOpen
from games.models import Race, RaceState, RunResult, Seat
from games.sealing import code_create
from games.services.runs import run_end

LIMITS = (10, 15, 20)
MOST_SEATS = 10
# From the second seat on, the host waits so long for those who are not ready.
HOST_WAITS_MS = 30_000
# Open rooms of one host.
MOST_ROOMS = 5


def race_create(
    *, host: User, event: str, limit_minutes: int, code: str = "", public: bool = False
) -> Race:
    """Open a room whose host has the first seat.

    A typed `code` names the event and is never rated; else the deal is drawn at the start. Raises
    `UnknownCode`, `GameError` (`not_ranked_event`, `limit`, `too_many_rooms`). Locks the host's
    row, so that of many presses at once no more succeed than of as many in turn.
    """
    if code:
        parsed = parse_code(code)
        event, code = parsed.event, parsed.text
    elif event not in EVENTS:
        raise GameError("not_ranked_event")
    if limit_minutes not in LIMITS:
        raise GameError("limit")
    now = now_ms()
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=host.pk)
        if Race.objects.filter(host=host, state=RaceState.OPEN).count() >= MOST_ROOMS:
            raise GameError("too_many_rooms")
        race = Race.objects.create(
            host=host, event=event, limit_minutes=limit_minutes, code=code, public=public,
            created_ms=now, changed_ms=now,
        )  # fmt: skip
        _sit(race, host, host.display_name, number=0)
        race_changed(race, now=now)
    return race


@transaction.atomic
def race_seat(*, race: Race, player: User, name: str = "") -> Seat:
    """The player's seat, a free one if they had none; the name is a guest's choice.

    Raises `GameError`: `started`, `full`, `name_length`, `name_characters`, `name_reserved`,
    `name_taken`.
    """
    race = race_locked(race)
    seats = seats_of(race)
    seat = next((seat for seat in seats if seat.player_id == player.pk), None)
    if race.state != RaceState.OPEN:
        if seat is not None:
            return seat
        raise GameError("started")
    if seat is not None and not (name and player.is_guest):
        return seat
    name = _name(player, name, [other for other in seats if other is not seat])
    if seat is not None:
        seat.name = name
        seat.save(update_fields=["name"])
    elif len(seats) >= MOST_SEATS:
        raise GameError("full")
    else:
        seat = _sit_free(race, player, name, seats)
    race_changed(race)
    return seat


@transaction.atomic
def seat_ready(*, race: Race, player: User, on: bool) -> Race:
    """Say that one is ready, or is not. Raises `GameError`: `started`, `not_seated`."""
    race = race_locked(race)
    if race.state != RaceState.OPEN:
        raise GameError("started")
    seat = _seat_of(race, player)
    if seat.ready != on:
        seat.ready = on
        seat.save(update_fields=["ready"])
        race_changed(race)
    return race


@transaction.atomic
def race_leave(*, race: Race, player: User) -> Race:
    """Give the seat up; of a race that has started, stop one's own game and keep the seat.

    The next seat hosts when the host leaves. Raises `GameError`: `not_seated`, `not_started` while
    it counts down.
    """
    race = race_locked(race)
    seat = _seat_of(race, player)
    if race.state == RaceState.OPEN:
        seats_free(race, [seat])
    elif seat.run is not None and seat.run.is_open:
        if race.starts_ms is not None and now_ms() < race.starts_ms:
            raise GameError("not_started")
        try:
            run_end(run=seat.run, result=RunResult.STOPPED)
        except RunNotOpen:
            return race
        race_changed(race)
    return race


@transaction.atomic
def race_rematch(*, race: Race, player: User) -> Race:
    """The room of the rematch, made by whoever asks first; whoever asks is seated there.

    A new deal always, sealed where there are proved ones. Raises `GameError`: `not_over`,
    `not_seated`.
    """
    race = race_locked(race)
    if not race.is_over:
        raise GameError("not_over")
    seat = _seat_of(race, player)
    again = Race.objects.filter(rematch_of=race).first()
    if again is not None and again.state == RaceState.EMPTY:
        Race.objects.filter(pk=again.pk).update(rematch_of=None)
        again = None
    if again is None:
        again = _room_again(race, player)
        race_changed(race)
    again = race_locked(again)
    if again.state == RaceState.OPEN:
        _sit_again(again, player, seat.name)
    return again


def _room_again(race: Race, host: User) -> Race:
    now, code = now_ms(), ""
    if race.event not in EVENTS:
        variant = event_variant(race.event)
        code = code_create(prefix=variant.prefix, rules=variant.rules, sealed=False).text
    return Race.objects.create(
        host=host, event=race.event, code=code, limit_minutes=race.limit_minutes,
        public=race.public, created_ms=now, changed_ms=now, rematch_of=race,
    )  # fmt: skip


def _sit_again(race: Race, player: User, name: str) -> None:
    """A seat for a player of the last race, under the same name, if there is room."""
    seats = seats_of(race)
    if len(seats) < MOST_SEATS and all(seat.player_id != player.pk for seat in seats):
        _sit_free(race, player, name, seats)
        race_changed(race)


def seats_seen(*, ids: Sequence[int], now_ms: int) -> None:
    """Players of these seats have been heard of. Locks nothing but what it writes, and does not
    wait for the disk: a few seconds later it is said again."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL synchronous_commit = off")
        Seat.objects.filter(pk__in=ids, seen_ms__lt=now_ms).update(seen_ms=now_ms)


# --- for the other services of races -------------------------------------------------------------


def race_locked(race: Race) -> Race:
    """The race as it stands, its row locked for the transaction."""
    return Race.objects.select_for_update().get(pk=race.pk)


def seats_of(race: Race) -> list[Seat]:
    return list(race.seats.select_related("player", "run").order_by("number"))


def seats_free(race: Race, leaving: Sequence[Seat]) -> None:
    """Give up seats of an open, locked race; the next seat hosts when the host is among them."""
    Seat.objects.filter(pk__in=[seat.pk for seat in leaving]).delete()
    if race.host_id in {seat.player_id for seat in leaving}:
        following = seats_of(race)
        race.host = following[0].player if following else None
    race_changed(race)


def race_changed(race: Race, *, now: int | None = None) -> None:
    """Store what was changed of a locked race, settle what follows from its seats, and ring."""
    now = now_ms() if now is None else now
    if race.state == RaceState.OPEN:
        seats = seats_of(race)
        race.rated = race_is_rated(race, seats)
        if len(seats) < 2:
            race.ready_ms = None
        elif race.ready_ms is None:
            race.ready_ms = now + HOST_WAITS_MS
    race.version += 1
    race.changed_ms = now
    race.save()
    transaction.on_commit(partial(room_announce, token=race.token))


def race_is_rated(race: Race, seats: Sequence[Seat]) -> bool:
    """Sealed, and every player rated; a room without players is not."""
    return not race.code and bool(seats) and all(player_is_rated(seat.player) for seat in seats)


def player_is_rated(player: User) -> bool:
    """Whether it is an account with a proved address."""
    return not player.is_guest and email_is_verified(player)


def _sit_free(race: Race, player: User, name: str, seats: Sequence[Seat]) -> Seat:
    """The first seat that is not among those taken; whoever finds no host hosts."""
    if race.host_id is None:
        race.host = player
    free = min(set(range(MOST_SEATS)) - {seat.number for seat in seats})
    return _sit(race, player, name, number=free)


def _sit(race: Race, player: User, name: str, *, number: int) -> Seat:
    return Seat.objects.create(
        race=race, player=player, name=name[:20], number=number, seen_ms=now_ms()
    )


def _seat_of(race: Race, player: User) -> Seat:
    seat = race.seats.filter(player=player).select_related("run").first()
    if seat is None:
        raise GameError("not_seated")
    return seat


def _name(player: User, typed: str, others: Sequence[Seat]) -> str:
    """An account goes by its own name; a guest by any that is nobody's and like nobody's here."""
    if not typed or not player.is_guest:
        return player.display_name
    try:
        name = name_check(typed)
    except InvalidNameError as error:
        raise GameError(f"name_{error.code}") from None
    alike = {name_skeleton(other.name) for other in others}
    if name_skeleton(name) in alike or name_is_taken(name, except_for=player):
        raise GameError("name_taken")
    return name
