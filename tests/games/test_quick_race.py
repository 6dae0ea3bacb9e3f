"""Quick races: who is brought together, and that it happens once whoever asks where and when."""

from __future__ import annotations

from functools import partial

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Block, User
from games.models import QuickWait, Race, Seat
from games.pairing import ANYBODY_MS, GAP, RATED_MS, Waiter, may_pair, partners
from games.services import quick
from games.services.quick import Asked, quick_ask, quick_leave, quick_wait
from games.services.race_ends import races_sweep
from games.services.races import race_leave
from tests.games.races import (
    Clock,
    fresh,
    make_guest,
    make_players,
    pool_add,
    prove,
    refused,
    seated,
)
from tests.games.test_races_at_once import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]


@pytest.fixture
def now(now: Clock, monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr(quick, "now_ms", now)
    return now


def wait(player: User, event: str = "RU1-C", level: int = 2500) -> QuickWait:
    return quick_wait(player=player, event=event, level=level)


# --- who fits whom -------------------------------------------------------------------------------


def waiter(number: int, level: int = 2500, *, rated: bool = True, since: int = 0) -> Waiter:
    return Waiter(number, number, level, rated, since)


waiters = st.builds(
    Waiter,
    id=st.integers(1, 50),
    player_id=st.integers(1, 50),
    level=st.integers(-1000, 6000),
    rated=st.booleans(),
    since_ms=st.integers(0, 60_000),
)


@given(waiters, waiters, st.integers(60_000, 120_000), st.integers(0, 60_000))
def test_fitting_is_mutual_and_grows_with_the_wait(
    one: Waiter, other: Waiter, now_ms: int, later: int
) -> None:
    fits = may_pair(one, other, now_ms=now_ms)
    assert fits == may_pair(other, one, now_ms=now_ms)
    if fits:
        assert may_pair(one, other, now_ms=now_ms + later)
    elif one.player_id != other.player_id:
        assert may_pair(one, other, now_ms=now_ms + ANYBODY_MS)


def test_near_ratings_meet_at_once_and_far_ones_later() -> None:
    assert may_pair(waiter(1), waiter(2, 2500 + GAP), now_ms=0)
    assert not may_pair(waiter(1), waiter(2, 2501 + GAP), now_ms=0)
    assert may_pair(waiter(1), waiter(2, 2500 + GAP + 250), now_ms=10_000)
    assert not may_pair(waiter(1), waiter(2, 2500 + GAP + 251), now_ms=10_000)
    assert may_pair(waiter(1), waiter(2, 9000), now_ms=ANYBODY_MS)
    assert not may_pair(waiter(1), waiter(2, rated=False), now_ms=RATED_MS - 1)
    assert may_pair(waiter(1), waiter(2, rated=False), now_ms=RATED_MS)


def test_the_most_welcome_is_a_rated_race_then_the_nearest_then_the_longest_wait() -> None:
    one = waiter(1, since=0)
    guest, far = waiter(2, rated=False), waiter(3, 2600)
    near_late, near = waiter(4, 2550, since=900), waiter(5, 2550, since=100)
    found = partners(one, [guest, far, near_late, near, one], now_ms=20_000)
    assert [other.id for other in found] == [5, 4, 3, 2]


# --- waiting -------------------------------------------------------------------------------------


def test_two_who_wait_are_led_to_one_room_that_starts_when_both_have_come(now: Clock) -> None:
    pool_add()
    ingrid, sindre = make_players(2)
    prove(ingrid, sindre)
    wait(ingrid)
    now.passes(1)
    assert quick_ask(player=ingrid) == Asked(waiting=True, event="RU1-C", waited_ms=1000)
    wait(sindre, level=2600)
    found = quick_ask(player=sindre).race
    assert found is not None
    assert (found.state, found.rated, found.public, found.limit_minutes) == (
        "open", True, False, 15,
    )  # fmt: skip
    assert found.host == ingrid, "who waited first hosts"
    assert seated(found) == ["Ingrid", "Sindre"]
    again = quick_ask(player=ingrid).race
    assert again == found
    assert Race.objects.get().state == "running", "both have come"
    assert quick_ask(player=sindre).race == found
    assert wait(sindre).race == found, "whoever presses again is led to the race that goes on"


def test_a_room_that_waits_for_a_deal_is_a_room(now: Clock) -> None:
    ingrid, sindre = make_players(2)
    wait(ingrid)
    wait(sindre)
    race = quick_ask(player=sindre).race
    assert race is not None
    assert quick_ask(player=ingrid).race == race
    assert Race.objects.get().state == "open"
    assert set(Seat.objects.values_list("ready", flat=True)) == {True}


def test_guests_are_welcome_and_unrated(now: Clock) -> None:
    pool_add()
    guest, (ingrid,) = make_guest(), make_players(1)
    prove(ingrid)
    wait(guest)
    wait(ingrid)
    assert quick_ask(player=ingrid).waiting, "for a rated race, as yet"
    now.passes(9)
    quick_ask(player=guest)
    now.passes(1)
    race = quick_ask(player=ingrid).race
    assert race is not None
    assert not race.rated
    assert seated(race) == [guest.display_name, "Ingrid"]


def test_nobody_is_brought_together_with_who_has_gone_or_plays_something_else(now: Clock) -> None:
    ingrid, sindre, birgitta = make_players(3)
    wait(ingrid)
    wait(sindre, "KL1-3")
    now.passes(10.001)
    wait(birgitta)
    assert quick_ask(player=birgitta).waiting
    assert quick_ask(player=sindre).waiting
    assert Race.objects.count() == 0
    quick_leave(player=birgitta)
    assert quick_ask(player=birgitta) == Asked()
    assert quick_ask(player=ingrid).waiting, "the other has left"
    wait(birgitta)
    assert quick_ask(player=birgitta).race is not None, "who comes back is there"


def test_a_block_keeps_two_apart_whoever_made_it(now: Clock) -> None:
    ingrid, sindre = make_players(2)
    Block.objects.create(blocker=ingrid, blocked=sindre, created_at=timezone.now())
    wait(ingrid)
    wait(sindre)
    now.passes(ANYBODY_MS / 1000)
    quick_ask(player=ingrid)
    assert quick_ask(player=sindre).waiting
    assert quick_ask(player=ingrid).waiting
    assert Race.objects.count() == 0


def test_after_two_minutes_nobody_is_coming(now: Clock) -> None:
    (ingrid,) = make_players(1)
    wait(ingrid)
    for _ in range(119):
        now.passes(1)
        assert quick_ask(player=ingrid).waiting
    now.passes(1)
    assert quick_ask(player=ingrid) == Asked(over=True, event="RU1-C")
    assert quick_ask(player=ingrid) == Asked()
    refused("not_ranked_event", quick_wait, player=ingrid, event="KL1-1S", level=2500)


def test_pressing_again_goes_on_waiting_and_another_game_begins_anew(now: Clock) -> None:
    (ingrid,) = make_players(1)
    wait(ingrid)
    now.passes(5)
    wait(ingrid)
    assert quick_ask(player=ingrid).waited_ms == 5000
    wait(ingrid, "KL1-3")
    assert quick_ask(player=ingrid) == Asked(waiting=True, event="KL1-3", waited_ms=0)
    now.passes(11)
    wait(ingrid, "KL1-3")
    assert quick_ask(player=ingrid).waited_ms == 0, "was away in between"


def test_who_left_the_room_or_has_raced_waits_for_another(now: Clock) -> None:
    ingrid, sindre = make_players(2)
    wait(ingrid)
    wait(sindre)
    race = quick_ask(player=sindre).race
    assert race is not None
    race_leave(race=race, player=sindre)
    assert quick_ask(player=sindre) == Asked(event="RU1-C")
    wait(sindre)
    assert quick_ask(player=sindre).waiting
    Race.objects.filter(pk=race.pk).update(state="empty")
    wait(ingrid)
    assert quick_ask(player=ingrid).race not in (None, race)


def test_who_cancels_gives_back_a_seat_that_came_at_that_moment(now: Clock) -> None:
    ingrid, sindre = make_players(2)
    wait(ingrid)
    wait(sindre)
    race = quick_ask(player=sindre).race
    assert race is not None
    quick_leave(player=ingrid)
    assert seated(race) == ["Sindre"]
    assert not QuickWait.objects.filter(player=ingrid).exists()
    quick_leave(player=ingrid)
    quick_leave(player=sindre)
    assert seated(race) == ["Sindre"], "who has come to the room is there"


def test_nobody_waits_long_for_who_never_came(now: Clock) -> None:
    ingrid, sindre = make_players(2)
    wait(ingrid)
    wait(sindre)
    race = quick_ask(player=sindre).race
    assert race is not None
    Seat.objects.filter(player=sindre).update(seen_ms=now.passes(21))
    assert races_sweep(now_ms=now()).tended == 1
    assert (seated(race), fresh(race).host) == (["Sindre"], sindre)
    assert races_sweep(now_ms=now()).tended == 0


# --- many at once --------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("count", [2, 3, 8])
def test_players_who_ask_at_once_are_paired_once(count: int) -> None:
    players = make_players(count)
    for player in players:
        wait(player)
    for _ in range(2):
        at_once([partial(quick_ask, player=player) for player in players])
    races = list(Race.objects.all())
    assert len(races) == count // 2
    seats = list(Seat.objects.values_list("race_id", "player_id"))
    assert len(seats) == len({player for _, player in seats}) == count // 2 * 2
    for race in races:
        pair = {wait.player_id for wait in QuickWait.objects.filter(race=race)}
        assert pair == {player for race_id, player in seats if race_id == race.pk}
        assert len(pair) == 2


@pytest.mark.django_db(transaction=True)
def test_the_same_player_in_many_tabs_has_one_wait_and_one_room() -> None:
    ingrid, sindre = make_players(2)
    at_once([partial(wait, player) for player in (ingrid, sindre, ingrid, sindre)])
    assert QuickWait.objects.count() == 2
    at_once([partial(quick_ask, player=player) for player in (ingrid, sindre, ingrid, sindre)])
    assert Race.objects.count() == 1
    assert Seat.objects.count() == 2
