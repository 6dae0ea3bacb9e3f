"""The fair hint: what a good player would try next, from the view alone.

Every hint but a last resort gets on for good: it puts a card up, turns one, takes one off the
waste or lays a group on a card it belongs on; or it prepares such a move, which is then the
better one and so the next hint. Following hints therefore never goes to and fro.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from engine.building import FITS
from engine.cards import KING, RANK, RANKS, SUIT, SUITS, Card, parse_card
from engine.moves import COLUMNS, STOCK, WASTE
from engine.targets import group_move, is_safe
from engine.variants import Build
from engine.view import PlayerView

_BUILDS: Final[tuple[Build, ...]] = ("alternate", "suit", "any")


class Worth(IntEnum):
    """What a move is good for, least first."""

    IN_VAIN = 0
    LAST_RESORT = 1
    TIDY = 2
    STOCK = 3
    SPREAD = 4
    RELEASE = 5
    UP = 6
    ORDER = 7
    KING_WAITS = 8
    WASTE = 9
    TURN = 10
    SAFE_UP = 11


def fair_hint(view: PlayerView) -> str | None:
    """A move's text, or ``>`` / ``<`` for the stock; None when there is nothing at all.

    It never takes a card back from a foundation.
    """
    board = _Board(view)
    choices = [
        (board.worth(group, letter), str(group_move(group, letter)))
        for group, letters in view.legal.items()
        if group not in SUITS
        for letter in letters
    ]
    return max(choices, key=lambda choice: choice[0])[1] if choices else None


class _Board:
    """The visible cards of a view, and what its legal moves tell of the build rule."""

    def __init__(self, view: PlayerView) -> None:
        self.legal = view.legal
        self.down = [int(column[0]) for column in view.columns]
        self.columns = [_cards(column[1:]) for column in view.columns]
        self.waste = _cards(view.waste)
        self.heights = tuple(("-" + RANKS).index(top) for top in view.foundations)
        self.build = self._build()

    def worth(self, group: str, letter: str) -> tuple[Worth, int, int]:
        """How good a move is, best highest; the numbers break ties."""
        if group == STOCK:
            return Worth.STOCK, 0, 0
        if group == WASTE:
            return self._worth_of_waste(letter), 0, 0
        column, size = COLUMNS.index(group[0]), int(group[1:])
        hidden = self.down[column]
        turns = hidden > 0 and size == len(self.columns[column])
        if letter in SUITS:
            card = self.columns[column][-1]
            return self._worth_of_up(card, turns), hidden, -RANK[card]
        if turns:
            # A king to an empty column is worth most when a queen waits for it.
            queens = len(self._waiting_for(self.columns[column][0]))
            return Worth.TURN, hidden, queens
        return self._worth_of_group(column, size, letter), hidden, -size

    def _worth_of_waste(self, letter: str) -> Worth:
        card = self.waste[-1]
        if letter in SUITS:
            return self._worth_of_up(card, turns=False)
        spreads = not self._column(letter) and RANK[card] != KING
        return Worth.SPREAD if spreads else Worth.WASTE

    def _worth_of_up(self, card: Card, turns: bool) -> Worth:
        # Where only its own suit may lie on a card, nothing is lost by its going up.
        if self.build == "suit" or is_safe(self.heights, card):
            return Worth.SAFE_UP
        return Worth.TURN if turns else Worth.UP

    def _worth_of_group(self, column: int, size: int, letter: str) -> Worth:
        cards = self.columns[column]
        first, heads = cards[-size], size == len(cards)
        if not self._column(letter):
            if heads:
                return Worth.IN_VAIN
            if RANK[first] == KING:
                return Worth.ORDER
        elif heads:
            return Worth.KING_WAITS if self._king_waits() else Worth.TIDY
        elif not self._fits(first, cards[-size - 1]):
            return Worth.ORDER
        return Worth.RELEASE if self._frees(cards[-size - 1], column) else Worth.LAST_RESORT

    # --- looking around ---

    def _column(self, letter: str) -> list[Card]:
        return self.columns[COLUMNS.index(letter)]

    def _fits(self, card: Card, last: Card) -> bool:
        return card in FITS[self.build][last]

    def _king_waits(self) -> bool:
        """Whether some king would use an empty column and has none: it lies on other cards."""
        if not all(self.columns):
            return False
        if self.waste and RANK[self.waste[-1]] == KING:
            return True
        return any(
            RANK[card] == KING and (hidden or at)
            for hidden, cards in zip(self.down, self.columns, strict=True)
            for at, card in enumerate(cards)
        )

    def _waiting_for(self, last: Card) -> list[Card]:
        """Visible cards that could lie on ``last`` and lie on nothing they belong on."""
        waiting = [card for card in self.waste[-1:] if self._fits(card, last)]
        for cards in self.columns:
            for at, card in enumerate(cards):
                placed = at > 0 and self._fits(card, cards[at - 1])
                if not placed and self._fits(card, last):
                    waiting.append(card)
        return waiting

    def _frees(self, card: Card, column: int) -> bool:
        """Whether ``card``, once last of its column, is of use at once.

        It goes up, or takes the waste's top or a group that turns a card.
        """
        if RANK[card] == self.heights[SUIT[card]] + 1:
            return True
        if self.waste and self._fits(self.waste[-1], card):
            return True
        return any(
            hidden and cards and other != column and self._fits(cards[0], card)
            for other, (hidden, cards) in enumerate(zip(self.down, self.columns, strict=True))
        )

    # --- the build rule, from what is legal ---

    def _build(self) -> Build:
        evidence = list(self._evidence())
        for build in _BUILDS:
            if all((card in FITS[build][last]) is legal for card, last, legal in evidence):
                return build
        return "any"

    def _evidence(self) -> Iterator[tuple[Card, Card, bool]]:
        """Pairs of card and column end one rank above it, and whether the move is legal.

        Groups longer than a whole run tell nothing: a limit may hold them.
        """
        ends = [(letter, c[-1]) for letter, c in zip(COLUMNS, self.columns, strict=True) if c]
        groups = [
            (f"{letter}{len(cards) - at}", card)
            for letter, cards in zip(COLUMNS, self.columns, strict=True)
            for at, card in enumerate(cards)
            if len(cards) - at <= KING
        ]
        groups += [(WASTE, card) for card in self.waste[-1:]]
        for group, card in groups:
            for letter, last in ends:
                if RANK[last] == RANK[card] + 1 and letter != group[0]:
                    yield card, last, letter in self.legal.get(group, "")


def _cards(text: str) -> list[Card]:
    return [parse_card(text[at : at + 2]) for at in range(0, len(text), 2)]
