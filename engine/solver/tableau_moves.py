"""Finding moves in the Yukon family, from the last cards alone, and those forced to be made."""

from __future__ import annotations

import numpy as np

from engine.solver.bits import lowest
from engine.solver.compiled import kernel
from engine.solver.tableau import (
    AT,
    GONE,
    HIDE,
    HIGH,
    PLACE,
    RANKS_OF,
    SIZE,
    SUITS_OF,
    UP,
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
def forced_up(st: State, rules: Ints) -> Number:
    """A card to send up at once, or -1."""
    if rules[EVERY]:
        return -1
    for column in range(7):
        size = st[SIZE + column]
        if size > 0:
            card = st[column * HIGH + size - 1]
            fits = st[UP + SUITS_OF[card]] == RANKS_OF[card] - 1
            if fits and (rules[EAGER] != 0 or safe_up(st, card, rules[BUILD])):
                return card
    return -1


@kernel
def play_forced(st: State, keys: Keys, rules: Ints, done: Moves, end: Number) -> Number:
    """Send up what is forced; how many moves are in ``done`` then."""
    card = forced_up(st, rules)
    while card >= 0:
        done[end] = play(st, keys, card | GONE << 6)
        end += 1
        card = forced_up(st, rules)
    return end


@kernel
def _last_cards(st: State) -> tuple[Number, Number, Number, Number]:
    """The last cards, those of them that fit foundations, foundation tops, an empty column."""
    ends = np.uint64(0)
    ready = np.uint64(0)
    tops = np.uint64(0)
    empty = -1
    for column in range(7):
        size = st[SIZE + column]
        if size == 0:
            empty = column
            continue
        last = st[column * HIGH + size - 1]
        bit = ONE << np.uint64(last)
        ends |= bit
        if st[UP + SUITS_OF[last]] == RANKS_OF[last] - 1:
            ready |= bit
    for suit in range(4):
        if st[UP + suit] > 0:
            tops |= ONE << np.uint64(suit * 13 + st[UP + suit] - 1)
    return ends, ready, tops, empty


@kernel
def _may_head(st: State, card: Number, limit: Number, tops: Number) -> Number:
    """Whether a face-up or foundation card may head a move."""
    column = st[PLACE + card]
    if column == GONE:
        return tops >> np.uint64(card) & ONE != 0
    return st[SIZE + column] - st[AT + card] <= limit


@kernel
def find_moves(st: State, keys: Keys, rules: Ints, moves: Moves, start: Number) -> Number:
    """Write the moves worth making from ``moves[start]``; the index after the last.

    One empty column stands for all, and a king at the bottom of a column stays. Cards to
    foundations too, unless all that can go up has.
    """
    ends, ready, tops, empty = _last_cards(st)
    build, limit = rules[BUILD], rules[LIMIT]
    if rules[BACK] == 0:
        tops = np.uint64(0)
    end = start
    if rules[EAGER] == 0:
        while ready:
            moves[end] = lowest(ready) | GONE << 6
            ready &= ready - ONE
            end += 1
    heads = children(ends, build) & ~keys[HIDE]
    while heads:
        card = lowest(heads)
        heads &= heads - ONE
        if not _may_head(st, card, limit, tops):
            continue
        parents = PARENTS[build * 52 + card] & ends
        while parents:
            column = st[PLACE + lowest(parents)]
            parents &= parents - ONE
            if st[PLACE + card] != column:
                moves[end] = card | column << 6
                end += 1
    if empty >= 0:
        if rules[EVERY] == 0:
            return _find_kings(st, keys, limit, tops, empty, 0, moves, end)
        for column in range(7):
            if st[SIZE + column] == 0:
                end = _find_kings(st, keys, limit, tops, column, 1, moves, end)
    return end


@kernel
def _find_kings(
    st: State,
    keys: Keys,
    limit: Number,
    tops: Number,
    empty: Number,
    every: Number,
    moves: Moves,
    end: Number,
) -> Number:
    kings = KINGS & ~keys[HIDE]
    while kings:
        king = lowest(kings)
        kings &= kings - ONE
        stays = every == 0 and st[PLACE + king] != GONE and st[AT + king] == 0
        if not stays and _may_head(st, king, limit, tops):
            moves[end] = king | empty << 6
            end += 1
    return end
