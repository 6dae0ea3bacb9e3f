"""Seeing that a Yukon-family position is lost without searching it.

A relaxation in which nothing once possible becomes impossible: which cards could ever come to be
last in a column, leave the card they lie on, and go up? It forgets what a move covers, the group
limit and, where taking back is allowed, keeps every foundation card at hand; so what it calls
impossible is impossible. If some card can never go up, the position is lost.
"""

from __future__ import annotations

import numpy as np

from engine.solver.bits import count, lowest
from engine.solver.compiled import kernel
from engine.solver.tableau import BIT, ENDS, FEET, HIDE, RAISED, WHERE, below
from engine.solver.tableau_sets import ACES, ALL, KINGS, ONE, PARENTS, children
from engine.solver.typing import Keys, Number, State


@kernel
def _has_place(st: State, card: Number, parents: Number, gone: Number) -> Number:
    """Whether one of ``parents`` does not lie on ``card``, or can come apart from it."""
    place = np.int64(st[WHERE + card])
    while parents:
        there = np.int64(st[WHERE + lowest(parents)])
        parents &= parents - ONE
        if there >> 6 != place >> 6 or there < place:
            return True
        for at in range(place + 1, there + 1):
            if gone & BIT[st[at]]:
                return True
    return False


@kernel
def hopeless(st: State, keys: Keys, build: Number, back: Number) -> Number:
    """Whether some card can never go up, whatever is played."""
    up = keys[RAISED]
    ends = keys[ENDS]
    bottoms = keys[FEET]
    room = count(bottoms) < 7
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
            bit = BIT[card]
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
            ends |= BIT[below(st, card)]
