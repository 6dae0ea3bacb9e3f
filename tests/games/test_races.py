"""Races as the services keep them: starts, ends, places, rematches."""

import pytest
from allauth.account.models import EmailAddress

from games import clock
from games.models import PoolDeal, Race, Run, RunResult
from games.selectors.races import race_table, races_open, room_states
from games.selectors.unlocking import deal_is_over, open_code
from games.services import race_ends
from games.services.race_ends import race_end_if_due, races_sweep
from games.services.race_starts import race_ready, race_start
from games.services.races import (
    race_create,
    race_leave,
    race_rematch,
    race_seat,
    seat_ready,
)
from games.services.runs import run_end, run_restart
from tests.games.races import (
    CODE,
    Clock,
    ended,
    fresh,
    make_guest,
    make_players,
    make_ready,
    make_room,
    make_running,
    pool_add,
    refused,
    run_of,
    seated,
)

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]
OPEN_CODE = "RU1-C-AAAAABB"


# --- the start -----------------------------------------------------------------------------------


def test_the_last_one_ready_starts_the_race_for_all_at_one_instant(now: Clock) -> None:
    players = make_players(3)
    deal = pool_add()
    race = make_room(players)
    race_ready(race=race, player=players[0], on=True)
    race_ready(race=race, player=players[1], on=True)
    race_ready(race=race, player=players[1], on=False)
    race_ready(race=race, player=players[1], on=True)
    assert fresh(race).state == "open"
    race_ready(race=race, player=players[2], on=True)
    race = fresh(race)
    assert (race.state, race.pool_deal) == ("running", deal)
    assert (race.starts_ms, race.ends_ms) == (now() + 4000, now() + 4000 + 600_000)
    runs = Run.objects.filter(race=race)
    assert sorted(run.player_id for run in runs) == sorted(player.pk for player in players)
    assert {(run.kind, run.code, run.started_ms, run.closes_ms) for run in runs} == {
        ("ranked", "", race.starts_ms, race.ends_ms)
    }
    assert all(not open_code(run) for run in runs)
    now.passes(1)
    assert race_start(race=race, player=players[0]).starts_ms == race.starts_ms
    refused("started", seat_ready, race=race, player=players[0], on=False)
    refused("started", race_seat, race=race, player=make_guest())


def test_the_host_may_start_30_s_after_the_second_seat_whoever_is_ready(now: Clock) -> None:
    ingrid, sindre, birgitta = make_players(3)
    pool_add()
    race = make_room([ingrid])
    refused("too_few", race_start, race=race, player=ingrid)
    now.passes(100)
    race_seat(race=race, player=sindre)
    now.passes(29.9)
    race_seat(race=race, player=birgitta)
    refused("not_ready", race_start, race=race, player=ingrid)
    now.passes(0.1)
    refused("not_ready", race_start, race=race, player=sindre)
    refused("not_seated", race_start, race=race, player=make_guest())
    assert race_start(race=race, player=ingrid).state == "running"
    assert Run.objects.filter(race=race).count() == 3


def test_leaving_and_coming_back_starts_the_wait_anew(now: Clock) -> None:
    ingrid, sindre = make_players(2)
    pool_add()
    race = make_room([ingrid, sindre])
    now.passes(29)
    race_leave(race=race, player=sindre)
    race_seat(race=race, player=sindre)
    now.passes(29)
    refused("not_ready", race_start, race=race, player=ingrid)
    now.passes(1)
    assert race_start(race=race, player=ingrid).state == "running"


def test_without_a_proved_deal_the_room_stays_open_and_the_sweep_starts_it_later() -> None:
    players = make_players(2)
    race = make_room(players)
    make_ready(race, players)
    refused("no_deal", race_start, race=race, player=players[0])
    race = fresh(race)
    assert (race.state, race.starts_ms, Run.objects.count()) == ("open", None, 0)
    races_sweep(now_ms=clock.now_ms())
    assert fresh(race).state == "open"
    pool_add()
    assert races_sweep(now_ms=clock.now_ms()).tended == 1
    assert fresh(race).state == "running"


def test_a_typed_deal_is_raced_casually_and_never_rated() -> None:
    players = make_players(2)
    race = make_room(players, code=OPEN_CODE)
    make_ready(race, players)
    race = race_start(race=race, player=players[0])
    assert (race.rated, race.pool_deal) == (False, None)
    run = run_of(race, players[0])
    assert (run.kind, run.code) == ("casual", OPEN_CODE)
    assert not deal_is_over(run)


def test_rated_when_everybody_has_a_proved_address(now: Clock) -> None:
    players = make_players(2)
    race = make_room(players)
    assert not fresh(race).rated
    for player in players:
        EmailAddress.objects.create(user=player, email=player.email, verified=True)
    guest = make_guest()
    race_seat(race=race, player=guest)
    assert not fresh(race).rated
    race_leave(race=race, player=guest)
    assert fresh(race).rated
    EmailAddress.objects.update(verified=False)
    pool_add()
    make_ready(race, players)
    assert not race_start(race=race, player=players[0]).rated, "settled at the start"


# --- the end -------------------------------------------------------------------------------------


def test_nothing_ends_before_the_start(now: Clock) -> None:
    players = make_players(2)
    race = make_running(players)
    refused("not_started", race_leave, race=race, player=players[1])
    refused("not_started", run_end, run=run_of(race, players[0]), result=RunResult.STOPPED)
    now.passes(4)
    race_leave(race=race, player=players[1])
    assert run_of(race, players[1]).result == "stopped"
    assert race.seats.count() == 2, "the seat is kept"
    race_leave(race=race, player=players[1])


def test_a_race_ends_when_all_have_ended_and_once() -> None:
    players = make_players(2)
    race = make_running(players)
    Run.objects.filter(race=race).update(started_ms=0)
    run_end(run=run_of(race, players[0]), result=RunResult.STOPPED)
    assert not race_end_if_due(race_id=race.pk, now_ms=clock.now_ms())
    assert not deal_is_over(run_of(race, players[0]))
    refused("not_over", run_restart, run=run_of(race, players[0]))
    run_end(run=run_of(race, players[1]), result=RunResult.STOPPED)
    assert race_end_if_due(race_id=race.pk, now_ms=clock.now_ms())
    assert not race_end_if_due(race_id=race.pk, now_ms=clock.now_ms())
    assert fresh(race).state == "ended"
    assert open_code(run_of(race, players[0])) == CODE


def test_at_the_limit_open_games_end_at_that_instant(now: Clock) -> None:
    players = make_players(2)
    race = make_running(players)
    ends = race.ends_ms or 0
    assert not race_end_if_due(race_id=race.pk, now_ms=ends + race_ends.LIMIT_GRACE_MS - 1)
    now.ms = ends + race_ends.LIMIT_GRACE_MS
    assert races_sweep(now_ms=now()) == race_ends.Swept(1, 0)
    assert races_sweep(now_ms=now()) == race_ends.Swept(0, 0)
    for player in players:
        run = run_of(race, player)
        assert (run.state, run.result, run.ended_ms) == ("ended", "closed", ends)
    assert {line.state for line in race_table(race=race)} == {"timeup"}


KEYS = [
    # result, ms of the last item, up, turned, moves → place, drawn
    ("won", 90_000, 52, 21, 80, 1, False),
    ("won", 90_001, 52, 21, 60, 2, True),
    ("won", 90_001, 52, 21, 99, 2, True),
    ("stopped", 10_000, 51, 20, 50, 4, False),
    ("closed", 99_000, 40, 21, 70, 5, False),
    ("stopped", 99_000, 40, 20, 10, 6, False),
    ("stopped", 50_000, 40, 20, 11, 7, True),
    ("closed", 1_000, 40, 20, 11, 7, True),
    ("closed", 0, 0, 0, 0, 9, False),
]


def test_the_order_of_the_table_and_its_draws() -> None:
    players = make_players(len(KEYS))
    race = make_running(players)
    order = [4, 8, 1, 0, 7, 2, 5, 3, 6]
    for number, key in enumerate(order):
        result, ms, up, turned, moves, *_ = KEYS[key]
        Run.objects.filter(race=race, player=players[number]).update(
            state="ended", result=result, last_ms=ms, up=up, turned=turned, moves=moves, seq=moves
        )
    race_end_if_due(race_id=race.pk, now_ms=clock.now_ms())
    table = race_table(race=fresh(race))
    assert [(line.place, line.drawn) for line in table] == [key[5:] for key in KEYS]
    assert [line.ms for line in table[:3]] == [90_000, 90_001, 90_001]
    assert [line.seat for line in table] == [3, 2, 5, 7, 0, 6, 4, 8, 1]
    room = room_states(tokens=[race.token], now_ms=0)[race.token]
    assert {(seat.number, seat.place, seat.drawn) for seat in room.seats} == {
        (line.seat, line.place, line.drawn) for line in table
    }
    assert room.code == CODE


# --- after it ------------------------------------------------------------------------------------


def test_one_rematch_however_many_press_with_a_seat_for_each() -> None:
    players = make_players(3)
    race = make_running(players)
    refused("not_over", race_rematch, race=race, player=players[0])
    Run.objects.filter(race=race).update(state="ended", result="stopped")
    race_end_if_due(race_id=race.pk, now_ms=clock.now_ms())
    again = race_rematch(race=race, player=players[2])
    assert race_rematch(race=race, player=players[0]) == again
    assert race_rematch(race=race, player=players[2]) == again
    assert (again.host, again.event, again.code) == (players[2], "RU1-C", "")
    assert seated(again) == ["Birgitta", "Ingrid"]
    refused("not_seated", race_rematch, race=race, player=make_guest())
    assert room_states(tokens=[race.token], now_ms=0)[race.token].rematch == again.token


def test_a_rematch_of_a_typed_deal_has_a_new_one() -> None:
    players = make_players(2)
    assert race_rematch(race=ended(players, OPEN_CODE), player=players[0]).code == ""
    odd = race_rematch(race=ended(players, "KL1-1S-AAAAABB"), player=players[0])
    assert odd.event == "KL1-1S"
    assert odd.code not in ("", "KL1-1S-AAAAABB")


def test_a_rematch_room_that_was_given_up_is_made_anew() -> None:
    players = make_players(2)
    race = ended(players)
    first = race_rematch(race=race, player=players[0])
    Race.objects.filter(pk=first.pk).update(state="empty")
    second = race_rematch(race=race, player=players[1])
    assert second != first
    assert second.host == players[1]


def test_the_lobby_lists_open_public_rooms() -> None:
    (ingrid,) = make_players(1)
    race_create(host=ingrid, event="RU1-C", limit_minutes=10)
    shown = race_create(host=ingrid, event="KL1-3", limit_minutes=10, public=True)
    assert list(races_open()) == [shown]
    assert list(races_open(event="KL1-3")) == [shown]
    assert not races_open(event="RU1-C")


def test_a_deal_serves_one_race() -> None:
    players = make_players(2)
    pool_add()
    first, second = make_room(players), make_room(players)
    for race in (first, second):
        make_ready(race, players)
    race_start(race=first, player=players[0])
    refused("no_deal", race_start, race=second, player=players[0])
    assert PoolDeal.objects.filter(taken_at=None).count() == 0
