"""Numbers of boards, rank keys, and ranks on boards that are counted by prefix."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from random import Random
from threading import Barrier, Thread

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from engine.codes import make_code, random_seed
from engine.deals import deal
from engine.replay import UNDO, Game
from engine.rules import legal_moves
from engine.variants import EVENTS
from games.models import Result
from leaderboards.keys import (
    KEY_BITS,
    LEAF,
    LOST,
    SHIFTS,
    BoardKey,
    challenge_key,
    more_is_better,
    more_of,
    period_start,
    standings_key,
    standings_of,
)
from leaderboards.models import Board, Entry, PrefixCount
from leaderboards.ranks import rows_after, rows_around
from leaderboards.services.boards import boards_fold
from tests.leaderboards.results import (
    DAY,
    EVENT,
    assert_counts_agree,
    make_players,
    make_result,
    put,
)

FIGURES = st.fixed_dictionaries(
    {
        "won": st.booleans(),
        "moves": st.integers(0, 20_000),
        "ms": st.integers(0, 8 * 86_400_000),
        "up": st.integers(0, 51),
        "turned": st.integers(0, 21),
    }
)


def order(won: bool, moves: int, ms: int, up: int, turned: int) -> tuple[int, ...]:
    """Competition §3, as its words say it."""
    return (0, moves, ms) if won else (1, -up, -turned, moves)


@given(one=FIGURES, other=FIGURES)
def test_challenge_keys_order_as_the_rules_say(one: dict[str, int], other: dict[str, int]) -> None:
    keys = [challenge_key(**figures) for figures in (one, other)]  # type: ignore[arg-type]
    orders = [order(**figures) for figures in (one, other)]  # type: ignore[arg-type]
    assert (keys[0] < keys[1]) == (orders[0] < orders[1])
    assert (keys[0] == keys[1]) == (orders[0] == orders[1])
    assert all(0 <= key < 1 << KEY_BITS for key in keys)


@given(points=st.integers(0, 150), moves=st.integers(0, 120_000), value=st.integers(-1000, 10**6))
def test_keys_are_read_back(points: int, moves: int, value: int) -> None:
    assert standings_of(standings_key(points=points, moves=moves)) == (points, moves)
    assert more_of(more_is_better(value)) == value
    assert more_is_better(value) > more_is_better(value + 1) >= 0


def test_what_many_share_lies_above_the_buckets() -> None:
    """Equal results of many players are one bucket, so that no bucket need be read row by row."""
    bucket = 1 << LEAF
    keys = [
        more_is_better(7),
        standings_key(points=3, moves=444),
        challenge_key(won=False, moves=9, ms=5, up=3, turned=2),
    ]
    assert [key % bucket for key in keys] == [0, 0, 0]
    assert SHIFTS[0] == LEAF
    assert LOST < 1 << KEY_BITS


def all_keys() -> Iterable[BoardKey]:
    days = [date(2026, 7, 6), date(2026, 7, 7), date(2026, 8, 1), date(2027, 1, 1)]
    for clean in (False, True):
        for event in EVENTS:
            for metric in ("wins", "score", "time", "moves"):
                yield BoardKey(metric, event, "all", clean=clean)
                for period in ("day", "week", "month"):
                    firsts = {period_start(period, day) for day in days}
                    yield from (BoardKey(metric, event, period, d, clean=clean) for d in firsts)
        yield from (BoardKey("daily", challenge_id=pk, clean=clean) for pk in (1, 2, 10**9))
    yield from (BoardKey("standings", event, start=date(2026, 7, 6)) for event in EVENTS)
    yield from (BoardKey("rating", event) for event in EVENTS)
    yield BoardKey("day_streak")


def test_no_two_boards_have_one_number() -> None:
    keys = list(all_keys())
    numbers = {key.number() for key in keys}
    codes = {BoardKey("code", code="x").number(code_id=pk) for pk in (1, 2, 10**9)}
    assert len(numbers | codes) == len(keys) + len(codes)
    assert all(0 < number < 2**63 for number in numbers)


def test_any_date_of_a_period_names_its_board() -> None:
    week = [BoardKey("wins", EVENT, "week", date(2026, 7, day)).number() for day in (6, 12)]
    month = [BoardKey("wins", EVENT, "month", date(2026, 7, day)).number() for day in (1, 31)]
    assert len(set(week)) == len(set(month)) == 1
    # ISO week 53: the last days of 2026 and the first of 2027.
    turn = [date(2026, 12, 28), date(2027, 1, 3)]
    assert len({BoardKey("wins", EVENT, "week", day).number() for day in turn}) == 1


@pytest.mark.parametrize(
    "key",
    [
        BoardKey("wins", "RU1-X", "all"),
        BoardKey("wins", EVENT, "day"),
        BoardKey("wins", EVENT, "year", DAY),
        BoardKey("daily"),
        BoardKey("code", code="x"),
    ],
)
def test_a_name_that_lacks_a_part_is_refused(key: BoardKey) -> None:
    with pytest.raises(ValueError, match=r"lacks|needs"):
        key.number()


@pytest.mark.django_db
@pytest.mark.main_path
def test_large_boards_are_counted_by_prefix() -> None:
    """A board of real size, with groups of equals before, in and after what is shown."""
    players = make_players(1300)
    random = Random(7)
    results = [
        make_result(
            player, f"t{player.pk}", moves=random.choice([90, 91, 150]), ms=random.randrange(10**7)
        )
        for player in players
    ]
    put(*results)
    assert boards_fold(limit=900) == len(players)
    for metric in ("moves", "time", "wins"):
        number = BoardKey(metric, EVENT, "all").number()
        assert Board.objects.get(pk=number).counted
        rows = list(Entry.objects.filter(board=number).order_by("rank_key", "player"))
        keys = [row.rank_key for row in rows]
        firsts = {key: keys.index(key) + 1 for key in set(keys)}
        for place in (0, 1, 5, 350, 650, 1000, 1298, 1299):
            found = rows_around(board=number, player=rows[place].player, each_side=5)
            shown = rows[max(0, place - 5) : place + 6]
            assert [row.player for row in found] == [row.player for row in shown]
            assert [row.rank for row in found] == [firsts[row.rank_key] for row in shown]
    assert_counts_agree()
    withdraw(random.sample(results, 400))
    boards_fold(limit=1000)
    assert not PrefixCount.objects.exists(), "900 rows are a small board again"
    assert_counts_agree()
    size, rows_left, _ = rows_after(
        board=BoardKey("time", EVENT, "all").number(), key=-1, player=0, limit=1000
    )
    assert size == len(rows_left) == 900


def withdraw(results: list[Result]) -> None:
    gone = {"version": 2, "state": "withdrawn", "counts": False}
    put(*(make_result(User(pk=one.player_id), one.token, **gone) for one in results))


@pytest.mark.django_db(transaction=True)
def test_ten_folds_at_once_are_one() -> None:
    """Each waits for the lock of the one before it and finds the rest."""
    players = make_players(3)
    put(*(make_result(player, f"t{player.pk}.{n}") for player in players for n in range(20)))
    folded: list[int] = []
    barrier = Barrier(10)

    def fold() -> None:
        barrier.wait()
        try:
            folded.append(boards_fold(limit=7))
        finally:
            connection.close()

    threads = [Thread(target=fold) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(folded) == 10
    assert sum(folded) == 60
    rows = rows_after(board=BoardKey("wins", EVENT, "all").number(), key=-1, player=0, limit=5).rows
    assert [(row.rank, row.tied, more_of(row.rank_key)) for row in rows] == [(1, True, 20)] * 3
    assert_counts_agree()


@given(seed=st.integers(0, 2**32), event=st.sampled_from(EVENTS))
@settings(max_examples=40)
def test_no_cycle_of_moves_raises_a_key(seed: int, event: str) -> None:
    """A line of moves that comes back to a position of its own has gained no score for boards and
    has cost moves; undo gives back what there was, but the moves."""
    random = Random(seed)
    game = Game(deal(make_code(event, random_seed(random.randrange))))
    line = [(position_key(game), game.board_score)]
    best = {line[0][0]: line[0][1]}
    for at in range(120):
        legal = legal_moves(game.position)
        back = [move for move in legal if move.is_taking_back]
        moves = game.moves
        if game.can_undo and (not legal or random.random() < 0.1):
            game.play(UNDO, at)
            line.pop()
            assert (position_key(game), game.board_score) == line[-1]
            best = {}
            for key, score in line:
                best[key] = max(score, best.get(key, score))
            assert game.moves >= moves
        elif legal:
            game.play(str(random.choice(back if back and random.random() < 0.5 else legal)), at)
            key, score = position_key(game), game.board_score
            if not game.won:
                assert score <= best.setdefault(key, score)
            assert game.moves == moves + 1
            line.append((key, score))
        else:
            return


def position_key(game: Game) -> object:
    """What tells one position from another, however often the stock was turned."""
    return game.position._replace(recycles=0).key
