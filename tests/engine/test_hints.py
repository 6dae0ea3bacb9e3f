from random import Random

import pytest

from engine.hints import fair_hint
from engine.position import Position
from engine.replay import Game
from engine.rules import legal_moves
from engine.variants import all_variants, event_variant
from engine.view import player_view
from tests.engine.support import board, random_game, start_of


def hint(position: Position) -> str | None:
    return fair_hint(player_view(Game(position), ms=0))


HINTS = [
    # A safe card goes up before anything else.
    (board("klondike-1", "02S", "13H3D", up="A---", stock="9C"), "aS"),
    # A move that turns a card comes next; of two, where more are hidden.
    (board("klondike-1", "12C7H", "24C5C7D", "08S", stock="9C"), "b1c"),
    (board("yukon", "12C7H", "09D3S", "04H", "08S"), "a1d"),
    # An unsafe card stays while something better is there.
    (board("klondike-1", "05S", "12C7H", "08S", up="4---", stock="9C"), "b1c"),
    (board("klondike-1", "05S", up="4---", stock="9C"), "aS"),
    # From the waste when the card has a place, else the stock.
    (board("klondike-1", "08S", waste="7H", stock="9C"), "wa"),
    (board("klondike-1", "08S", waste="7C", stock="9C"), ">"),
    (board("klondike-1", "08S", waste="7C"), "<"),
    # A column is emptied for a king that waits, and not for nothing.
    (board("klondike-1", "07H", "08S", "1QC2CKS", "0KD", "0KC", "0KH", "03H", stock="9C"), "a1b"),
    (board("klondike-1", "07H", "08S", *["0KD", "0KC", "0KH", "03H", "03D"], waste="KS"), "a1b"),
    (board("klondike-1", "07H", "08S", *["0KD", "0KC", "0KH", "03H", "0QH"], stock="9C"), ">"),
    (board("klondike-1", "07H", "08S", stock="9C"), ">"),
    # A king goes where a queen waits for it.
    (board("klondike-1", "12CKS", "13CKH", "0QS", "04D", "04H", "04C", stock="9C"), "b1g"),
    # Part of a run moves only if what it uncovers is of use at once.
    (board("klondike-1", "08S7H", "08C", stock="9C"), ">"),
    (board("klondike-1", "08S7H", "08C", up="7---", stock="9C"), "a1b"),
    (board("klondike-1", "08S7H", "08C", waste="7D", stock="9C"), "wb"),
    (board("klondike-1", "08S7H", "08C", "14D7D", stock="9C"), "c1b"),
    # Yukon: a group onto a card it belongs on, even with nothing to turn.
    (board("yukon", "02S7H3C", "08S"), "a2b"),
    (board("yukon", "08C7H3C", "08S", up="--A-"), "a2b"),
    # Where only its own suit may lie on it, a card goes up at once.
    (board("russian-classic", "05S6S", "09H8H", "02C9S", "0TS", up="4---"), "c1d"),
    (board("russian-classic", "05H9S", "0TS", "07C6S5S", up="4---"), "cS"),
    # Never back from a foundation; nothing at all without that.
    (board("yukon", "08S", up="-7--"), None),
    (board("yukon", up="KKKK"), None),
    (board("yukon", "08S"), None),
]


@pytest.mark.parametrize(("position", "text"), HINTS)
def test_what_a_good_player_would_try(position: Position, text: str | None) -> None:
    assert hint(position) == text


@pytest.mark.parametrize("variant", all_variants(), ids=lambda variant: variant.name)
def test_a_hint_is_legal_never_takes_back_and_is_there_if_anything_is(variant) -> None:  # type: ignore[no-untyped-def]
    random = Random(variant.name)
    for _ in range(12):
        position = random_game(start_of(variant.name, "HINTAAA"), random, 90).position
        moves = {str(move) for move in legal_moves(position) if not move.is_taking_back}
        text = hint(position)
        assert text in moves if moves else text is None


class Following:
    """A game played by hints alone, until it is won, ends or comes back to where it was.

    Positions are compared without their recycles: with nothing but the stock to turn, every
    game comes back.
    """

    def __init__(self, event: str, seed: str) -> None:
        self.game = Game(start_of(event_variant(event).name, seed))
        self.came_back = False
        seen = set()
        while (key := self.game.position._replace(recycles=0)) not in seen:
            seen.add(key)
            view = player_view(self.game, ms=0)
            text = fair_hint(view)
            if text is None:
                return
            self.last, self.legal = text, view.legal
            self.game.play(text, 0)
        self.came_back = True


@pytest.mark.parametrize(
    ("event", "least"), [("RU1-R", 36), ("KL1-1", 15), ("KL1-3", 5), ("YU1-C", 9)]
)
def test_following_hints_wins_as_a_fair_player_does(event: str, least: int) -> None:
    """Of forty deals; the counts are a little under what was measured."""
    seeds = (f"HINT{chr(65 + number)}AA" for number in range(26))
    more = (f"HINU{chr(65 + number)}AA" for number in range(14))
    assert sum(Following(event, seed).game.won for seed in (*seeds, *more)) >= least


@pytest.mark.parametrize("event", ["KL1-1", "KL1-3", "KL1-3S", "KL1-1A"])
def test_beside_a_stock_only_turning_it_comes_back(event: str) -> None:
    """No hint goes to and fro while there is a stock to turn instead."""
    back = 0
    for number in range(26):
        following = Following(event, f"LOOP{chr(65 + number)}AA")
        if following.came_back:
            back += 1
            assert following.last in "<>" or "s" not in following.legal
    assert back


def test_the_hint_sees_the_view_alone() -> None:
    """Shuffling what is hidden changes no hint."""
    random = Random(5)
    for name in ("russian-classic", "yukon", "klondike-1", "klondike-3S"):
        for _ in range(20):
            position = random_game(start_of(name, "BLINDAA"), random, 40).position
            assert hint(position) == hint(reshuffled(position, random))


def reshuffled(position: Position, random: Random) -> Position:
    """The same table with the cards nobody has seen in other places."""
    hidden = [
        card
        for column, down in zip(position.columns, position.down, strict=True)
        for card in column[:down]
    ]
    hidden += position.stock
    random.shuffle(hidden)
    cards = iter(hidden)
    columns = tuple(
        tuple(next(cards) for _ in range(down)) + column[down:]
        for column, down in zip(position.columns, position.down, strict=True)
    )
    return position._replace(columns=columns, stock=tuple(cards))
