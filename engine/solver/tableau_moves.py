"""Finding moves in the Yukon family, from the last cards alone, and those forced to be made."""

from __future__ import annotations

import numpy as np

from engine.solver.bits import count, lowest
from engine.solver.compiled import kernel
from engine.solver.tableau import (
    ENDS,
    FEET,
    GONE,
    HIDE,
    RAISED,
    RANKS_OF,
    SIZE,
    SUITS_OF,
    UP,
    WANTS,
    WHERE,
    YUKON,
    play,
)
from engine.solver.tableau_sets import KINGS, ONE, PARENTS, children
from engine.solver.typing import Ints, Keys, Moves, Number, State

BUILD, LIMIT, BACK, EAGER, EVERY = 0, 1, 2, 3, 6
"""Rules, as numbers in an int64 array: what lies on what, the most cards at once, whether cards
may be taken back, and whether all that can go up does (Classic: nothing is ever needed back).
EVERY: nothing is forced, and moves that only change which column is which are found too."""


@kernel
def safe_up(st: State, card: Number, build: Number) -> Number:
    """Whether a card that fits its foundation may go up at once without loss.

    The proved rule: what could ever lie on the card, directly or not, is up.
    """
    suit = SUITS_OF[card]
    rank = RANKS_OF[card]
    for other in range(4):
        if other != suit:
            kin = build == YUKON and other == 3 - suit
            if st[UP + other] < rank - (2 if kin else 1):
                return False
    return True


@kernel
def forced_up(st: State, keys: Keys, rules: Ints) -> Number:
    """A card to send up at once, or -1."""
    ready = keys[ENDS] & keys[WANTS]
    if ready == 0 or rules[EVERY]:
        return -1
    while ready:
        card = lowest(ready)
        ready &= ready - ONE
        if rules[EAGER] != 0 or safe_up(st, card, rules[BUILD]):
            return card
    return -1


@kernel
def play_forced(st: State, keys: Keys, rules: Ints, done: Moves, end: Number) -> Number:
    """Send up what is forced; how many moves are in ``done`` then."""
    card = forced_up(st, keys, rules)
    while card >= 0:
        done[end] = play(st, keys, card | GONE << 6)
        end += 1
        card = forced_up(st, keys, rules)
    return end


@kernel
def _short_enough(st: State, card: Number, limit: Number) -> Number:
    """Whether no more than ``limit`` cards lie from a card on."""
    place = np.int64(st[WHERE + card])
    return st[SIZE + (place >> 6)] - (place & 63) < limit


@kernel
def _movable(keys: Keys, rules: Ints) -> Number:
    """Cards face up on the table, and those that may be taken back."""
    up = keys[RAISED]
    movable = ~(up | keys[HIDE])
    if rules[BACK]:
        movable |= up & (keys[WANTS] >> ONE | KINGS)
    return movable


@kernel
def find_moves(st: State, keys: Keys, rules: Ints, moves: Moves, start: Number) -> Number:
    """Write the moves worth making from ``moves[start]``; the index after the last.

    One empty column stands for all, and a king at the bottom of a column stays. Cards to
    foundations too, unless all that can go up has.
    """
    ends = keys[ENDS]
    build, limit = rules[BUILD], rules[LIMIT]
    end = start
    if rules[EAGER] == 0:
        ready = ends & keys[WANTS]
        while ready:
            moves[end] = lowest(ready) | GONE << 6
            ready &= ready - ONE
            end += 1
    movable = _movable(keys, rules)
    heads = children(ends, build) & movable
    while heads:
        card = lowest(heads)
        heads &= heads - ONE
        if not _short_enough(st, card, limit):
            continue
        parents = PARENTS[build * 52 + card] & ends
        source = np.int64(st[WHERE + card]) >> 6
        while parents:
            column = np.int64(st[WHERE + lowest(parents)]) >> 6
            parents &= parents - ONE
            moves[end] = card | column << 6
            if column != source:
                end += 1
    if count(keys[FEET]) == 7:
        return end
    kings = KINGS & movable
    if rules[EVERY] == 0:
        kings &= ~keys[FEET]
    for empty in range(6, -1, -1):
        if st[SIZE + empty] == 0:
            end = _find_kings(st, kings, limit, empty, moves, end)
            if rules[EVERY] == 0:
                break
    return end


@kernel
def _find_kings(
    st: State, kings: Number, limit: Number, empty: Number, moves: Moves, end: Number
) -> Number:
    while kings:
        king = lowest(kings)
        kings &= kings - ONE
        if _short_enough(st, king, limit):
            moves[end] = king | empty << 6
            end += 1
    return end
