"""The Yukon family's table as one flat array: columns by place, groups moved by copying.

A move is an int: card | target << 6 (a column, or 7 = its foundation); ``play`` returns it with
what taking it back needs: source << 9 (7 = foundation) | cards << 12 | turned << 18.

The key is the XOR, over the cards on the table, of a random number for (card, card below), and
for each face-down card one more: moving a group changes it in one step, and the order of the
columns drops out.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.cards import DECK, RANK, SUIT
from engine.solver.compiled import kernel
from engine.solver.typing import Keys, Number, State
from engine.variants import Build

HIGH: Final = 64
"""Cards kept room for in a column."""
SIZE: Final = 448
DOWN: Final = 456
UP: Final = 464
PLACE: Final = 472
AT: Final = 524
LENGTH: Final = 576
"""Where in the array: 7 columns from 0, their sizes, face-down counts, the four foundations, each
card's column (7: foundation) and its index in it."""
GONE: Final = 7
BOTTOM: Final = 52
BUILDS: Final[tuple[Build, ...]] = ("suit", "any", "alternate")
CLASSIC, RELAXED, YUKON = 0, 1, 2

_RANDOM = np.random.Generator(np.random.PCG64(20_240_229))
LAID: Final = _RANDOM.integers(1, 2**64, 53 * 52, np.uint64)
"""[below * 52 + card]; 52 is the bottom of a column."""
HIDDEN: Final = _RANDOM.integers(1, 2**64, 52, np.uint64)
RANKS_OF: Final = np.array(RANK, np.int16)
SUITS_OF: Final = np.array(SUIT, np.int16)
_ONE: Final = np.uint64(1)
KEY: Final = 0
HIDE: Final = 1
"""What lies beside the array in ``keys`` (uint64): the key, and the face-down cards as bits."""
LOWER: Final = np.array([((1 << c % 13) - 1) << c // 13 * 13 for c in DECK], np.uint64)
"""The cards of the same suit below a card, as bits."""


@kernel
def below(st: State, card: Number) -> Number:
    """The card it lies on, or BOTTOM."""
    at = st[AT + card]
    return st[st[PLACE + card] * HIGH + at - 1] if at > 0 else BOTTOM


@kernel
def top(st: State, column: Number) -> Number:
    """The last card, or BOTTOM."""
    size = st[SIZE + column]
    return st[column * HIGH + size - 1] if size > 0 else BOTTOM


@kernel
def set_keys(st: State, keys: Keys) -> None:
    key = np.uint64(0x9E3779B97F4A7C15)
    hidden = np.uint64(0)
    for column in range(7):
        under = BOTTOM
        for at in range(st[SIZE + column]):
            card = st[column * HIGH + at]
            key ^= LAID[under * 52 + card]
            if at < st[DOWN + column]:
                key ^= HIDDEN[card]
                hidden |= _ONE << np.uint64(card)
            under = card
    keys[KEY] = key
    keys[HIDE] = hidden


@kernel
def key_after(st: State, key: Number, move: Number) -> Number:
    """The key ``play`` would lead to."""
    card = move & 63
    target = (move >> 6) & 7
    if target != GONE:
        key ^= LAID[top(st, target) * 52 + card]
    source = st[PLACE + card]
    if source != GONE:
        under = below(st, card)
        key ^= LAID[under * 52 + card]
        if under != BOTTOM and st[AT + card] == st[DOWN + source]:
            key ^= HIDDEN[under]
    return key


@kernel
def _turn(st: State, keys: Keys, column: Number, down: Number) -> None:
    """Turn the last card of ``column``, which then has ``down`` face-down ones."""
    st[DOWN + column] = down
    card = st[column * HIGH + st[SIZE + column] - 1]
    keys[KEY] ^= HIDDEN[card]
    keys[HIDE] ^= _ONE << np.uint64(card)


@kernel
def _lay(st: State, card: Number, column: Number) -> None:
    at = st[SIZE + column]
    st[column * HIGH + at] = card
    st[PLACE + card] = column
    st[AT + card] = at
    st[SIZE + column] = at + 1


@kernel
def _carry(st: State, source: Number, first: Number, target: Number) -> Number:
    """Move the cards of ``source`` from ``first`` up onto ``target``; how many."""
    count = st[SIZE + source] - first
    to = st[SIZE + target]
    for step in range(count):
        card = st[source * HIGH + first + step]
        st[target * HIGH + to + step] = card
        st[PLACE + card] = target
        st[AT + card] = to + step
    st[SIZE + target] = to + count
    st[SIZE + source] = first
    return count


@kernel
def play(st: State, keys: Keys, move: Number) -> Number:
    """Make a move that is legal; the move as ``take_back`` wants it."""
    card = move & 63
    target = (move >> 6) & 7
    source = st[PLACE + card]
    if source == GONE:
        st[UP + SUITS_OF[card]] -= 1
        keys[KEY] ^= LAID[top(st, target) * 52 + card]
        _lay(st, card, target)
        return card | target << 6 | GONE << 9 | 1 << 12
    first = st[AT + card]
    keys[KEY] ^= LAID[below(st, card) * 52 + card]
    count = 1
    if target == GONE:
        st[UP + SUITS_OF[card]] += 1
        st[PLACE + card] = GONE
        st[SIZE + source] = first
    else:
        keys[KEY] ^= LAID[top(st, target) * 52 + card]
        count = _carry(st, source, first, target)
    turned = 1 if first > 0 and st[DOWN + source] == first else 0
    if turned:
        _turn(st, keys, source, first - 1)
    return card | target << 6 | source << 9 | count << 12 | turned << 18


@kernel
def take_back(st: State, keys: Keys, done: Number) -> None:
    """Undo what ``play`` returned."""
    card = done & 63
    target = (done >> 6) & 7
    source = (done >> 9) & 7
    if source == GONE:
        st[SIZE + target] -= 1
        st[UP + SUITS_OF[card]] += 1
        st[PLACE + card] = GONE
        keys[KEY] ^= LAID[top(st, target) * 52 + card]
        return
    if done >> 18 & 1:
        _turn(st, keys, source, st[SIZE + source])
    keys[KEY] ^= LAID[top(st, source) * 52 + card]
    if target == GONE:
        st[UP + SUITS_OF[card]] -= 1
        _lay(st, card, source)
    else:
        _carry(st, target, st[AT + card], source)
        keys[KEY] ^= LAID[top(st, target) * 52 + card]
