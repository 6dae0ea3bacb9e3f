from random import Random

import pytest

from engine.errors import IllegalMove
from engine.replay import Game
from engine.variants import all_variants
from tests.engine.support import board, played, random_move, start_of


def state(game: Game) -> tuple[object, ...]:
    """Everything undo gives back."""
    return game.position, game.score_at(10**7), game.board_score, game.turned, game.up


def refused(game: Game, item: str) -> str:
    before = (state(game), game.moves, game.undos, game.hints, game.items, game.last_ms)
    with pytest.raises(IllegalMove) as caught:
        game.play(item, game.last_ms)
    assert (state(game), game.moves, game.undos, game.hints, game.items, game.last_ms) == before
    return caught.value.code


@pytest.mark.parametrize("variant", all_variants(), ids=lambda variant: variant.name)
def test_undo_all_the_way_restores_each_state_but_the_counter(variant) -> None:  # type: ignore[no-untyped-def]
    random = Random(variant.name)
    game = Game(start_of(variant.name, "UNDOALL"))
    states: list[tuple[object, ...]] = []
    while len(states) < 90 and (move := random_move(game.position, random)) is not None:
        states.append(state(game))
        game.play(str(move), 0)
    moves = game.moves
    for count, expected in enumerate(reversed(states), 1):
        game.play("u", 0)
        assert state(game) == expected
        assert (game.moves, game.undos, game.items) == (moves, count, moves + count)
    assert not game.can_undo
    assert refused(game, "u") == "nothing_to_undo"
    assert game.clean is (not states)


def test_at_the_start_there_is_nothing_to_undo() -> None:
    game = Game(start_of("klondike-1"))
    assert refused(game, "u") == "nothing_to_undo"
    game.play("?", 0)
    assert refused(game, "u") == "nothing_to_undo"


def shuttle(game: Game, moves: int) -> None:
    """A king between two empty columns, there and back."""
    for number in range(moves):
        game.play("a1b" if number % 2 == 0 else "b1a", 0)


@pytest.mark.parametrize("name", ["russian-classic", "russian-relaxed", "yukon"])
def test_the_newest_hundred_moves_can_be_undone(name: str) -> None:
    game = Game(board(name, "0KS"))
    shuttle(game, 150)
    for _ in range(100):
        assert game.can_undo
        game.play("u", 0)
    assert not game.can_undo
    assert refused(game, "u") == "undo_limit"
    assert (game.moves, game.undos) == (150, 100)
    shuttle(game, 2)
    game.play("u", 0)
    game.play("u", 0)
    assert refused(game, "u") == "undo_limit"


def test_klondike_undoes_without_limit() -> None:
    game = Game(board("klondike-3", "0KS"))
    shuttle(game, 1500)
    for _ in range(1500):
        game.play("u", 0)
    assert game.position == game.start
    assert (game.moves, game.undos) == (1500, 1500)


def test_undo_skips_hints_and_reaches_the_latest_move_not_undone() -> None:
    game = played(board("klondike-1", "0AS", "0AH", "0AD"), "aS bH u ? cD ? u u")
    assert game.position == game.start
    assert (game.moves, game.undos, game.hints, game.items) == (3, 3, 2, 8)


def test_undo_restores_passes_and_recycles() -> None:
    game = played(board("klondike-1P", "09C", stock="2H"), "> < > <")
    assert game.position.recycles == 2
    for recycles, stock in ((1, 0), (1, 1), (0, 0), (0, 1)):
        game.play("u", 9_000)
        assert (game.position.recycles, len(game.position.stock)) == (recycles, stock)


def test_a_short_last_draw_is_one_move_to_undo() -> None:
    game = played(board("klondike-3", stock="2H3H4H5H"), "> >")
    game.play("u", 9_000)
    assert game.position == board("klondike-3", stock="5H", waste="2H3H4H")


def test_undo_turns_a_card_face_down_again() -> None:
    game = played(board("yukon", "27C8C7H", "08S"), "a1b")
    assert (game.turned, game.score) == (1, 5)
    game.play("u", 2_000)
    assert game.position == game.start
    assert (game.turned, game.score) == (0, 0)


def test_a_won_game_is_not_undone() -> None:
    game = played(board("klondike-1", "0KS", up="QKKK"), "aS")
    assert not game.can_undo
    assert refused(game, "u") == "finished"
