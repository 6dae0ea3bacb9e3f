"""The order of targets, best first, and what a tap makes of it."""

from random import Random

import pytest

from engine.errors import NotationError
from engine.position import Position
from engine.rules import legal_moves, targets
from engine.targets import tap_move
from tests.engine.support import TYPICAL, board, random_game, start_of

# Position, group, its targets best first.
ORDER = [
    # Russian, Yukon: foundation, columns longest first (ties leftmost), an empty column.
    (board("russian-relaxed", "05S", "06C", "07C6D", "08C6H", up="4---"), "a1", "Scdb"),
    (board("yukon", "05S", "06D", "13D6H", "07C8C6D9C", up="4---"), "a1", "Scb"),
    (board("russian-classic", "02SKS", "0AH", "0", "0"), "a1", "cdefg"),
    (board("russian-classic", "02SKS", "0AH", "0", "0", up="Q---"), "a1", "Scdefg"),
    # Klondike: a foundation first only when that is safe.
    (board("klondike-1", "02S", "03D", up="A---"), "a1", "Sb"),
    (board("klondike-1", "05S", "06D", "09C6H", up="444-"), "a1", "Scb"),
    (board("klondike-1", "05S", "06D", "09C6H", up="443-"), "a1", "cbS"),
    (board("klondike-1", "05S", "06D", "09C6H", up="434-"), "a1", "cbS"),
    (board("klondike-1", "03S", "04D", up="2---"), "a1", "bS"),
    (board("klondike-1", "05S", "06D", "09C6H", up="4---"), "a1", "cbS"),
    (board("klondike-1", "02C4S5HKS", "0", up="Q---"), "a1", "bcdefgS"),
    (board("klondike-1", "05D", "06S", waste="5H", up="-4--"), "w", "bH"),
    (board("klondike-1", "05D", "06S", waste="5H", up="44-4"), "w", "Hb"),
    # A foundation's top and the stock.
    (board("klondike-1", "06S", "09H6C", up="-5--"), "H", "ba"),
    (board("yukon", "09H", up="-K--"), "H", "bcdefg"),
    (board("klondike-1", stock="2H", waste="3H"), "s", ">"),
    (board("klondike-1", waste="3H"), "s", "<"),
    # A king that heads its whole column is offered the empty ones here.
    (board("yukon", "0KS", "0QH", "0QD"), "a1", "defg"),
]


@pytest.mark.parametrize(("position", "group", "letters"), ORDER)
def test_best_first(position: Position, group: str, letters: str) -> None:
    assert targets(position)[group] == letters


@pytest.mark.parametrize(
    ("position", "group", "letters"),
    [
        (board("russian-relaxed", "05S", "06C", "07C6D", up="4---"), "a1", "cbS"),
        (board("klondike-1", "02S", "03D", up="A---"), "a1", "bS"),
        (board("russian-classic", "02SKS", "0AH", "0", "0", up="Q---"), "a1", "cdefgS"),
        (board("klondike-1", "06S", waste="5H", up="44-4"), "w", "aH"),
    ],
)
def test_a_setting_puts_columns_before_foundations(
    position: Position, group: str, letters: str
) -> None:
    assert targets(position, columns_first=True)[group] == letters


def test_what_has_no_target_is_not_there() -> None:
    assert targets(board("yukon", "09H", "05S")) == {}
    assert targets(board("klondike-1S", waste="3H")) == {}
    assert targets(board("yukon", up="KKKK")) == {}


@pytest.mark.parametrize("name", TYPICAL)
def test_every_legal_move_is_there_once(name: str) -> None:
    random = Random(name)
    for _ in range(25):
        position = random_game(start_of(name, "QWERTYU"), random, 80).position
        for columns_first in (False, True):
            found = targets(position, columns_first=columns_first)
            moves = [
                letter if group == "s" else group.replace("1", "", letter in "SHDC") + letter
                for group, letters in found.items()
                for letter in letters
            ]
            assert sorted(moves) == sorted(map(str, legal_moves(position)))


# Position, card tapped, double, what it plays.
TAPS = [
    # Russian: one tap only sends a last card up.
    (board("russian-classic", "05S", "06S", up="4---"), "5S", False, "aS"),
    (board("russian-classic", "05S", "06S"), "5S", False, None),
    (board("russian-classic", "05S9H", "06S", up="4---"), "5S", False, None),
    # A double tap looks for a place on the tableau: longest column first, then an empty one.
    (board("russian-classic", "05S", "06S", up="4---"), "5S", True, "a1b"),
    (board("russian-relaxed", "05S9H", "06S", "07D6H"), "5S", True, "a2c"),
    (board("russian-classic", "03SKS9H", "06S"), "KS", True, "a2c"),
    (board("russian-classic", "05S", up="4---"), "5S", True, None),
    # A king already first in its column is never sent to another one.
    (board("russian-classic", "0KS9H", "06S"), "KS", True, None),
    (board("yukon", "0KS9H", "06S"), "KS", False, None),
    (board("klondike-1", "0KS"), "KS", False, None),
    (board("klondike-1", "0KS", up="Q---"), "KS", False, "aS"),
    (board("klondike-1A", "09S8H"), "9S", False, None),
    (board("klondike-1A", "09S8H"), "8H", False, "a1b"),
    (board("klondike-1", "14HKS"), "KS", False, "a1b"),
    # Klondike, Yukon: the best place.
    (board("klondike-1", "05S", "06D", "09C6H", up="443-"), "5S", False, "a1c"),
    (board("klondike-1", "05S", "06D", "09C6H", up="444-"), "5S", False, "aS"),
    (board("klondike-1", "05S4D", "06D"), "5S", False, "a2b"),
    (board("klondike-1", "05S", waste="4D"), "4D", False, "wa"),
    (board("klondike-1", "05S", waste="4D3C"), "4D", False, None),
    (board("klondike-1", "05S", "07H"), "5S", False, None),
    (board("yukon", "05S9H", "06D"), "5S", False, "a2b"),
    # A foundation's top, a buried card and a face-down card are never played by a tap.
    (board("klondike-1", "06S", up="-5--"), "5H", False, None),
    (board("yukon", "06S", up="-5--"), "5H", False, None),
    (board("yukon", "15H9C", "06S"), "5H", False, None),
    # The stock draws, or recycles when it is empty.
    (board("klondike-1", stock="2H", waste="3H"), "s", False, ">"),
    (board("klondike-1", waste="3H"), "s", False, "<"),
    (board("klondike-1S", waste="3H"), "s", False, None),
    (board("yukon", "06S"), "s", False, None),
]


@pytest.mark.parametrize(("position", "card", "double", "text"), TAPS)
def test_taps(position: Position, card: str, double: bool, text: str | None) -> None:
    move = tap_move(position, card, double=double)
    assert (None if move is None else str(move)) == text


def test_a_tap_follows_the_setting() -> None:
    position = board("klondike-1", "02S", "03D", up="A---")
    assert str(tap_move(position, "2S")) == "aS"
    assert str(tap_move(position, "2S", columns_first=True)) == "a1b"


@pytest.mark.parametrize("card", ["", "10H", "S", "th", "ss", "a1"])
def test_a_tap_on_what_is_no_card_is_unreadable(card: str) -> None:
    with pytest.raises(NotationError):
        tap_move(start_of("klondike-1"), card)
