"""The score tables, item by item."""

import pytest

from engine.moves import parse_move
from engine.position import Position
from engine.replay import Game
from engine.scoring import SCORE_TABLES, move_points, time_bonus
from tests.engine.support import board, played

# Table, move, whether it turned a card, recycles before it, points.
POINTS = [
    ("house", "a3b", False, 0, 0),
    ("house", "a3b", True, 0, 5),
    ("house", "aH", False, 0, 10),
    ("house", "aH", True, 0, 15),
    ("house", "Ha", False, 0, 0),
    ("standard-1", "a3b", False, 0, 0),
    ("standard-1", "a3b", True, 0, 5),
    ("standard-1", "aH", True, 0, 15),
    ("standard-1", "wH", False, 0, 10),
    ("standard-1", "wa", False, 0, 5),
    ("standard-1", "Ha", False, 0, -15),
    ("standard-1", ">", False, 0, 0),
    ("standard-1", "<", False, 0, -100),
    ("standard-1", "<", False, 9, -100),
    ("standard-3", "<", False, 0, 0),
    ("standard-3", "<", False, 1, 0),
    ("standard-3", "<", False, 2, -20),
    ("vegas", "aH", True, 0, 5),
    ("vegas", "wH", False, 0, 5),
    ("vegas", "wa", False, 0, 0),
    ("vegas", "a1b", True, 0, 0),
    ("vegas", "Ha", False, 0, -5),
    ("vegas", "<", False, 0, 0),
]


@pytest.mark.parametrize(("table", "text", "turned", "recycles", "points"), POINTS)
def test_points_of_a_move(table: str, text: str, turned: bool, recycles: int, points: int) -> None:
    move = parse_move(text)
    assert move_points(SCORE_TABLES[table], move, turned=turned, recycles=recycles) == points


@pytest.mark.parametrize(
    ("ms", "points"),
    [
        (0, 23_333),
        (30_000, 23_333),
        (30_999, 23_333),
        (31_000, 22_580),
        (240_000, 2_916),
        (240_999, 2_916),
        (600_000, 1_166),
        (600_999, 1_166),
        (601_000, 0),
        (10**9, 0),
    ],
)
def test_time_bonus(ms: int, points: int) -> None:
    assert time_bonus(SCORE_TABLES["standard-1"], ms) == points
    assert time_bonus(SCORE_TABLES["standard-3"], ms) == points
    assert time_bonus(SCORE_TABLES["house"], ms) == 0
    assert time_bonus(SCORE_TABLES["vegas"], ms) == 0


def test_the_floor_holds_at_each_move() -> None:
    """+10, −15 at the floor, +10: ten points, not five."""
    game = Game(board("klondike-1", "0AS", "02H", up="----"))
    scores = []
    for text in ("aS", "Sb", "bS"):
        game.play(text, 0)
        scores.append(game.score)
    assert scores == [10, 0, 10]


def test_recycling_with_draw_one_costs_a_hundred_down_to_nothing() -> None:
    game = played(board("klondike-1", "02H", stock="AS9D"), "> wS > <")
    assert game.score == 0


def test_the_first_two_recycles_with_draw_three_are_free() -> None:
    start = board("klondike-3", "0AS", "0AH", "0AD", "0AC", stock="9D")
    game = played(start, "aS bH cD dC > < > <")
    assert game.score == 40
    for text, score in (("> <", 20), ("> <", 0), ("> <", 0)):
        for item in text.split():
            game.play(item, 10**6)
        assert game.score == score


@pytest.mark.parametrize(
    ("name", "ms", "score"),
    [
        ("klondike-1", 240_000, 10 + 2_916),
        ("klondike-3", 29_000, 10 + 23_333),
        ("klondike-1", 601_000, 10),
        ("klondike-3W", 29_999, 10 - 4 + 23_333),
        ("klondike-3W", 600_000, 0 + 1_166),
        ("klondike-1V", 29_000, -52 + 5),
        ("russian-classic", 29_000, 10),
        ("yukon", 29_000, 10),
    ],
)
def test_the_last_card(name: str, ms: int, score: int) -> None:
    game = Game(board(name, "0KS", up="QKKK"))
    game.play("aS", ms)
    assert game.won
    assert game.score == game.board_score == game.score_at(ms + 10**7) == score


def test_windows_score_falls_every_full_ten_seconds() -> None:
    game = Game(board("klondike-1W", "0AS", "0AH", "02D"))
    game.play("aS", 1_000)
    times = [1_000, 9_999, 10_000, 19_999, 20_000, 59_999, 10**9]
    assert [game.score_at(ms) for ms in times] == [10, 10, 8, 8, 6, 0, 0]
    game.play("bH", 60_000)
    assert game.score == 20 - 12
    # Undo restores the points and never the time.
    game.play("u", 70_000)
    assert game.score == 0
    game.play("bH", 99_999)
    assert game.score == 20 - 18


def test_time_takes_nothing_that_later_points_must_pay_back() -> None:
    """The clock is taken off the whole, at every instant; the part below zero is not kept."""
    game = Game(board("klondike-1W", "0AS", "0AH", "0AD", "0AC"))
    for text, score in (("aS", 0), ("bH", 0), ("cD", 10), ("dC", 20)):
        game.play(text, 100_000)
        assert game.score == max(0, score)


def test_vegas_starts_at_minus_52_and_may_stay_there() -> None:
    game = Game(board("klondike-1V", "0AS", "02H"))
    assert game.score == -52
    for text, score in (("aS", -47), ("Sb", -52), ("bS", -47), ("u", -52)):
        game.play(text, 0)
        assert game.score == score


LOOPS: list[tuple[Position, str, int]] = [
    # A loop in play, and what the house score gains by it.
    (board("russian-classic", "0AS", "02S"), "Sb bS", 10),
    (board("yukon", "0AS", "02H"), "Sb bS", 10),
    (board("klondike-1", "0AS", "02H"), "Sb bS", 0),
    (board("klondike-1V", "0AS", "02H"), "Sb bS", 0),
]


@pytest.mark.parametrize(("start", "loop", "gain"), LOOPS)
def test_boards_pay_for_a_card_once(start: Position, loop: str, gain: int) -> None:
    game = played(start, "aS", every_ms=0)
    position, house, score = game.position, game.score, game.board_score
    assert house == score
    for _ in range(5):
        for item in loop.split():
            game.play(item, 0)
        assert game.position == position
        assert game.board_score <= score
    assert game.score == house + 5 * gain


def test_undo_gives_the_board_score_back() -> None:
    game = Game(board("klondike-1", "0AS", "02H", "0AH"))
    scores = []
    for text in ("cH", "aS", "u", "aS", "Sb", "u", "Sb", "bS", "u", "u"):
        game.play(text, 0)
        scores.append((game.score, game.board_score))
    twenty, five, again = (20, 20), (5, 5), (15, 5)
    assert scores == [
        *((10, 10), twenty, (10, 10), twenty, five, twenty, five, again, five, twenty),
    ]


def test_the_board_score_of_a_game_without_taking_back_is_its_score() -> None:
    game = played(board("klondike-3", "1AH2SAS", "03H", stock="2H9C9D"), "aS aS aH > u >")
    assert game.board_score == game.score == 35
