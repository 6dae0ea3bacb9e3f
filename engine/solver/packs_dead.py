"""Seeing that a Klondike state is lost without searching it.

As in the Yukon family, a relaxation in which nothing once possible becomes impossible: which
cards could ever lie on the tableau, be opened there, go up, and which leads leave their columns?
Every card of the talon counts as always at hand, a card up as always free to come back. If then
some card can never go up, the state is lost.
"""

from __future__ import annotations

import numpy as np

from engine.solver.bits import lowest
from engine.solver.compiled import kernel
from engine.solver.packs import (
    ALL,
    ANY,
    DEPTHS,
    KINGS,
    LEAD,
    LEFT,
    ODD,
    ONE,
    PASSES,
    PLACE,
    ROOT,
    SEEN,
    SMALL,
    STOCK,
    TALON,
    TURNS,
    WASTE,
    empty_columns,
    fitting,
    open_cards,
    other_colour,
    raised,
)
from engine.solver.typing import Ints, Keys, Number

_FOUR = np.uint64(4)
_ACES = np.uint64(15)


@kernel
def _twins(cards: Number) -> Number:
    """``cards`` and their likes of the same rank and colour."""
    some = (cards | cards >> ONE) & ODD
    return some | some << ONE


@kernel
def _at_hand(state: Keys, at: Number, deal: Ints, rules: Ints, gone: Number) -> Number:
    """The talon's cards that could ever be played. In the last pass the waste gives only what
    lies under cards that could have gone."""
    place = state[at + PLACE]
    turns = np.int64(place >> TURNS & SMALL)
    if rules[PASSES] == 0 or turns < rules[PASSES] - 1:
        return state[at + TALON]
    left = place & LEFT
    below = np.uint64(0)
    buried = np.uint64(0)
    for _ in range(np.int64(place >> WASTE & SMALL)):
        bit = ONE << np.uint64(deal[STOCK + lowest(left)])
        left &= left - ONE
        if gone & bit == 0:
            buried = below
        below |= bit
    return state[at + TALON] & ~buried


@kernel
def _leave(deal: Ints, kept: Number, column: Number, free: Number) -> tuple[Number, Number]:
    """A column loses leads while they are among ``free``: how many it keeps, and the new ones."""
    shown = np.uint64(0)
    while kept > 0:
        if free >> np.uint64(deal[column * 8 + kept - 1]) & ONE == 0:
            break
        kept -= 1
        if kept > 0:
            shown |= ONE << np.uint64(deal[column * 8 + kept - 1])
    return kept, shown


@kernel
def _turned(
    state: Keys, at: Number, deal: Ints, kept: Number, free: Number
) -> tuple[Number, Number, Number]:
    """One look at every column: what they keep (4 bits each), cards shown, and any emptied."""
    shown = np.uint64(0)
    emptied = np.uint64(0)
    for column in range(7):
        shift = np.uint64(4 * column)
        before = np.int64(kept >> shift & np.uint64(15))
        if before == 0:
            continue
        after, new = _leave(deal, before, column, free)
        shown |= new
        if after == 0:
            emptied = ONE
        kept -= np.uint64(before - after) << shift
    return kept, shown, emptied


@kernel
def hopeless(state: Keys, at: Number, deal: Ints, rules: Ints) -> Number:
    """Whether some card can never go up, whatever is played."""
    up = raised(state, at)
    seen = state[at + SEEN]
    opened = open_cards(seen, state[at + LEAD] | state[at + ROOT])
    kept = state[at + DEPTHS]
    room = ONE if empty_columns(state, at) > 0 else np.uint64(0)
    while True:
        before = up
        before_seen, before_open, before_room = seen, opened, room
        talon = _at_hand(state, at, deal, rules, up | seen)
        up |= (up << _FOUR | _ACES) & (opened | talon)
        if up & ALL == ALL:
            return False
        if KINGS & seen & up or state[at + ROOT] & (up | fitting(opened)):
            room = ONE
        places = fitting(opened)
        if room:
            places |= ALL if rules[ANY] else KINGS
        joined = (talon | up) & places & ~seen
        kept, shown, emptied = _turned(state, at, deal, kept, places | up)
        room |= emptied
        seen |= joined | shown
        opened |= _twins(joined | shown | other_colour(up << _FOUR)) & seen
        if room and rules[ANY]:
            opened = seen
        if up == before and seen == before_seen and opened == before_open and room == before_room:
            return True
