"""Short lines of Klondike: states in order of their cost, the best of each cost carried on.

Costs count moves of the rule book, but for a card's relocation before its like goes up; draws
are counted exactly, so the waste's place belongs to the state.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.solver.bits import count
from engine.solver.compiled import kernel
from engine.solver.packs import (
    DRAW,
    HEIGHTS,
    LEFT,
    PLACE,
    SMALL,
    WASTE,
    WORDS,
    height,
    key_of,
)
from engine.solver.packs_dead import hopeless
from engine.solver.packs_moves import STOCK_DOWN, STOCK_UP, depth, find_moves
from engine.solver.packs_play import play
from engine.solver.packs_search import ALL_UP
from engine.solver.table import add
from engine.solver.typing import Ints, Keys, Moves, Number

MOST_COST: Final = 400
USED, COST, STATES, TALLY = 0, 1, 2, 3
GUESSES: Final = 256
REGISTERS: Final = TALLY + GUESSES
"""Registers (int64): entries in the arena, the cost at hand, states carried on; and room to count
entries by their guesses."""
PARENT, MOVE, NEXT, GUESS = 0, 1, 2, 3
NODE: Final = 4
"""An entry's numbers: the one before it, the move from there, the next of its cost, its guess."""


@kernel
def turns_left(state: Keys, at: Number, rules: Ints) -> Number:
    """Draws that bring up every card still in the stock."""
    place = state[at + PLACE]
    stock = count(place & LEFT) - np.int64(place >> WASTE & SMALL)
    return (stock + rules[DRAW] - 1) // rules[DRAW]


@kernel
def buried(state: Keys, at: Number, deal: Ints) -> Number:
    """Cards in the columns up to the leads that lie on a lower one of their suit: each must be
    moved aside before that one goes up."""
    found = 0
    for column in range(7):
        kept = depth(state, at, column)
        for upper in range(1, kept):
            card = deal[column * 8 + upper]
            for lower in range(upper):
                under = deal[column * 8 + lower]
                if under & 3 == card & 3 and under < card:
                    found += 1
                    break
    return found


@kernel
def guess(state: Keys, at: Number, deal: Ints, rules: Ints) -> Number:
    """A lower bound of the moves to come."""
    up = height(state, at, 0) + height(state, at, 1) + height(state, at, 2) + height(state, at, 3)
    return 52 - up + turns_left(state, at, rules) + buried(state, at, deal)


@kernel
def price(state: Keys, at: Number, rules: Ints, move: Number) -> Number:
    """Moves of the rule book in a macro move: draws, a recycle, and the card's own."""
    kind = move & 7
    if kind not in (STOCK_UP, STOCK_DOWN):
        return 1
    place = state[at + PLACE]
    waste = np.int64(place >> WASTE & SMALL)
    size = count(place & LEFT)
    index = move >> 12 & 31
    draw = rules[DRAW]
    if move >> 17 & 1:
        return (size - waste + draw - 1) // draw + 1 + (index + draw) // draw + 1
    if index == waste - 1:
        return 1
    return (index - waste + draw) // draw + 1


@kernel
def _threshold(heads: Ints, nodes: Ints, registers: Ints, width: Number) -> Number:
    """The guess up to which ``width`` entries of a cost (roughly) are carried on."""
    registers[TALLY:] = 0
    entry = heads[registers[COST]]
    while entry >= 0:
        value: Number = min(nodes[entry * NODE + GUESS], GUESSES - 1)
        registers[TALLY + value] += 1
        entry = nodes[entry * NODE + NEXT]
    total = 0
    for step in range(GUESSES):
        total += registers[TALLY + step]
        if total > width:
            return step
    return GUESSES


@kernel
def _insert(
    nodes: Ints,
    heads: Ints,
    entry: Number,
    parent: Number,
    move: Number,
    cost: Number,
    value: Number,
) -> None:
    nodes[entry * NODE + PARENT] = parent
    nodes[entry * NODE + MOVE] = move
    nodes[entry * NODE + NEXT] = heads[cost]
    nodes[entry * NODE + GUESS] = value
    heads[cost] = entry


@kernel
def _expand(
    states: Keys,
    deal: Ints,
    rules: Ints,
    nodes: Ints,
    heads: Ints,
    registers: Ints,
    moves: Moves,
    entry: Number,
    best: Number,
) -> Number:
    """Add what follows an entry; False when the arena is full."""
    at = entry * WORDS
    cost = registers[COST]
    for index in range(find_moves(states, at, deal, rules, moves, 0)):
        used = registers[USED]
        if (used + 2) * WORDS > states.size:
            return False
        move = moves[index]
        after = cost + price(states, at, rules, move)
        play(states, at, used * WORDS, deal, rules, move)
        value = guess(states, used * WORDS, deal, rules)
        if after + value < best:
            _insert(nodes, heads, used, entry, move, after, value)
            registers[USED] = used + 1
    return True


@kernel
def beam(
    states: Keys,
    deal: Ints,
    rules: Ints,
    table: Keys,
    nodes: Ints,
    heads: Ints,
    registers: Ints,
    moves: Moves,
    width: Number,
    best: Number,
) -> Number:
    """Carry on, cost by cost, the ``width`` best of each; the entry that won, -1, or -2 when
    memory ran out. Only lines shorter than ``best`` are looked for."""
    for cost in range(best):
        registers[COST] = cost
        limit = _threshold(heads, nodes, registers, width)
        entry = heads[cost]
        left = width
        while entry >= 0 and left > 0:
            at = entry * WORDS
            if states[at + HEIGHTS] == ALL_UP:
                return entry
            close = nodes[entry * NODE + GUESS] <= limit
            if close and add(table, key_of(states, at, rules)):
                registers[STATES] += 1
                if registers[STATES] * 8 > table.size * 7:
                    return -2
                if not hopeless(states, at, deal, rules):
                    left -= 1
                    if not _expand(
                        states, deal, rules, nodes, heads, registers, moves, entry, best
                    ):
                        return -2
            entry = nodes[entry * NODE + NEXT]
    return -1
