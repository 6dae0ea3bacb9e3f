"""Weekly standings: points for the ranks of a week's dailies."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from accounts.models import User
from games.models import Challenge, Result
from leaderboards.keys import BoardKey
from leaderboards.selectors.boards import BoardRow, board_page
from leaderboards.services.boards import boards_fold
from leaderboards.services.rebuild import boards_rebuild
from leaderboards.standings import POINTS
from tests.leaderboards.results import (
    DAY,
    EVENT,
    boards_now,
    boards_reckoned,
    make_challenge,
    make_players,
    make_result,
    put,
    standings_reckoned,
)

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]

KEY = BoardKey("standings", EVENT, start=DAY)
PLAYERS = 22


@pytest.fixture
def players() -> list[User]:
    return make_players(PLAYERS)


@pytest.fixture
def dailies() -> list[Challenge]:
    return [make_challenge("daily", EVENT, DAY + timedelta(days=number)) for number in range(7)]


def token(player: User, daily: Challenge) -> str:
    return f"{player.pk}.{daily.pk}"


def won(player: User, daily: Challenge, moves: int, **fields: Any) -> Result:
    return make_result(
        player,
        token(player, daily),
        challenge=daily,
        day=daily.day,
        moves=moves,
        **fields,
    )


def table() -> list[BoardRow]:
    return board_page(key=KEY, limit=100).rows


def test_points_by_rank_winners_only(players: list[User], dailies: list[Challenge]) -> None:
    put(*(won(player, dailies[0], 100 + place) for place, player in enumerate(players[:20])))
    put(won(players[20], dailies[0], 5, won=False, up=51))
    boards_fold()
    points = [row.points for row in table()]
    assert points == [25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 1, 1]
    assert points[:15] == list(POINTS)


def test_the_tied_share_the_ranks_points(players: list[User], dailies: list[Challenge]) -> None:
    for moves, player in zip((100, 101, 101, 102), players, strict=False):
        put(won(player, dailies[0], moves))
    boards_fold()
    assert [row.points for row in table()] == [25, 20, 20, 13]
    assert [(row.rank, row.tied) for row in table()] == [
        (1, False),
        (2, True),
        (2, True),
        (4, False),
    ]


def test_the_best_six_of_seven_then_the_fewest_moves_of_them(
    players: list[User], dailies: list[Challenge]
) -> None:
    first, second = players[:2]
    for number, daily in enumerate(dailies):
        put(won(first, daily, 100 + number))
    boards_fold()
    (row,) = table()
    assert (row.points, row.moves) == (150, 100 + 101 + 102 + 103 + 104 + 105)
    # A worse day of seven is the one left out, however few its moves.
    put(won(second, dailies[6], 50))
    boards_fold()
    top, other = table()
    assert (top.player_id, top.points, top.moves) == (first.pk, 150, 615)
    assert (other.points, other.moves) == (25, 50)


def test_only_what_is_verified_earns_points(players: list[User], dailies: list[Challenge]) -> None:
    fast, slow = players[:2]
    put(won(slow, dailies[0], 120), won(fast, dailies[0], 100, state="provisional"))
    boards_fold()
    assert [(row.player_id, row.points) for row in table()] == [(slow.pk, 25)]
    put(won(fast, dailies[0], 100, version=2))
    boards_fold()
    assert [(row.player_id, row.points) for row in table()] == [(fast.pk, 25), (slow.pk, 20)]
    put(won(fast, dailies[0], 100, version=3, state="withdrawn", counts=False))
    boards_fold()
    assert [(row.player_id, row.points) for row in table()] == [(slow.pk, 25)]


def test_weeks_and_events_are_apart(players: list[User], dailies: list[Challenge]) -> None:
    monday = make_challenge("daily", EVENT, DAY + timedelta(days=7))
    weekly = make_challenge("weekly", EVENT, DAY)
    klondike = make_challenge("daily", "KL1-3", DAY)
    put(*(won(players[0], challenge, 100) for challenge in (monday, weekly)))
    put(won(players[1], klondike, 100, event="KL1-3"))
    boards_fold()
    assert table() == []
    later = BoardKey("standings", EVENT, start=DAY + timedelta(days=9))
    assert [row.player_id for row in board_page(key=later).rows] == [players[0].pk]
    other = BoardKey("standings", "KL1-3", start=DAY)
    assert [row.player_id for row in board_page(key=other).rows] == [players[1].pk]


@pytest.mark.parametrize("seed", range(3))
def test_folding_as_they_come_is_reckoning_them_at_the_end(
    players: list[User], dailies: list[Challenge], seed: int
) -> None:
    """Many players near the last rank that earns more, ties among them, results taken back."""
    random = Random(seed)
    waiting = [
        won(player, daily, random.randint(100, 112), ms=random.choice([1000, 2000]))
        for player in players
        for daily in dailies[: random.randint(1, 7)]
    ]
    random.shuffle(waiting)
    waiting += [
        make_result(
            User(pk=result.player_id),
            result.token,
            version=2,
            state="withdrawn",
            counts=False,
            challenge_id=result.challenge_id,
            day=result.day,
        )
        for result in random.sample(waiting, 15)
    ]
    while waiting:
        put(*(waiting.pop(0) for _ in range(min(len(waiting), random.randint(1, 30)))))
        boards_fold()
        results = list(Result.objects.all())
        rows = boards_reckoned(results)
        now = boards_now()
        del now[BoardKey("day_streak").number()]
        assert now == rows | standings_reckoned(results, rows)
    assert boards_rebuild().same
