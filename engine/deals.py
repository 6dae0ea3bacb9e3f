"""From a code to cards on the table: the shuffle, written down and versioned, and the deal.

The shuffle is pinned for ever: a changed one would be a new version digit in the prefix.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

from engine.cards import DECK, Card, cards_text, parse_card
from engine.codes import Code
from engine.errors import NotationError
from engine.position import Position
from engine.variants import Variant

_WORD: Final = 65_536


def _words(prefix: str, seed: str) -> Iterator[int]:
    """16-bit numbers, big-endian, from SHA-256 of ``PREFIX:SEED:0``, then ``:1`` and so on."""
    counter = 0
    while True:
        block = sha256(f"{prefix}:{seed}:{counter}".encode("ascii")).digest()
        for at in range(0, len(block), 2):
            yield block[at] << 8 | block[at + 1]
        counter += 1


def shuffle(prefix: str, seed: str) -> tuple[Card, ...]:
    """The deck a seed gives, first card dealt first; rules parts share it."""
    deck = list(DECK)
    words = _words(prefix, seed)
    for last in range(len(deck) - 1, 0, -1):
        size = last + 1
        word = next(words)
        while word >= _WORD - _WORD % size:
            word = next(words)
        other = word % size
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def deal(code: Code) -> Position:
    """Row by row from the left as at a table; what is left is the stock."""
    variant = code.variant
    deck = iter(shuffle(code.prefix, code.seed))
    columns: list[list[Card]] = [[] for _ in variant.down]
    for row in variant.rows:
        for column in row:
            columns[column].append(next(deck))
    return _start(variant, columns, tuple(deck))


def position_from_layout(variant: Variant, cards: Sequence[Card]) -> Position:
    """The start with ``cards`` laid out: columns left to right, deepest first, then the stock."""
    if sorted(cards) != list(DECK):
        raise NotationError("a deal has each of the 52 cards once")
    left = iter(cards)
    columns = [[next(left) for _ in range(size)] for size in variant.sizes]
    return _start(variant, columns, tuple(left))


def _start(variant: Variant, columns: list[list[Card]], stock: tuple[Card, ...]) -> Position:
    return Position(variant, tuple(map(tuple, columns)), variant.down, (0, 0, 0, 0), stock)


def layout_text(position: Position) -> str:
    """The deal text of a start: 52 blank-separated cards, columns, then stock in draw order."""
    cards = [card for column in position.columns for card in column]
    return cards_text([*cards, *position.stock], " ")


def parse_deal(variant: Variant, text: str) -> Position:
    """Read ``layout_text``: 52 cards, each once."""
    words = text.split(None, 60)
    if len(words) != len(DECK):
        raise NotationError("a deal has 52 cards")
    return position_from_layout(variant, [parse_card(word) for word in words])
