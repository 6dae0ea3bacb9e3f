"""The fewest column moves that win in the Yukon family: branch and bound, stopped and resumed.

Every card left goes up once, so a line's length is that number and its other moves (a card taken
back costs two: itself, and going up again).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.solver.compiled import kernel, making_kernel
from engine.solver.tableau import (
    BIT,
    GONE,
    GONE_AT,
    HIGH,
    KEY,
    LOWER,
    RAISED,
    SIZE,
    WHERE,
    key_after,
    play,
    take_back,
)
from engine.solver.tableau_dead import hopeless
from engine.solver.tableau_moves import BACK, BUILD, play_forced
from engine.solver.tableau_search import (
    DEPTH,
    DONE,
    END,
    FRAME,
    FULL,
    KEPT,
    LOST,
    MARK,
    NEXT,
    PAUSED,
    STATES,
    WON,
    is_full,
    push,
)
from engine.solver.tableau_sets import ALL
from engine.solver.typing import Ints, Keys, Moves, Number, State

COST, BEST = 4, 5
"""Registers beside those of ``tableau_search``: other moves made; lines as long are no use."""
_COST_BITS: Final = np.uint64(127)
_ONE: Final = np.uint64(1)


@kernel
def moves_needed(st: State) -> Number:
    """A lower bound of the column moves to come.

    A card that lies above a lower one of its suit must come apart from it by a move of a group
    that begins between them. In each column the fewest such beginnings that part all such pairs
    are counted; no move begins at two cards.
    """
    needed = 0
    for column in range(7):
        since = np.uint64(0)
        for place in range(column * HIGH + 1, column * HIGH + st[SIZE + column] + 1):
            card = st[place]
            if LOWER[card] & since:
                needed += 1
                since = np.uint64(0)
            since |= BIT[card]
    return needed


@kernel
def cheaper(table: Keys, key: Number, cost: Number) -> Number:
    """Note that a position costs ``cost``: 0 if it was met as cheaply, 1 if new, 2 if bettered."""
    mask = np.uint64(table.size - 1)
    name = key & ~_COST_BITS
    if name == 0:
        name = ~_COST_BITS
    slot = (key >> np.uint64(7)) & mask
    while table[slot] != 0:
        if table[slot] & ~_COST_BITS == name:
            if np.int64(table[slot] & _COST_BITS) <= cost:
                return 0
            table[slot] = name | np.uint64(cost)
            return 2
        slot = (slot + _ONE) & mask
    table[slot] = name | np.uint64(cost)
    return 1


@making_kernel
def enlarged(table: Keys) -> Keys:
    larger = np.zeros(table.size * 4, np.uint64)
    for slot in range(table.size):
        if table[slot]:
            _copy(larger, table[slot])
    return larger


@kernel
def _copy(table: Keys, entry: Number) -> None:
    # The slot was chosen by the key's upper bits, which the entry keeps.
    mask = np.uint64(table.size - 1)
    slot = (entry >> np.uint64(7)) & mask
    while table[slot] != 0:
        slot = (slot + _ONE) & mask
    table[slot] = entry


@kernel
def price(st: State, move: Number) -> Number:
    """What a move adds to the cost: nothing for a card going up."""
    if (move >> 6) & 7 == GONE:
        return 0
    return 2 if st[WHERE + (move & 63)] == GONE_AT else 1


@kernel
def _undo(st: State, keys: Keys, registers: Ints, done: Moves, mark: Number) -> None:
    while registers[DONE] > mark:
        registers[DONE] -= 1
        move = done[registers[DONE]]
        take_back(st, keys, move)
        registers[COST] -= price(st, move)


@kernel
def _try(
    st: State, keys: Keys, rules: Ints, table: Keys, registers: Ints, done: Moves, move: Number
) -> Number:
    """Play ``move`` and what it forces, if that may still lead to a shorter line."""
    cost = registers[COST] + price(st, move)
    if cost >= registers[BEST]:
        return False
    news = cheaper(table, key_after(st, keys[KEY], move), cost)
    if news == 0:
        return False
    registers[STATES] += 1
    registers[KEPT] += news & 1
    mark = registers[DONE]
    done[mark] = play(st, keys, move)
    registers[COST] = cost
    registers[DONE] = play_forced(st, keys, rules, done, mark + 1)
    if cost + moves_needed(st) >= registers[BEST]:
        return False
    if registers[DONE] > mark + 1:
        news = cheaper(table, keys[KEY], cost)
        registers[KEPT] += news & 1
        return news
    return True


@kernel
def search(
    st: State,
    keys: Keys,
    rules: Ints,
    weights: Ints,
    noise: Keys,
    table: Keys,
    registers: Ints,
    frames: Ints,
    moves: Moves,
    done: Moves,
    budget: Number,
) -> Number:
    """Go on: WON with a line shorter than BEST in ``done`` (call again to look for a shorter
    one), LOST when there is none, PAUSED or FULL."""
    stop = registers[STATES] + budget
    while registers[DEPTH] >= 0:
        frame = registers[DEPTH] * FRAME
        if registers[DONE] > frames[frame + MARK]:
            _undo(st, keys, registers, done, frames[frame + MARK])
        if frames[frame + NEXT] == frames[frame + END]:
            registers[DEPTH] -= 1
            continue
        if is_full(table, registers, frames, moves, done):
            return FULL
        if registers[STATES] >= stop:
            return PAUSED
        move = moves[frames[frame + NEXT]]
        frames[frame + NEXT] += 1
        if not _try(st, keys, rules, table, registers, done, move):
            continue
        if keys[RAISED] == ALL:
            registers[BEST] = registers[COST]
            return WON
        if hopeless(st, keys, rules[BUILD], rules[BACK]):
            continue
        push(st, keys, rules, weights, noise, registers, frames, moves)
    return LOST
