"""Moves and their notation: ``c4e``, ``cH``, ``Hb``, ``wH``, ``wb``, ``>``, ``<``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import SUITS
from engine.errors import NotationError

COLUMNS: Final = "abcdefg"
WASTE: Final = "w"
STOCK: Final = "s"
DRAW: Final = ">"
RECYCLE: Final = "<"
UNDO: Final = "u"
HINT: Final = "?"

_COUNT = "[1-9]|[1-4][0-9]|5[01]"
# Between columns the count is always written. Elsewhere one card is meant unless a count of two
# or more says otherwise: such a text can be read, and the rules refuse it (``one_card``).
_MANY = "[2-9]|[1-4][0-9]|5[01]"
_MOVE: Final = re.compile(
    rf"(?P<a>[{COLUMNS}])(?P<n>{_COUNT})(?P<b>[{COLUMNS}])"
    rf"|(?P<from>[{COLUMNS}{WASTE}])(?P<m>{_MANY})?(?P<suit>[{SUITS}])"
    rf"|(?P<top>[{SUITS}{WASTE}])(?P<k>{_MANY})?(?P<to>[{COLUMNS}])"
)


class Move(NamedTuple):
    """One move: piles by their letters (``s`` the stock), and how many cards.

    Draw and recycle have the stock as source, ``>`` or ``<`` as target and a size of 0: how many
    cards turn depends on the position.
    """

    source: str
    target: str
    size: int = 1

    def __str__(self) -> str:
        return move_text(self)

    @property
    def is_up(self) -> bool:
        return self.target in SUITS

    @property
    def is_taking_back(self) -> bool:
        return self.source in SUITS

    @property
    def is_to_column(self) -> bool:
        return self.target in COLUMNS

    @property
    def is_recycle(self) -> bool:
        return self.target == RECYCLE


_STOCK_MOVES: Final = {text: Move(STOCK, text, 0) for text in (DRAW, RECYCLE)}


@lru_cache(maxsize=4096)
def parse_move(text: str) -> Move:
    """The move ``text`` stands for; case matters and is never folded."""
    if text in _STOCK_MOVES:
        return _STOCK_MOVES[text]
    match = _MOVE.fullmatch(text)
    if match is None:
        raise NotationError(f"not a move: {text[:12]!r}")
    part = match.groupdict()
    source = part["a"] or part["from"] or part["top"]
    target = part["b"] or part["suit"] or part["to"]
    return Move(source, target, int(part["n"] or part["m"] or part["k"] or 1))


def move_text(move: Move) -> str:
    source, target, size = move
    if source == STOCK:
        return target
    counted = size > 1 or (source in COLUMNS and target in COLUMNS)
    return f"{source}{size}{target}" if counted else source + target
