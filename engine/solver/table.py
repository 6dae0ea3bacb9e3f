"""Open-addressing sets of 64-bit keys: the positions a search has met.

A key of 0 marks a free slot, so keys are never 0 (``hashed`` and the kernels see to it). Tables
have 2^n slots and grow until their cap; growing rehashes.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.solver.bits import fetch
from engine.solver.compiled import kernel, making_kernel
from engine.solver.typing import Keys, Number

FIRST_BITS: Final = 12
LAST_BITS: Final = 25
"""2^25 slots are 256 MiB; growing needs half of that beside it."""


@kernel
def hashed(key: Number) -> Number:
    """Spread a key over all bits (the finaliser of splitmix64)."""
    key ^= key >> np.uint64(30)
    key *= np.uint64(0xBF58476D1CE4E5B9)
    key ^= key >> np.uint64(27)
    key *= np.uint64(0x94D049BB133111EB)
    return key ^ (key >> np.uint64(31))


@kernel
def add(table: Keys, key: Number) -> Number:
    """Put ``key`` (well spread) in; False when it was there."""
    mask = np.uint64(table.size - 1)
    slot = key & mask
    while table[slot] != 0:
        if table[slot] == key:
            return False
        slot = (slot + np.uint64(1)) & mask
    table[slot] = key
    return True


@kernel
def has(table: Keys, key: Number) -> Number:
    mask = np.uint64(table.size - 1)
    slot = key & mask
    while table[slot] != 0:
        if table[slot] == key:
            return True
        slot = (slot + np.uint64(1)) & mask
    return False


@kernel
def look(table: Keys, key: Number) -> None:
    """Say that ``key`` will be asked for: its slot is on its way while others are made."""
    fetch(table, key & np.uint64(table.size - 1))


@making_kernel
def grown(table: Keys) -> Keys:
    """The same set with four times the slots, or twice near the cap."""
    size = table.size * (4 if table.size < 1 << 22 else 2)
    larger = np.zeros(size, np.uint64)
    for slot in range(table.size):
        if table[slot] != 0:
            add(larger, table[slot])
    return larger
