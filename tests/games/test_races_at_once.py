"""Many processes at one race at the same instant: one start, one deal, one end, one rematch."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import TypeVar

import pytest
from django.db import connections

from accounts.models import User
from games.errors import GameError
from games.models import PoolDeal, Race, Run, Seat
from games.selectors.races import race_get
from games.services.race_ends import race_end_if_due, races_sweep
from games.services.race_starts import race_ready, race_start
from games.services.races import race_leave, race_rematch, race_seat, seat_ready
from tests.games.races import (
    make_guest,
    make_players,
    make_ready,
    make_room,
    make_running,
    pool_add,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.main_path]
T = TypeVar("T")


def at_once(calls: list[Callable[[], T]]) -> list[T | GameError]:
    """Every call in a thread and on a connection of its own, all let go at one instant."""
    gate = Barrier(len(calls))

    def one(call: Callable[[], T]) -> T | GameError:
        try:
            connections["default"].ensure_connection()
            gate.wait(timeout=20)
            return call()
        except GameError as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(one, calls))


def start_of(race: Race, player: User) -> Callable[[], Race]:
    return partial(race_start, race=race, player=player)


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 20])
def test_two_to_twenty_starts_at_once_are_one(count: int) -> None:
    players = make_players(min(count, 10))
    for _ in range(3):
        pool_add()
    race = make_room(players)
    make_ready(race, players)
    started = at_once([start_of(race, players[number % len(players)]) for number in range(count)])
    stored = race_get(token=race.token)
    assert all(isinstance(one, Race) for one in started), started
    assert {(one.starts_ms, one.ends_ms, one.pool_deal_id) for one in started} == {
        (stored.starts_ms, stored.ends_ms, stored.pool_deal_id)
    }
    assert PoolDeal.objects.exclude(taken_at=None).count() == 1
    runs = list(Run.objects.filter(race=race))
    assert len(runs) == len(players)
    assert {run.player_id for run in runs} == {player.pk for player in players}
    assert {(run.started_ms, run.closes_ms) for run in runs} == {(stored.starts_ms, stored.ends_ms)}
    assert {seat.run_id for seat in Seat.objects.filter(race=race)} == {run.pk for run in runs}


def test_all_ready_at_once_is_one_start() -> None:
    players = make_players(6)
    pool_add()
    race = make_room(players)
    at_once([partial(race_ready, race=race, player=player, on=True) for player in players])
    assert race_get(token=race.token).state == "running"
    assert Run.objects.filter(race=race).count() == 6


def test_whoever_sits_down_leaves_or_starts_at_once_has_a_run_or_no_seat() -> None:
    players = make_players(5)
    guests = [make_guest(tag) for tag in ("4F7K", "5G8M", "6H9N", "7J2P", "8K3Q", "9M4R", "2N5S")]
    pool_add()
    race = make_room(players)
    make_ready(race, players)
    calls: list[Callable[[], object]] = [start_of(race, player) for player in players[:3]]
    calls += [partial(race_seat, race=race, player=guest) for guest in guests]
    calls += [partial(race_leave, race=race, player=players[4])]
    at_once(calls)
    # Someone who sat down first was not ready: then the others have to say so.
    for seat in Seat.objects.filter(race=race, ready=False).select_related("player"):
        if race_get(token=race.token).state == "open":
            race_ready(race=race, player=seat.player, on=True)
    assert race_get(token=race.token).state == "running"
    seats = list(Seat.objects.filter(race=race))
    assert len(seats) <= 10
    assert len({seat.number for seat in seats}) == len(seats)
    assert all(seat.run_id for seat in seats)
    assert Run.objects.filter(race=race).count() == len(seats)


def test_two_rooms_want_the_last_deal() -> None:
    players = make_players(4)
    pool_add()
    rooms = [make_room(players[:2]), make_room(players[2:])]
    for room, host in zip(rooms, (players[0], players[2]), strict=True):
        for seat in Seat.objects.filter(race=room).select_related("player"):
            seat_ready(race=room, player=seat.player, on=True)
        assert room.host == host
    outcomes = at_once([start_of(rooms[0], players[0]), start_of(rooms[1], players[2])])
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["GameError", "Race"]
    states = sorted(race_get(token=room.token).state for room in rooms)
    assert states == ["open", "running"]


def test_many_ends_and_sweeps_at_once_are_one_end() -> None:
    players = make_players(4)
    race = make_running(players)
    version = race.version
    past = (race.ends_ms or 0) + 60_000

    def end() -> bool:
        return race_end_if_due(race_id=race.pk, now_ms=past)

    def sweep() -> bool:
        return bool(races_sweep(now_ms=past).ended)

    outcomes = at_once([end, sweep, end, end, sweep, end])
    assert outcomes.count(True) == 1
    ended = race_get(token=race.token)
    assert (ended.state, ended.version) == ("ended", version + 1)
    assert set(Run.objects.filter(race=race).values_list("result", "ended_ms")) == {
        ("closed", race.ends_ms)
    }


def test_everybody_presses_rematch_at_once() -> None:
    players = make_players(8)
    race = make_running(players)
    race_end_if_due(race_id=race.pk, now_ms=(race.ends_ms or 0) + 60_000)
    again = at_once([partial(race_rematch, race=race, player=player) for player in players * 2])
    assert len({one.pk for one in again if isinstance(one, Race)}) == 1
    assert Race.objects.exclude(pk=race.pk).count() == 1
    assert Seat.objects.exclude(race=race).count() == 8
