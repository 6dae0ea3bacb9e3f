"""Counting move sequences with the Yukon family's kernel, to hold it against the rule book."""

from __future__ import annotations

import numpy as np

from engine.position import Position
from engine.solver.compiled import kernel
from engine.solver.tableau import KEYS, LENGTH, RAISED, play, set_keys, take_back
from engine.solver.tableau_moves import find_moves
from engine.solver.tableau_run import encode, rule_numbers
from engine.solver.tableau_search import MOST_MOVES
from engine.solver.tableau_sets import ALL
from engine.solver.typing import Ints, Keys, Moves, Number, State


@kernel
def _count(
    st: State, keys: Keys, rules: Ints, moves: Moves, ends: Ints, done: Moves, depth: Number
) -> Number:
    """Sequences of ``depth`` moves, by going through all but the last."""
    total = 0
    level = 0
    ends[0] = find_moves(st, keys, rules, moves, 0)
    while level >= 0:
        first = level * MOST_MOVES
        if level == depth - 1 or ends[level] == first:
            total += ends[level] - first if level == depth - 1 else 0
            level -= 1
            if level >= 0:
                take_back(st, keys, done[level])
            continue
        ends[level] -= 1
        done[level] = play(st, keys, moves[ends[level]])
        level += 1
        start = level * MOST_MOVES
        ends[level] = start if keys[RAISED] == ALL else find_moves(st, keys, rules, moves, start)
    return total


def perft(position: Position, depth: int) -> list[int]:
    """As ``engine.perft``: sequences of 1, 2 … ``depth`` moves, every legal move counted."""
    rules = rule_numbers(position.variant, back=True, ordered=False, every=True)
    state: State = encode(position)
    assert state.size == LENGTH
    keys: Keys = np.zeros(KEYS, np.uint64)
    set_keys(state, keys)
    moves: Moves = np.zeros(MOST_MOVES * (depth + 1), np.int32)
    ends: Ints = np.zeros(depth + 1, np.int64)
    done: Moves = np.zeros(depth + 1, np.int32)
    return [int(_count(state, keys, rules, moves, ends, done, d)) for d in range(1, depth + 1)]
