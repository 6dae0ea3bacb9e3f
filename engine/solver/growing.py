"""Arrays a search outgrows."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.solver.table import FIRST_BITS, LAST_BITS, grown
from engine.solver.typing import AnyArray, Keys

_LOAD: Final = 7 / 8


class OutOfMemory(Exception):
    """The table of positions has reached its cap."""


def doubled(array: AnyArray) -> AnyArray:
    return np.concatenate([array, np.zeros_like(array)])


def first_table() -> Keys:
    return np.zeros(1 << FIRST_BITS, np.uint64)


def crowded(table: Keys, kept: int) -> bool:
    return kept + 2 > table.size * _LOAD


def larger_table(table: Keys, last_bits: int = LAST_BITS) -> Keys:
    """The table with more room; raises OutOfMemory at 2^last_bits slots."""
    if table.size >= 1 << last_bits:
        raise OutOfMemory
    larger: Keys = grown(table)
    return larger
