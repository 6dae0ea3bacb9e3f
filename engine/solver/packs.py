"""Klondike as a handful of 64-bit numbers.

Cards are numbered ``4 * (rank - 1) + colour and suit`` (S, C, H, D), so the two cards of one rank
and colour are neighbours, and what may lie on them is four bits down. How visible cards are
arranged is not stored: two cards of one rank and colour are interchangeable parents, so of a
visible set everything that one arrangement can do the others can. A *lead* is the first face-up
card of a column; the cards at a column's bottom up to its lead are its *roots*.

A state is ``WORDS`` uint64 numbers: see the indices.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.solver.bits import count
from engine.solver.compiled import kernel
from engine.solver.table import hashed
from engine.solver.typing import Ints, Keys, Number

SEEN, LEAD, ROOT, TALON, HEIGHTS, DEPTHS, PLACE, EXACT = 0, 1, 2, 3, 4, 5, 6, 7
"""Visible tableau cards; the leads among them; cards (but kings) at the bottom of a column that
was empty; cards left in stock and waste; foundation heights, 4 bits a suit; cards each column
keeps up to its lead, 4 bits a column; PLACE: which talon cards are left, as bits of their first
order | waste size << 24 | recycles << 32 | pending << 40; EXACT: heights and depths as one number,
in mixed radix."""
WORDS: Final = 8

ONE: Final = np.uint64(1)
ALL: Final = np.uint64((1 << 52) - 1)
KINGS: Final = np.uint64(0xF << 48)
ODD: Final = np.uint64(0x5555555555555)
PAIRS: Final = np.uint64(0x3333333333333)
LEFT: Final = np.uint64((1 << 24) - 1)
WASTE: Final = np.uint64(24)
TURNS: Final = np.uint64(32)
WAIT: Final = np.uint64(40)
SMALL: Final = np.uint64(0xFF)

BASE: Final = 0
STOCK: Final = 56
NUMBER: Final = 80
"""Where in the deal (int64): 7 columns of 8 cards from the bottom, the talon's 24 cards in draw
order, how many they are."""
DEAL_SIZE: Final = 88

DRAW, PASSES, BACK, ANY, LOOSE = 0, 1, 2, 3, 6
"""Rules (int64): cards a draw; passes (0: without limit); taking back; empty columns for any;
LOOSE: no move is forced, and none is left out for want of a reason."""

KING_NEXT: Final = 53
"""Pending: 0 nothing; card + 1: next a card must be laid on that one; KING_NEXT: next a king must
fill the column just emptied."""

HEIGHT_UNIT: Final = np.array([40320 * 14**suit for suit in range(4)], np.uint64)
DEPTH_UNIT: Final = np.array([1, 2, 6, 24, 120, 720, 5040], np.uint64)


@kernel
def pairs(cards: Number) -> Number:
    """How many of each rank and colour, in two bits each."""
    return (cards & ODD) + ((cards >> ONE) & ODD)


@kernel
def other_colour(cards: Number) -> Number:
    return ((cards & PAIRS) << np.uint64(2)) | ((cards >> np.uint64(2)) & PAIRS)


@kernel
def open_cards(seen: Number, fixed: Number) -> Number:
    """The visible cards that can be made the last of their columns: of their rank and colour
    more are visible than lie on them. ``fixed``: cards that lie on none."""
    children = pairs(seen & ~fixed & ~KINGS)
    free = pairs(seen) - other_colour(children << np.uint64(4))
    free = (free | free >> ONE) & ODD
    return seen & (free | free << ONE)


@kernel
def doubly_open(seen: Number, fixed: Number) -> Number:
    """The cards of which both, they and their like, can be laid on."""
    children = pairs(seen & ~fixed & ~KINGS)
    free = pairs(seen) - other_colour(children << np.uint64(4))
    both = (free >> ONE) & ODD
    return both | both << ONE


@kernel
def fitting(cards: Number) -> Number:
    """The cards that may be laid on one of ``cards``."""
    some = (cards | cards >> ONE) & ODD
    return other_colour((some | some << ONE) >> np.uint64(4))


@kernel
def empty_columns(state: Keys, at: Number) -> Number:
    depths = state[at + DEPTHS]
    some = (depths | depths >> ONE | depths >> np.uint64(2) | depths >> np.uint64(3)) & np.uint64(
        0x1111111
    )
    based = state[at + ROOT] | (state[at + SEEN] & ~state[at + LEAD] & KINGS)
    return 7 - count(some) - count(based)


@kernel
def height(state: Keys, at: Number, suit: Number) -> Number:
    return np.int64(state[at + HEIGHTS] >> np.uint64(4 * suit) & np.uint64(15))


@kernel
def next_up(state: Keys, at: Number) -> Number:
    """The card each foundation waits for."""
    bits = np.uint64(0)
    for suit in range(4):
        rank = height(state, at, suit)
        if rank < 13:
            bits |= ONE << np.uint64(4 * rank + suit)
    return bits


@kernel
def tops(state: Keys, at: Number) -> Number:
    """The last card of each foundation."""
    bits = np.uint64(0)
    for suit in range(4):
        rank = height(state, at, suit)
        if rank > 0:
            bits |= ONE << np.uint64(4 * rank - 4 + suit)
    return bits


@kernel
def raised(state: Keys, at: Number) -> Number:
    """The cards on the foundations."""
    bits = np.uint64(0)
    for suit in range(4):
        low = (ONE << np.uint64(4 * height(state, at, suit))) - ONE
        bits |= low & (np.uint64(0x1111111111111) << np.uint64(suit))
    return bits


@kernel
def safe_cards(state: Keys, at: Number, back: Number) -> Number:
    """The cards (up or not) that are never needed on the tableau any more.

    With taking back: the other colour stands at rank - 2 or more, the other suit of the same
    colour at rank - 3: whatever was to lie on the card can go up itself. Without: what may lie
    on it is up.
    """
    s, c = height(state, at, 0), height(state, at, 1)
    h, d = height(state, at, 2), height(state, at, 3)
    black, red = min(s, c), min(h, d)
    extra = 2 if back else 1
    ranks = (
        min(red + extra, c + 3) if back else red + extra,
        min(red + extra, s + 3) if back else red + extra,
        min(black + extra, d + 3) if back else black + extra,
        min(black + extra, h + 3) if back else black + extra,
    )
    bits = np.uint64(0)
    column = np.uint64(0x1111111111111)
    for suit in range(4):
        rank = max(ranks[suit], 2)
        low = ALL if rank >= 13 else (ONE << np.uint64(4 * rank)) - ONE
        bits |= low & (column << np.uint64(suit))
    return bits


@kernel
def key_of(state: Keys, at: Number, rules: Ints) -> Number:
    """One number a state; exact (below 2^64, then spread) unless any card fills empty columns."""
    place = state[at + PLACE]
    waste = place >> WASTE & SMALL
    turns = place >> TURNS & SMALL
    wait = place >> WAIT & SMALL
    if rules[DRAW] == 1 and rules[PASSES] == 0:
        small = wait
    else:
        pending = np.uint64(0)
        if wait == KING_NEXT:
            pending = np.uint64(5)
        elif wait > 0:
            pending = ONE + ((wait - ONE) & np.uint64(3))
        small = (waste * np.uint64(3) + turns) * np.uint64(6) + pending
    exact = (state[at + EXACT] * np.uint64(450) + small) << np.uint64(24) | place & LEFT
    key = hashed(exact + ONE)
    if rules[ANY]:
        key ^= hashed(state[at + ROOT] ^ np.uint64(0xA5A5A5A5))
    return key if key != 0 else ONE
