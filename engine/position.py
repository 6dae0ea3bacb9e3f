"""The whole state of a table, frozen: what every card is and where it lies."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple

from engine.cards import RANKS, SUITS, Card, cards_text, parse_card
from engine.errors import NotationError
from engine.variants import Variant

Cards = tuple[Card, ...]
FULL: Final = (13, 13, 13, 13)


class Position(NamedTuple):
    """Columns deepest card first; foundations as heights in the order S H D C.

    ``stock`` is in draw order (the next card first), ``waste`` in the order drawn (the playable
    top last).
    """

    variant: Variant
    columns: tuple[Cards, ...]
    down: tuple[int, ...]
    """Face-down cards at the bottom of each column."""
    foundations: tuple[int, ...]
    stock: Cards = ()
    waste: Cards = ()
    recycles: int = 0

    @property
    def up(self) -> int:
        """Cards on the foundations."""
        return sum(self.foundations)

    @property
    def key(self) -> tuple[object, ...]:
        """Exact and hashable; equal within one variant just when the positions are."""
        return self[1:]

    @property
    def text(self) -> str:
        """The form ``parse_position`` reads; it holds face-down cards: never for a player."""
        columns = [f"{n}{cards_text(c)}" for n, c in zip(self.down, self.columns, strict=True)]
        heights = "".join(RANKS[height - 1] if height else "-" for height in self.foundations)
        piles = [cards_text(pile) or "-" for pile in (self.stock, self.waste)]
        return " ".join(["/".join(columns), heights, *piles, str(self.recycles)])

    @property
    def digest(self) -> str:
        """SHA-256 of the text form, in hex: a hash to pin in files."""
        return sha256(self.text.encode("ascii")).hexdigest()


def parse_position(variant: Variant, text: str) -> Position:
    """Read ``Position.text``; every card must be there exactly once."""
    parts = text.split(" ")
    if len(parts) != 5 or not parts[4].isascii() or not parts[4].isdigit():
        raise NotationError("not a position: five parts expected")
    columns = parts[0].split("/")
    if len(columns) != 7 or not all(column[:1] in tuple("0123456") for column in columns):
        raise NotationError("not a position: seven columns expected")
    stock, waste = ("" if part == "-" else part for part in parts[2:4])
    position = Position(
        variant,
        tuple(_parse_pile(column[1:]) for column in columns),
        tuple(int(column[0]) for column in columns),
        _parse_heights(parts[1]),
        _parse_pile(stock),
        _parse_pile(waste),
        int(parts[4][:9]),
    )
    _check_whole(position)
    return position


def _parse_pile(text: str) -> Cards:
    return tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))


def _parse_heights(text: str) -> tuple[int, ...]:
    ranks = "-" + RANKS
    if len(text) != len(SUITS) or not all(letter in ranks for letter in text):
        raise NotationError("not a position: four foundations expected")
    return tuple(ranks.index(letter) for letter in text)


def _check_whole(position: Position) -> None:
    loose = [card for pile in position.columns for card in pile]
    loose += [*position.stock, *position.waste]
    ups = [13 * suit + rank for suit, h in enumerate(position.foundations) for rank in range(h)]
    if sorted(loose + ups) != list(range(52)):
        raise NotationError("not a position: a card is missing or there twice")
    for column, down in zip(position.columns, position.down, strict=True):
        if down and down >= len(column):
            raise NotationError("not a position: the last card of a column lies face up")
