"""Positions that can be won, made by playing backwards from the end."""

from __future__ import annotations

from random import Random

from engine.building import FITS
from engine.cards import KING, RANK
from engine.position import FULL, Position
from engine.variants import Variant


class Backwards:
    """A table that is unplayed: each step is the reverse of a legal move."""

    def __init__(self, variant: Variant, random: Random) -> None:
        self.variant, self.random = variant, random
        self.heights = list(FULL)
        self.columns: list[list[int]] = [[] for _ in range(7)]
        self.down = [0] * 7

    def step(self) -> None:
        if self.random.random() < 0.5:
            self._bring_down()
        else:
            self._move_back()

    def _bring_down(self) -> None:
        """The reverse of a card going up."""
        suit = self.random.choice([suit for suit in range(4) if self.heights[suit]] or [-1])
        if suit < 0:
            return
        card = 13 * suit + self.heights[suit] - 1
        columns = [index for index in range(7) if self._may_end(index, card)]
        if columns:
            self.heights[suit] -= 1
            self._put(self.random.choice(columns), [card])

    def _move_back(self) -> None:
        """The reverse of a group going to a column, where its first card fits."""
        source = self.random.randrange(7)
        column = self.columns[source]
        fits = FITS[self.variant.build]
        heads = [
            at
            for at in range(self.down[source], len(column))
            if (RANK[column[0]] == KING if at == 0 else column[at] in fits[column[at - 1]])
            and (at == 0 or at > self.down[source])
            and len(column) - at <= (self.variant.group_limit or 52)
        ]
        if not heads:
            return
        at = self.random.choice(heads)
        group = column[at:]
        targets = [i for i in range(7) if i != source and self._may_end(i, group[0])]
        if targets:
            del column[at:]
            self._put(self.random.choice(targets), group)

    def _may_end(self, column: int, card: int) -> bool:
        """Whether a card may come to lie there: in Klondike in a run, or on a card to turn."""
        cards = self.columns[column]
        if not cards or self.variant.group == "any":
            return True
        return card in FITS[self.variant.build][cards[-1]] or self._turnable(column)

    def _turnable(self, column: int) -> bool:
        """Whether the last card may lie face down: it is the only face-up one there."""
        return self.down[column] == len(self.columns[column]) - 1 and self.down[column] < column

    def _put(self, column: int, group: list[int]) -> None:
        cards = self.columns[column]
        if cards and self._turnable(column):
            fits = self.variant.group == "any" or group[0] in FITS[self.variant.build][cards[-1]]
            if not fits or self.random.random() < 0.7:
                self.down[column] += 1
        cards += group

    def position(self) -> Position:
        columns = tuple(map(tuple, self.columns))
        return Position(self.variant, columns, tuple(self.down), tuple(self.heights))


def unplayed(variant: Variant, steps: int, random: Random) -> Position:
    table = Backwards(variant, random)
    for _ in range(steps):
        table.step()
    return table.position()
