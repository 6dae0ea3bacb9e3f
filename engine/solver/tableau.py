"""The Yukon family's table as one flat array: columns by place, groups moved by copying.

A move is an int: card | target << 6 (a column, or 7 = its foundation); ``play`` returns it with
what taking it back needs: source << 9 (7 = foundation) | cards << 12 | turned << 18.

The key is the XOR, over the cards on the table, of a random number for (card, card below), and
for each face-down card one more: moving a group changes it in one step, and the order of the
columns drops out.

Every search spends its time here: so nothing is looked for that can be kept, all that is kept
changes by XOR (and so is undone by what did it), and the ends of columns are cards of their own,
for which nothing need be asked: BOTTOM under each column, NOWHERE under a foundation card.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.cards import DECK, KING, RANK, SUIT
from engine.solver.compiled import kernel
from engine.solver.typing import Keys, Number, State
from engine.variants import Build

HIGH: Final = 64
"""Places kept for a column; the first holds BOTTOM."""
SIZE: Final = 512
DOWN: Final = 520
UP: Final = 528
WHERE: Final = 536
LENGTH: Final = 588
"""Where in the array: 7 columns and an eighth that holds NOWHERE; their sizes; their face-down
counts; the four foundations; each card's place in the array: column * HIGH + cards from the bottom
up to it."""
GONE: Final = 7
"""The foundations, as a column."""
GONE_AT: Final = GONE * HIGH + 1
BOTTOM: Final = 52
NOWHERE: Final = 53
BUILDS: Final[tuple[Build, ...]] = ("suit", "any", "alternate")
CLASSIC, RELAXED, YUKON = 0, 1, 2

KEY, HIDE, ENDS, WANTS, RAISED, FEET = range(6)
AHEAD: Final = 6
KEYS: Final = 70
"""What lies beside the array in ``keys`` (uint64): the key; as sets of cards, those face down, the
last ones, those that foundations wait for, those on them, and columns' first ones. Behind these,
room for the keys that the moves just found lead to."""

_RANDOM = np.random.Generator(np.random.PCG64(20_240_229))
LAID: Final = np.concatenate(
    [_RANDOM.integers(1, 2**64, 53 * 52, np.uint64), np.zeros(52, np.uint64)]
)
"""[below * 52 + card]."""
HIDDEN: Final = np.concatenate([_RANDOM.integers(1, 2**64, 52, np.uint64), np.zeros(2, np.uint64)])
RANKS_OF: Final = np.array(RANK, np.uint16)
SUITS_OF: Final = np.array(SUIT, np.uint16)
BIT: Final = np.array([*(1 << card for card in DECK), 0, 0], np.uint64)
_PASSED_ON: Final = np.array([(1 if RANK[c] == KING else 3) << c for c in DECK], np.uint64)
"""What a card's going up changes in the set of cards waited for."""
LOWER: Final = np.array([((1 << c % 13) - 1) << c // 13 * 13 for c in DECK], np.uint64)
"""The cards of the same suit below a card, as bits."""


@kernel
def below(st: State, card: Number) -> Number:
    """The card it lies on, BOTTOM or NOWHERE."""
    return st[st[WHERE + card] - 1]


@kernel
def top(st: State, column: Number) -> Number:
    """The last card, or BOTTOM; NOWHERE of the foundations."""
    return st[column * HIGH + st[SIZE + column]]


@kernel
def set_keys(st: State, keys: Keys) -> None:
    keys[:AHEAD] = 0
    keys[KEY] = 0x9E3779B97F4A7C15
    for column in range(7):
        for at in range(st[SIZE + column]):
            place = column * HIGH + at + 1
            card = st[place]
            keys[KEY] ^= LAID[st[place - 1] * 52 + card]
            if at < st[DOWN + column]:
                keys[KEY] ^= HIDDEN[card]
                keys[HIDE] |= BIT[card]
            if at == 0:
                keys[FEET] |= BIT[card]
        keys[ENDS] |= BIT[top(st, column)]
    for suit in range(4):
        for rank in range(st[UP + suit]):
            keys[RAISED] |= BIT[13 * suit + rank]
        if st[UP + suit] < KING:
            keys[WANTS] |= BIT[13 * suit + st[UP + suit]]


@kernel
def key_after(st: State, key: Number, move: Number) -> Number:
    """The key ``play`` would lead to."""
    card = move & 63
    place = st[WHERE + card]
    under = st[place - 1]
    key ^= LAID[under * 52 + card] ^ LAID[top(st, (move >> 6) & 7) * 52 + card]
    if (place & 63) == st[DOWN + (place >> 6)] + 1:
        key ^= HIDDEN[under]
    return key


@kernel
def _relink(keys: Keys, card: Number, under: Number, over: Number) -> None:
    """A card comes off one and onto another, or back: the same change either way."""
    bit = BIT[card]
    keys[KEY] ^= LAID[under * 52 + card] ^ LAID[over * 52 + card]
    ends = BIT[under] ^ BIT[over]
    if under == NOWHERE or over == NOWHERE:
        ends ^= bit
        keys[RAISED] ^= bit
        keys[WANTS] ^= _PASSED_ON[card]
    keys[ENDS] ^= ends
    if under == BOTTOM:
        keys[FEET] ^= bit
    if over == BOTTOM:
        keys[FEET] ^= bit


@kernel
def _turn(keys: Keys, card: Number) -> None:
    keys[KEY] ^= HIDDEN[card]
    keys[HIDE] ^= BIT[card]


@kernel
def _lay(st: State, card: Number, column: Number) -> None:
    size = st[SIZE + column] + 1
    st[column * HIGH + size] = card
    st[WHERE + card] = column * HIGH + size
    st[SIZE + column] = size


@kernel
def _carry(st: State, place: Number, target: Number) -> Number:
    """Move the cards from ``place`` up onto ``target``; how many."""
    source = place >> 6
    count = st[SIZE + source] - (place & 63) + 1
    to = target * HIGH + st[SIZE + target] + 1
    for step in range(count):
        card = st[place + step]
        st[to + step] = card
        st[WHERE + card] = to + step
    st[SIZE + target] += count
    st[SIZE + source] -= count
    return count


@kernel
def play(st: State, keys: Keys, move: Number) -> Number:
    """Make a move that is legal; the move as ``take_back`` wants it."""
    card = move & 63
    target = (move >> 6) & 7
    place = np.int64(st[WHERE + card])
    source = place >> 6
    under = st[place - 1]
    _relink(keys, card, under, top(st, target))
    if source == GONE:
        st[UP + SUITS_OF[card]] -= 1
        _lay(st, card, target)
        return card | target << 6 | GONE << 9 | 1 << 12
    count = 1
    if target == GONE:
        st[UP + SUITS_OF[card]] += 1
        st[WHERE + card] = GONE_AT
        st[SIZE + source] -= 1
    else:
        count = _carry(st, place, target)
    turned = 0
    if under != BOTTOM and st[DOWN + source] == st[SIZE + source]:
        st[DOWN + source] -= 1
        _turn(keys, under)
        turned = 1
    return card | target << 6 | source << 9 | count << 12 | turned << 18


@kernel
def take_back(st: State, keys: Keys, done: Number) -> None:
    """Undo what ``play`` returned."""
    card = done & 63
    target = (done >> 6) & 7
    source = (done >> 9) & 7
    under = top(st, source)
    if done >> 18 & 1:
        st[DOWN + source] += 1
        _turn(keys, under)
    if source == GONE:
        st[SIZE + target] -= 1
        st[UP + SUITS_OF[card]] += 1
        st[WHERE + card] = GONE_AT
    elif target == GONE:
        st[UP + SUITS_OF[card]] -= 1
        _lay(st, card, source)
    else:
        _carry(st, np.int64(st[WHERE + card]), source)
    _relink(keys, card, under, top(st, target))
