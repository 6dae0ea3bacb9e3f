"""The Yukon family's cards as sets: 52 bits of a uint64, bit ``card``."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.building import FITS
from engine.cards import DECK
from engine.solver.compiled import kernel
from engine.solver.tableau import BUILDS, CLASSIC, RELAXED
from engine.solver.typing import Number

ONE: Final = np.uint64(1)
ALL: Final = np.uint64((1 << 52) - 1)
ACES: Final = np.uint64(sum(1 << card for card in range(0, 52, 13)))
KINGS: Final = np.uint64(sum(1 << card for card in range(12, 52, 13)))
_SUIT: Final = np.uint64((1 << 13) - 1)
_TO_BLACK: Final = np.uint64(1 | 1 << 39)
_TO_RED: Final = np.uint64(1 << 13 | 1 << 26)
PARENTS: Final = np.array(
    [
        sum([1 << parent for parent in DECK if card in FITS[build][parent]])
        for build in BUILDS
        for card in DECK
    ],
    np.uint64,
)
"""[build * 52 + card]: the cards that card may be laid on."""


@kernel
def children(cards: Number, build: Number) -> Number:
    """All cards that may be laid on one of ``cards``."""
    if build == CLASSIC:
        return (cards & ~ACES) >> ONE
    black = ((cards | cards >> np.uint64(39)) & _SUIT) >> ONE
    red = ((cards >> np.uint64(13) | cards >> np.uint64(26)) & _SUIT) >> ONE
    if build == RELAXED:
        return (black | red) * (_TO_BLACK | _TO_RED)
    return red * _TO_BLACK | black * _TO_RED
