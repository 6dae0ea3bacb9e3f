"""Rooms as the services keep them: seats, names, hosts, silence; players who merge or leave."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from structlog.testing import capture_logs

from accounts.models import User
from accounts.selectors import export_of
from accounts.services.deletion import deletion_request, deletions_execute
from accounts.services.guests import guests_purge
from accounts.services.merging import guest_merge
from engine.errors import UnknownCode
from games.clock import now_ms
from games.errors import GameError
from games.models import PoolDeal, Race, RaceState, Run, Seat
from games.selectors.races import race_table, room_states
from games.selectors.unlocking import deal_is_over
from games.services import races
from games.services.race_ends import races_sweep
from games.services.race_starts import race_start
from games.services.races import (
    race_create,
    race_leave,
    race_seat,
)
from tests.games.races import (
    Clock,
    ended,
    fresh,
    make_guest,
    make_players,
    make_room,
    make_running,
    prove,
    refused,
    run_of,
    seated,
)
from tests.games.test_races_at_once import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]
OPEN_CODE = "RU1-C-AAAAABB"


# --- rooms ---------------------------------------------------------------------------------------


def test_a_room_has_an_address_nobody_guesses_and_its_host_in_the_first_seat() -> None:
    (ingrid,) = make_players(1)
    race = race_create(host=ingrid, event="KL1-3", limit_minutes=20)
    assert (len(race.token), race.state, race.pool_deal) == (22, "open", None)
    seat = race.seats.get()
    assert (seat.number, seat.player, seat.name, seat.ready) == (0, ingrid, "Ingrid", False)


def test_only_events_or_codes_and_only_three_limits() -> None:
    (ingrid,) = make_players(1)
    refused("not_ranked_event", race_create, host=ingrid, event="KL1-1S", limit_minutes=15)
    refused("limit", race_create, host=ingrid, event="RU1-C", limit_minutes=11)
    with pytest.raises(UnknownCode):
        race_create(host=ingrid, event="", limit_minutes=15, code="RU1-C-?")
    race = race_create(host=ingrid, event="", limit_minutes=15, code="ru1-c-aaaaabb")
    assert (race.event, race.code, race.rated) == ("RU1-C", OPEN_CODE, False)
    for _ in range(races.MOST_ROOMS - 1):
        race_create(host=ingrid, event="RU1-C", limit_minutes=10)
    refused("too_many_rooms", race_create, host=ingrid, event="RU1-C", limit_minutes=10)


@pytest.mark.django_db(transaction=True)
def test_of_many_presses_at_once_no_more_rooms_come_than_of_as_many_in_turn() -> None:
    (ingrid,) = make_players(1)
    opened: list[object] = []

    def opens() -> None:
        with suppress(GameError):
            opened.append(race_create(host=ingrid, event="RU1-C", limit_minutes=10))

    at_once([opens] * (races.MOST_ROOMS + 3))
    assert len(opened) == races.MOST_ROOMS == Race.objects.count()


def test_a_room_without_players_is_not_rated() -> None:
    (ingrid,) = make_players(1)
    prove(ingrid)
    race = race_create(host=ingrid, event="RU1-C", limit_minutes=10)
    assert fresh(race).rated
    race_leave(race=race, player=ingrid)
    assert not fresh(race).rated


def test_ten_sit_and_the_eleventh_watches() -> None:
    players = make_players(11)
    race = make_room(players[:10])
    refused("full", race_seat, race=race, player=players[10])
    assert race_seat(race=race, player=players[3]).number == 3
    race_leave(race=race, player=players[4])
    assert race_seat(race=race, player=players[10]).number == 4
    assert race.seats.count() == 10


def test_guests_choose_a_name_and_accounts_have_theirs() -> None:
    ingrid, sindre = make_players(2)
    race = make_room([ingrid])
    guest, other = make_guest("4F7K"), make_guest("5G8M")
    assert race_seat(race=race, player=sindre, name="Somebody").name == "Sindre"
    assert race_seat(race=race, player=guest).name == "Guest 4F7K"
    assert race_seat(race=race, player=guest, name="  Onkel   Ole ").name == "Onkel Ole"
    for name, code in (
        ("ab", "name_length"), ("<script>", "name_characters"), ("Admin", "name_reserved"),
        ("Ingrld", "name_taken"), ("0nkel Ole", "name_taken"),
    ):  # fmt: skip
        refused(code, race_seat, race=race, player=other, name=name)
    assert seated(race) == ["Ingrid", "Sindre", "Onkel Ole"]


def test_the_next_seat_hosts_when_the_host_leaves_and_a_newcomer_an_empty_room(now: Clock) -> None:
    ingrid, sindre, birgitta = make_players(3)
    race = make_room([ingrid, sindre, birgitta])
    race_leave(race=race, player=ingrid)
    assert fresh(race).host == sindre
    race_leave(race=race, player=birgitta)
    race_leave(race=race, player=sindre)
    assert fresh(race).host is None
    refused("not_seated", race_leave, race=race, player=sindre)
    race_seat(race=race, player=birgitta)
    assert fresh(race).host == birgitta


def test_a_silent_host_hands_over_and_silent_seats_are_given_up(now: Clock) -> None:
    ingrid, sindre = make_players(2)
    race = make_room([ingrid, sindre])
    now.passes(61)
    Seat.objects.filter(player=sindre).update(seen_ms=now())
    assert races_sweep(now_ms=now()).tended == 1
    assert fresh(race).host == sindre
    assert races_sweep(now_ms=now()).tended == 0
    Seat.objects.filter(player=sindre).update(seen_ms=now.passes(60))
    assert races_sweep(now_ms=now()).tended == 1
    assert seated(race) == ["Sindre"]


def test_a_room_without_anybody_ends_by_itself(now: Clock) -> None:
    race = make_room(make_players(2))
    now.passes(121)
    races_sweep(now_ms=now())
    assert (seated(race), fresh(race).state) == ([], "open")
    now.passes(299)
    races_sweep(now_ms=now())
    assert fresh(race).state == "open"
    now.passes(2)
    races_sweep(now_ms=now())
    assert fresh(race).state == RaceState.EMPTY
    refused("started", race_seat, race=race, player=User.objects.first())
    refused("over", race_start, race=race, player=None)


# --- players who become one, or leave ------------------------------------------------------------


def test_a_guest_who_signs_in_keeps_the_seat_and_the_game() -> None:
    ingrid, sindre = make_players(2)
    guest = make_guest()
    race = make_running([guest, ingrid])
    guest_merge(guest=guest, account=sindre)
    race = fresh(race)
    assert race.host == sindre
    assert race.seats.get(number=0).player == sindre
    assert run_of(race, sindre).is_open


def test_of_two_seats_in_one_race_the_guests_goes() -> None:
    ingrid, sindre = make_players(2)
    guest = make_guest()
    race = make_running([guest, ingrid, sindre])
    guest_merge(guest=guest, account=sindre)
    race = fresh(race)
    assert [seat.player for seat in race.seats.order_by("number")] == [ingrid, sindre]
    assert race.host == sindre, "they hosted as the guest"
    assert Run.objects.filter(race=race, player=sindre, state="open").count() == 1
    assert not any(deal_is_over(run) for run in Run.objects.filter(race=race))


def test_whoever_leaves_the_service_leaves_no_seat_and_nobody_waits() -> None:
    (ingrid,) = make_players(1)
    guest = make_guest()
    race = make_running([guest, ingrid])
    deletion_request(user=guest, now=timezone.now())
    assert not User.objects.filter(pk=guest.pk).exists()
    race = fresh(race)
    assert seated(race) == ["Ingrid"]
    assert race.host == ingrid
    assert export_of(ingrid)["races"][0]["race"] == race.token


def test_whoever_leaves_the_service_leaves_the_others_their_places() -> None:
    ingrid, sindre, birgitta = make_players(3)
    race = ended([ingrid, sindre, birgitta])
    for player, up in ((ingrid, 30), (sindre, 20), (birgitta, 10)):
        Run.objects.filter(race=race, player=player).update(up=up, turned=5, moves=up)
    before = [(one.place, one.up, one.state) for one in race_table(race=race)]
    deletion_request(user=ingrid, now=timezone.now())
    assert deletions_execute(now=timezone.now() + timedelta(days=15)) == 1
    table = race_table(race=race)
    assert [(one.place, one.up, one.state) for one in table] == before
    assert [one.name for one in table] == ["–", "Sindre", "Birgitta"]
    assert not Run.objects.filter(race=race, up=30).exists()
    page = Client().get(f"/races/{race.token}/")
    assert page.status_code == 200
    assert "Ingrid" not in page.content.decode()
    assert User.objects.get(pk=ingrid.pk).name is None
    assert fresh(race).host is None


def test_a_refused_game_gets_no_place_by_its_players_leaving() -> None:
    ingrid, sindre, birgitta = make_players(3)
    race = ended([ingrid, sindre, birgitta])
    Run.objects.filter(race=race, player=ingrid).update(up=30, verification="rejected")
    deletion_request(user=ingrid, now=timezone.now())
    assert deletions_execute(now=timezone.now() + timedelta(days=15)) == 1
    assert [one.name for one in race_table(race=race)] == ["Sindre", "Birgitta"]


def test_a_deal_that_cannot_be_read_hides_neither_its_room_nor_others() -> None:
    ingrid, sindre, birgitta = make_players(3)
    race, other = ended([ingrid, sindre]), make_room([birgitta])
    PoolDeal.objects.filter(race=race).update(sealed_code=b"of another key")
    with capture_logs() as logs:
        states = room_states(tokens=[race.token, other.token], now_ms=now_ms())
    assert (states[race.token].code, len(states[race.token].seats)) == ("", 2)
    assert states[other.token].state == "open"
    assert [(entry["event"], entry["race"]) for entry in logs] == [("deal_unreadable", race.pk)]


def test_an_idle_guest_with_a_seat_is_no_orphan() -> None:
    (ingrid,) = make_players(1)
    guest = make_guest()
    ended([guest, ingrid])
    User.objects.filter(pk=guest.pk).update(seen_at=timezone.now() - timedelta(days=100))
    assert guests_purge(now=timezone.now()) == 0
