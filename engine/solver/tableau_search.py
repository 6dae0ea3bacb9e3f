"""The depth-first search of the Yukon family over a set of keys, stopped and resumed.

Exhaustive when it ends by itself; with noise and a budget, one of many restarts.
"""

from __future__ import annotations

from typing import Final

from engine.solver.compiled import kernel
from engine.solver.table import add, has, look
from engine.solver.tableau import AHEAD, KEY, RAISED, key_after, play, take_back
from engine.solver.tableau_dead import hopeless
from engine.solver.tableau_moves import BACK, BUILD, find_moves, play_forced
from engine.solver.tableau_order import order
from engine.solver.tableau_sets import ALL
from engine.solver.typing import Ints, Keys, Moves, Number, State

DEPTH, DONE, STATES, KEPT = 0, 1, 2, 3
"""Registers (int64): the frame on top (-1: none), moves made, positions met, keys in the set."""
PRUNE, ORDERED = 4, 5
"""Rules beside those of ``tableau_moves``: look for lost positions; sort the moves."""
NEXT, END, MARK, FRAME = 0, 1, 2, 3
"""A frame's numbers: next move to try, end of its moves, moves made up to it."""
WON, LOST, PAUSED, FULL = 0, 1, 2, 3
"""A line is in ``done``; all was searched; the budget is spent; some array must grow."""
MOST_MOVES: Final = 64
FORCED: Final = 60


@kernel
def is_full(table: Keys, registers: Ints, frames: Ints, moves: Moves, done: Moves) -> Number:
    depth = registers[DEPTH]
    return (
        frames[depth * FRAME + END] + MOST_MOVES > moves.size
        or (depth + 2) * FRAME > frames.size
        or registers[DONE] + FORCED > done.size
        or (registers[KEPT] + 2) * 8 > table.size * 7
    )


@kernel
def _rewind(st: State, keys: Keys, registers: Ints, done: Moves, mark: Number) -> None:
    while registers[DONE] > mark:
        registers[DONE] -= 1
        take_back(st, keys, done[registers[DONE]])


@kernel
def _step(
    st: State, keys: Keys, rules: Ints, table: Keys, registers: Ints, done: Moves, move: Number
) -> Number:
    """Play ``move`` and what it forces; False if that position was met (and nothing changed)."""
    if not add(table, key_after(st, keys[KEY], move)):
        return False
    registers[STATES] += 1
    registers[KEPT] += 1
    mark = registers[DONE]
    done[mark] = play(st, keys, move)
    registers[DONE] = play_forced(st, keys, rules, done, mark + 1)
    if registers[DONE] == mark + 1:
        return True
    if add(table, keys[KEY]):
        registers[KEPT] += 1
        return True
    _rewind(st, keys, registers, done, mark)
    return False


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
    """Go on searching for ``budget`` positions; WON, LOST, PAUSED or FULL."""
    stop = registers[STATES] + budget
    while registers[DEPTH] >= 0:
        frame = registers[DEPTH] * FRAME
        if registers[DONE] > frames[frame + MARK]:
            _rewind(st, keys, registers, done, frames[frame + MARK])
        if frames[frame + NEXT] == frames[frame + END]:
            registers[DEPTH] -= 1
            continue
        if is_full(table, registers, frames, moves, done):
            return FULL
        if registers[STATES] >= stop:
            return PAUSED
        move = moves[frames[frame + NEXT]]
        frames[frame + NEXT] += 1
        if not _step(st, keys, rules, table, registers, done, move):
            continue
        if keys[RAISED] == ALL:
            return WON
        if rules[PRUNE] and hopeless(st, keys, rules[BUILD], rules[BACK]):
            continue
        start = frames[frame + END]
        end = find_moves(st, keys, rules, moves, start)
        end = unmet(st, keys, table, moves, start, end)
        open_frame(st, rules, weights, noise, registers, frames, moves, start, end)
    return LOST


@kernel
def unmet(st: State, keys: Keys, table: Keys, moves: Moves, start: Number, end: Number) -> Number:
    """Keep those of ``moves[start:end]`` that lead to positions not met; the new end.

    Most do not. All keys are made before the first is looked up: the table is larger than the
    processor's caches, and so its slots come all at once.
    """
    for index in range(end - start):
        key = key_after(st, keys[KEY], moves[start + index])
        keys[AHEAD + index] = key
        look(table, key)
    kept = start
    for index in range(end - start):
        if not has(table, keys[AHEAD + index]):
            moves[kept] = moves[start + index]
            kept += 1
    return kept


@kernel
def push(
    st: State,
    keys: Keys,
    rules: Ints,
    weights: Ints,
    noise: Keys,
    registers: Ints,
    frames: Ints,
    moves: Moves,
) -> None:
    """Open a frame with the moves of the position."""
    frame = registers[DEPTH] * FRAME
    start = frames[frame + END] if frame >= 0 else 0
    end = find_moves(st, keys, rules, moves, start)
    open_frame(st, rules, weights, noise, registers, frames, moves, start, end)


@kernel
def open_frame(
    st: State,
    rules: Ints,
    weights: Ints,
    noise: Keys,
    registers: Ints,
    frames: Ints,
    moves: Moves,
    start: Number,
    end: Number,
) -> None:
    if rules[ORDERED]:
        order(st, rules[BUILD], weights, noise, moves, start, end)
    registers[DEPTH] += 1
    frame = registers[DEPTH] * FRAME
    frames[frame + NEXT] = start
    frames[frame + END] = end
    frames[frame + MARK] = registers[DONE]
