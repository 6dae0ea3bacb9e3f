"""From Klondike's macro moves to moves of the rule book, played out on a real table."""

from __future__ import annotations

from collections.abc import Iterable

from engine.building import FITS
from engine.cards import KING, RANK, SUIT, SUITS, Card
from engine.moves import COLUMNS, DRAW, RECYCLE, STOCK, WASTE, Move
from engine.position import Position
from engine.rules import apply
from engine.solver.packs_cards import engine_card
from engine.solver.packs_moves import SPREAD, STOCK_DOWN, STOCK_UP, TAKE_BACK, UP


class Table:
    """A position that is played on, and the moves made."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.moves: list[Move] = []

    def play(self, move: Move) -> None:
        self.position = apply(self.position, move)
        self.moves.append(move)

    def find(self, card: Card) -> tuple[int, int]:
        """The column of a card, and how many cards from it on."""
        for index, column in enumerate(self.position.columns):
            if card in column:
                return index, len(column) - column.index(card)
        raise LookupError(card)

    def place_for(self, card: Card, *, avoid: int = -1) -> int:
        """A column a card can go to: an open card it fits, else an empty one."""
        fits = FITS[self.position.variant.build]
        empty = -1
        for index, column in enumerate(self.position.columns):
            if index == avoid:
                continue
            if not column:
                empty = index
            elif card in fits[column[-1]]:
                return index
        if empty < 0 or not self._may_fill(card):
            raise LookupError(card)
        return empty

    def _may_fill(self, card: Card) -> bool:
        return RANK[card] == KING or self.position.variant.empty_column == "any"

    def shift(self, card: Card) -> None:
        """Move a card, with what lies on it, to another column it fits."""
        source, count = self.find(card)
        target = self.place_for(card, avoid=source)
        self.play(Move(COLUMNS[source], COLUMNS[target], count))

    def spread(self, card: Card) -> None:
        source, count = self.find(card)
        target = self.position.columns.index(())
        self.play(Move(COLUMNS[source], COLUMNS[target], count))

    def send_up(self, card: Card) -> None:
        """From its column, what lies on it first moved to its like."""
        source, count = self.find(card)
        if count > 1:
            self.shift(self.position.columns[source][1 - count])
        self.play(Move(COLUMNS[source], SUITS[SUIT[card]]))

    def bring(self, card: Card) -> None:
        """Draw, and recycle, until a card is the waste's top."""
        left = 3 * (len(self.position.stock) + len(self.position.waste) + 1)
        while not self.position.waste or self.position.waste[-1] != card:
            left -= 1
            if left < 0:
                raise LookupError(card)
            self.play(Move(STOCK, DRAW if self.position.stock else RECYCLE, 0))


def _make(table: Table, macro: int) -> None:
    kind = macro & 7
    card = engine_card(macro >> 3 & 63)
    if kind == UP:
        table.send_up(card)
    elif kind == TAKE_BACK:
        table.play(Move(SUITS[SUIT[card]], COLUMNS[table.place_for(card)]))
    elif kind == STOCK_UP:
        table.bring(card)
        table.play(Move(WASTE, SUITS[SUIT[card]]))
    elif kind == STOCK_DOWN:
        table.bring(card)
        table.play(Move(WASTE, COLUMNS[table.place_for(card)]))
    elif kind == SPREAD:
        table.spread(card)
    else:
        table.shift(card)


def expand(start: Position, macros: Iterable[int]) -> list[Move]:
    """The moves of the rule book that make ``macros`` from ``start``."""
    table = Table(start)
    for macro in macros:
        _make(table, macro)
    return table.moves
