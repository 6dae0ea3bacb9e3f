import pytest

from engine.errors import IllegalMove
from engine.position import Position
from engine.replay import Game
from engine.rules import finish_moves, is_finishable
from tests.engine.reference import winning_lines
from tests.engine.support import board

READY = board("klondike-3", "0QSJH", "0QH", "0KD", "0KSQD", "0KH", up="JTJK")


def test_finishing_sends_all_cards_up_lowest_first() -> None:
    assert list(map(str, finish_moves(READY))) == ["aH", "aS", "bH", "dD", "cD", "dS", "eH"]


@pytest.mark.parametrize(
    ("position", "code"),
    [
        (board("klondike-1", "0KS", stock="KH", up="QQKK"), "not_finishable"),
        (board("klondike-1", "0KS", waste="KH", up="QQKK"), "not_finishable"),
        (board("klondike-1", "1KSKH", up="QQKK"), "not_finishable"),
        (board("yukon", "0KSKH", up="QQKK"), "not_finishable"),
        (board("klondike-1", up="KKKK"), "finished"),
        # No run, so never reached by play: the lower card lies under the higher one.
        (board("klondike-1", "0QSKS", up="JKKK"), "not_finishable"),
    ],
)
def test_not_finishable(position: Position, code: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        finish_moves(position)
    assert caught.value.code == code


def test_every_won_line_may_be_finished_from_where_it_is_offered() -> None:
    """From the first position of a line that offers it, the command wins by legal moves alone."""
    offered = 0
    for line in winning_lines():
        if not line.variant.startswith("klondike") or line.id > "kl-0060":
            continue
        game = Game(line.start)
        for text in line.moves.split():
            if is_finishable(game.position):
                break
            game.play(text, 0)
        if game.won:
            continue
        offered += 1
        moves, before = finish_moves(game.position), game.moves
        assert len(moves) == 52 - game.up
        for move in moves:
            assert not game.won
            game.play(str(move), 0)
        assert game.won
        assert game.moves == before + len(moves)
    assert offered > 100
