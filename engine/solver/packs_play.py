"""Making Klondike's macro moves: from one state to the next, written beside it."""

from __future__ import annotations

import numpy as np

from engine.solver.bits import count
from engine.solver.compiled import kernel
from engine.solver.packs import (
    ANY,
    DEPTH_UNIT,
    DEPTHS,
    DRAW,
    EXACT,
    HEIGHT_UNIT,
    HEIGHTS,
    KING_NEXT,
    KINGS,
    LEAD,
    LEFT,
    LOOSE,
    ONE,
    PASSES,
    PLACE,
    ROOT,
    SEEN,
    TALON,
    TURNS,
    WAIT,
    WASTE,
    WORDS,
    fitting,
    open_cards,
)
from engine.solver.packs_moves import (
    GATHER,
    SPREAD,
    STOCK_UP,
    TAKE_BACK,
    TURN,
    UP,
    depth,
)
from engine.solver.typing import Ints, Keys, Number


@kernel
def _raise(state: Keys, to: Number, suit: Number, steps: Number) -> None:
    """Foundation ``suit`` up or down by one card."""
    if steps > 0:
        state[to + HEIGHTS] += ONE << np.uint64(4 * suit)
        state[to + EXACT] += HEIGHT_UNIT[suit]
    else:
        state[to + HEIGHTS] -= ONE << np.uint64(4 * suit)
        state[to + EXACT] -= HEIGHT_UNIT[suit]


@kernel
def _drop(state: Keys, to: Number, column: Number) -> None:
    state[to + DEPTHS] -= ONE << np.uint64(4 * column)
    state[to + EXACT] -= DEPTH_UNIT[column]


@kernel
def settle(state: Keys, to: Number, deal: Ints, rules: Ints, column: Number) -> None:
    """Look at the card now first in ``column``: a lead, or as good as laid on an empty column."""
    kept = depth(state, to, column)
    if kept == 0:
        return
    bit = ONE << np.uint64(deal[column * 8 + kept - 1])
    state[to + SEEN] |= bit
    king = bit & KINGS
    if kept > 1 or (not king and not rules[ANY]):
        state[to + LEAD] |= bit
        return
    _drop(state, to, column)
    if not king:
        state[to + ROOT] |= bit


@kernel
def _uncover(state: Keys, to: Number, deal: Ints, rules: Ints, bit: Number) -> None:
    """A card left its place: if it was a lead or a root, what it held is free."""
    state[to + ROOT] &= ~bit
    if state[to + LEAD] & bit == 0:
        return
    state[to + LEAD] &= ~bit
    for column in range(7):
        kept = depth(state, to, column)
        if kept > 0 and ONE << np.uint64(deal[column * 8 + kept - 1]) == bit:
            _drop(state, to, column)
            settle(state, to, deal, rules, column)
            return


@kernel
def _draw_card(state: Keys, to: Number, rules: Ints, move: Number) -> None:
    """Take the talon card of ``move`` off, and set the waste where that leaves it."""
    index = move >> 12 & 31
    place = state[to + PLACE]
    left = place & LEFT
    rest = left
    for _ in range(index):
        rest &= rest - ONE
    left ^= rest & (~rest + ONE)
    turns = place >> TURNS & np.uint64(255)
    waste = index
    if rules[PASSES] == 0:
        if rules[DRAW] == 1 or index % rules[DRAW] == 0 or index == count(left):
            waste = 0
    elif move >> 17 & 1:
        turns += ONE
    state[to + PLACE] = left | np.uint64(waste) << WASTE | turns << TURNS
    state[to + TALON] &= ~(ONE << np.uint64(move >> 3 & 63))


@kernel
def play(state: Keys, at: Number, to: Number, deal: Ints, rules: Ints, move: Number) -> None:
    """Write the state after ``move`` at ``to``."""
    for word in range(WORDS):
        state[to + word] = state[at + word]
    kind = move & 7
    card = move >> 3 & 63
    bit = ONE << np.uint64(card)
    wait = 0
    if kind == UP:
        state[to + SEEN] &= ~bit
        _raise(state, to, card & 3, 1)
        _uncover(state, to, deal, rules, bit)
    elif kind in (TURN, GATHER):
        single = kind == TURN and depth(state, to, move >> 9 & 7) == 1
        _uncover(state, to, deal, rules, bit)
        _arrive(state, at, to, rules, bit)
        if single and not rules[ANY]:
            wait = KING_NEXT
    elif kind == SPREAD:
        state[to + ROOT] |= bit
    elif kind == TAKE_BACK:
        _raise(state, to, card & 3, -1)
        _arrive(state, at, to, rules, bit)
        wait = card + 1
    else:
        _draw_card(state, to, rules, move)
        if kind == STOCK_UP:
            _raise(state, to, card & 3, 1)
        else:
            _arrive(state, at, to, rules, bit)
            if rules[DRAW] == 1 and rules[PASSES] == 0:
                wait = card + 1
    if rules[LOOSE]:
        wait = 0
    place = state[to + PLACE] & ~(np.uint64(255) << WAIT)
    state[to + PLACE] = place | np.uint64(wait) << WAIT


@kernel
def _arrive(state: Keys, at: Number, to: Number, rules: Ints, bit: Number) -> None:
    """A card comes to a column: onto an open card if one fits, else to an empty column."""
    state[to + SEEN] |= bit
    if rules[ANY] and bit & KINGS == 0:
        fixed = state[at + LEAD] | state[at + ROOT]
        if bit & fitting(open_cards(state[at + SEEN], fixed)) == 0:
            state[to + ROOT] |= bit
