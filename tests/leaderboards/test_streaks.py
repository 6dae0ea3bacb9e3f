"""Days in a row: freezes, exempt dates, dates that may still be won."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.services.zones import zone_set
from engine.variants import EVENTS
from games.models import Outage
from leaderboards.keys import BoardKey
from leaderboards.selectors.boards import board_row
from leaderboards.selectors.streaks import last_closed, streak_of
from leaderboards.services.boards import boards_fold
from leaderboards.services.rebuild import boards_rebuild
from leaderboards.streaks import Streak, streak_fold
from tests.leaderboards.results import (
    DAY,
    EVENT,
    longest,
    make_challenge,
    make_players,
    make_result,
    put,
)

ONE = timedelta(days=1)


def days(*numbers: int, start: date = DAY) -> set[date]:
    return {start + number * ONE for number in numbers}


def fold(*numbers: int, through: int, exempt: set[date] = frozenset(), start: date = DAY) -> Streak:  # type: ignore[assignment]
    """Of wins on these days after `start`, all dates up to the day `through` being over."""
    wins = days(*numbers, start=start)
    return streak_fold(wins=wins, exempt=exempt, first=start, through=start + through * ONE)


@pytest.mark.parametrize(
    ("wins", "through", "current", "best"),
    [
        ((), 5, 0, 0),
        ((0, 1, 2), 2, 3, 3),  # B28: three days in a row
        ((0, 2), 2, 1, 1),  # B28: 1, 3
        ((0, 0, 1), 1, 2, 2),  # B28: 1, 1, 2
        ((0, 1, 2), 3, 0, 3),
        ((0, 1, 2), 1, 3, 3),  # the last one is still open and won already
        ((0, 1), 1, 2, 2),  # today is open and not won: nothing lost
        ((0, 1, 4, 5, 6), 6, 3, 3),
    ],
)
def test_wins(wins: tuple[int, ...], through: int, current: int, best: int) -> None:
    streak = fold(*wins, through=through)
    assert (streak.current, streak.best, streak.held) == (current, best, 0)


@pytest.mark.parametrize(
    "last", [date(2028, 2, 28), date(2027, 2, 28), date(2026, 12, 31), date(2027, 1, 3)]
)
def test_over_the_ends_of_months_and_years(last: date) -> None:
    """B28: 28 February to 1 March with and without a leap day, 31 December, ISO week 53 to 1."""
    streak = fold(0, 1, 2, start=last - ONE, through=2)
    assert streak.current == 3
    assert fold(0, 1, 3, start=last - ONE, through=3).current == 1


def test_a_freeze_comes_with_every_seventh_day_and_two_are_held() -> None:
    assert fold(*range(6), through=5).held == 0
    assert fold(*range(7), through=6).held == 1
    assert fold(*range(14), through=13).held == 2
    assert fold(*range(28), through=27).held == 2


def test_freezes_are_used_by_themselves_and_shown() -> None:
    streak = fold(*range(7), 8, through=8)
    assert streak == Streak(current=8, best=8, held=0, used=[DAY + 7 * ONE])
    two = fold(*range(14), through=15)
    assert (two.current, two.held, two.used) == (14, 0, [DAY + 14 * ONE, DAY + 15 * ONE])
    assert fold(*range(14), through=16).current == 0
    assert fold(*range(14), through=16).best == 14


def test_a_freeze_bridges_but_adds_no_day() -> None:
    """The seventh multiple is of won days, not of dates."""
    assert fold(*range(7), *range(8, 14), through=13).current == 13
    assert fold(*range(7), *range(8, 15), through=14).held == 1


def test_exempt_dates_are_nothing() -> None:
    streak = fold(0, 1, 4, through=4, exempt=days(2, 3))
    assert (streak.current, streak.used) == (3, [])
    assert fold(0, 1, 4, through=4, exempt=days(2)).current == 1
    assert fold(0, 1, through=9, exempt=days(*range(2, 10))).current == 2
    assert fold(*range(7), 8, through=8, exempt=days(7)).held == 1
    assert fold(0, 1, through=1, exempt=days(0)).current == 2, "a win on an exempt date counts"


@given(
    wins=st.sets(st.integers(0, 60), min_size=1),
    exempt=st.sets(st.integers(0, 60), max_size=8),
    through=st.integers(0, 70),
)
def test_as_reckoned_date_by_date(wins: set[int], exempt: set[int], through: int) -> None:
    streak = fold(*wins, through=through, exempt=days(*exempt))
    assert streak.best == longest(days(*wins), days(*exempt), DAY + through * ONE)
    assert 0 <= streak.current <= streak.best
    assert 0 <= streak.held <= 2
    used = set(streak.used)
    assert not used & (days(*wins) | days(*exempt))
    assert all(day <= DAY + through * ONE for day in used)


@given(wins=st.sets(st.integers(0, 40)), extra=st.integers(0, 40), through=st.integers(0, 50))
def test_one_more_win_never_shortens_the_best_streak_without_freezes(
    wins: set[int], extra: int, through: int
) -> None:
    before = fold(*wins, through=through)
    after = fold(*wins, extra, through=through)
    if not before.used and not after.used:
        assert after.best >= before.best


def test_closing_is_at_noon_of_the_day_after() -> None:
    noon = datetime(2026, 7, 8, 12, tzinfo=UTC)
    assert last_closed(noon) == date(2026, 7, 7)
    assert last_closed(noon - timedelta(microseconds=1)) == date(2026, 7, 6)


# --- of players ---


@pytest.fixture
def player(db: None) -> User:
    return make_players(1)[0]


def noon_after(number: int) -> datetime:
    """The instant at which the dailies of that day close."""
    return datetime.combine(DAY + (number + 1) * ONE, datetime.min.time(), UTC) + timedelta(
        hours=12
    )


def win(player: User, number: int, **fields: object) -> None:
    """An ordinary won game, or with a `daily` that, on the day so many after `DAY`."""
    if fields.pop("daily", False):
        fields["challenge"] = make_challenge("daily", EVENT, DAY + number * ONE)
    fields.setdefault("day", DAY + number * ONE)
    put(make_result(player, f"t{number}", **fields))


def test_the_daily_streak_is_of_won_dailies_of_one_event(player: User) -> None:
    win(player, 0, daily=True)
    win(player, 1, daily=True, state="provisional")
    win(player, 2)
    for number, current in ((0, 2), (1, 2), (2, 0)):
        streak = streak_of(player=player, event=EVENT, now=noon_after(number))
        assert streak.current == current, number
    assert streak_of(player=player, event="KL1-3", now=noon_after(1)) == Streak()
    assert streak_of(player=player, event=None, now=noon_after(2)).current == 3


def test_the_day_streak_takes_any_win_of_a_guest_too(player: User) -> None:
    win(player, 0, kind="casual", code="YU1-X-ABC", event="YU1-X", counts=False)
    win(player, 1, counts=False, state="provisional")
    win(player, 2, won=False)
    assert streak_of(player=player, event=None, now=noon_after(1)).current == 2
    put(make_result(player, "t1", version=2, state="withdrawn", counts=False, day=DAY + ONE))
    streak = streak_of(player=player, event=None, now=noon_after(1))
    assert (streak.current, streak.best) == (0, 1)


def test_outages_and_skipped_dates_cost_nothing(player: User) -> None:
    win(player, 0, daily=True)
    win(player, 2, daily=True)
    Outage.objects.create(day=DAY + ONE, event="KL1-3", reason="test")
    assert streak_of(player=player, event=EVENT, now=noon_after(2)).current == 1
    Outage.objects.create(day=DAY + ONE, event=EVENT, reason="test")
    assert streak_of(player=player, event=EVENT, now=noon_after(2)).current == 2
    assert streak_of(player=player, event=None, now=noon_after(2)).current == 1
    Outage.objects.create(day=DAY + ONE, event="", reason="test")
    assert streak_of(player=player, event=None, now=noon_after(2)).current == 2


def test_a_day_without_any_event_is_exempt_however_its_outages_were_told(player: User) -> None:
    """A service that was down records one outage of each event."""
    win(player, 0)
    win(player, 2)
    for number, event in enumerate(EVENTS, start=1):
        boards_fold()
        assert best_on_board(player) == 1
        assert streak_of(player=player, event=None, now=noon_after(2)).current == 1, number
        Outage.objects.create(day=DAY + ONE, event=event, reason="test")
    boards_fold()
    assert best_on_board(player) == 2
    assert streak_of(player=player, event=None, now=noon_after(2)).current == 2


def test_a_record_of_a_game_played_elsewhere_is_nobodys_day(player: User) -> None:
    win(player, 0, kind="casual", code="RU1-C-ABC", counts=False, submitted=True)
    assert streak_of(player=player, event=None, now=noon_after(0)) == Streak()


def best_on_board(player: User) -> int:
    row = board_row(key=BoardKey("day_streak"), player=player)
    assert row is not None
    return row.days


def test_an_outage_declared_later_mends_the_board(player: User) -> None:
    win(player, 0)
    win(player, 2)
    boards_fold()
    assert best_on_board(player) == 1
    outage = Outage.objects.create(day=DAY + ONE, event="", reason="test")
    assert boards_fold() == 0
    assert best_on_board(player) == 2
    assert boards_rebuild().same
    outage.delete()
    boards_fold()
    assert best_on_board(player) == 1


def test_a_move_over_the_date_line_costs_no_day(player: User) -> None:
    """From Pago Pago to Kiritimati the date after the departure does not exist."""
    player.zone = "Pacific/Pago_Pago"
    player.save()
    leaving = datetime(2026, 7, 7, 10, 30, tzinfo=UTC)
    zone_set(user=player, zone="Pacific/Kiritimati", now=leaving)
    win(player, 0)
    win(player, 2)
    boards_fold()
    assert best_on_board(player) == 2
    assert streak_of(player=player, event=None, now=noon_after(2)).current == 2
    assert boards_rebuild().same
