"""Seeing that a Yukon-family position is lost without searching it.

A relaxation in which nothing once possible becomes impossible: which cards could ever come to be
last in a column, leave the card they lie on, and go up? It forgets what a move covers, the group
limit and, where taking back is allowed, keeps every foundation card at hand; so what it calls
impossible is impossible. If some card can never go up, the position is lost.
"""

from __future__ import annotations

import numpy as np

from engine.solver.bits import lowest
from engine.solver.compiled import kernel
from engine.solver.tableau import AT, HIDE, HIGH, PLACE, SIZE
from engine.solver.tableau_sets import ACES, ALL, KINGS, ONE, PARENTS, children, up_cards
from engine.solver.typing import Keys, Number, State


@kernel
def _has_place(st: State, card: Number, parents: Number, gone: Number) -> Number:
    """Whether one of ``parents`` does not lie on ``card``, or can come apart from it."""
    column = st[PLACE + card]
    first = st[AT + card]
    while parents:
        parent = lowest(parents)
        parents &= parents - ONE
        if st[PLACE + parent] != column or st[AT + parent] < first:
            return True
        for at in range(first + 1, st[AT + parent] + 1):
            if gone >> np.uint64(st[column * HIGH + at]) & ONE:
                return True
    return False


@kernel
def _ends(st: State) -> tuple[Number, Number, bool]:
    """Last cards, bottom cards, and whether a column is empty."""
    ends = np.uint64(0)
    bottoms = np.uint64(0)
    room = False
    for column in range(7):
        base = column * HIGH
        size = st[SIZE + column]
        if size == 0:
            room = True
        else:
            ends |= ONE << np.uint64(st[base + size - 1])
            bottoms |= ONE << np.uint64(st[base])
    return ends, bottoms, room


@kernel
def hopeless(st: State, keys: Keys, build: Number, back: Number) -> Number:
    """Whether some card can never go up, whatever is played."""
    up = up_cards(st)
    ends, bottoms, room = _ends(st)
    gone = up
    if back:
        ends |= up
    while True:
        rising = ((up << ONE) | ACES) & ends & ~up
        up |= rising
        leaving = rising & ~gone
        heads = children(ends, build)
        if room or gone & bottoms:
            heads |= KINGS & ~bottoms
        heads &= (~keys[HIDE] | ends) & ~gone & ~leaving
        while heads:
            card = lowest(heads)
            heads &= heads - ONE
            bit = ONE << np.uint64(card)
            king = KINGS & bit != 0
            if king or _has_place(st, card, PARENTS[build * 52 + card] & ends, gone):
                leaving |= bit
        if up == ALL:
            return False
        if leaving == 0 and rising == 0:
            return True
        gone |= leaving
        while leaving:
            card = lowest(leaving)
            leaving &= leaving - ONE
            at = st[AT + card]
            if at > 0:
                ends |= ONE << np.uint64(st[st[PLACE + card] * HIGH + at - 1])
