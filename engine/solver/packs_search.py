"""The depth-first search of Klondike over a set of keys, stopped and resumed."""

from __future__ import annotations

from engine.solver.compiled import kernel
from engine.solver.packs import BACK, HEIGHTS, PASSES, PLACE, WAIT, WORDS, key_of
from engine.solver.packs_dead import hopeless
from engine.solver.packs_moves import STOCK_UP, UP, find_moves
from engine.solver.packs_play import play
from engine.solver.table import add
from engine.solver.tableau_order import next_random
from engine.solver.typing import Ints, Keys, Moves, Number

DEPTH, STATES = 0, 2
"""Registers (int64): the frame on top (-1: none), states met."""
PRUNE, MIXED = 4, 5
"""Rules beside those of ``packs``: look for lost states; try the moves in another order."""
NEXT, END, FRAME = 0, 1, 2
"""A frame's numbers: where its moves begin, and end: the last is tried first."""
WON, LOST, PAUSED, FULL = 0, 1, 2, 3
MOST_MOVES = 96
ALL_UP = 0xDDDD


@kernel
def open_frame(
    state: Keys,
    deal: Ints,
    rules: Ints,
    noise: Keys,
    registers: Ints,
    frames: Ints,
    moves: Moves,
) -> None:
    """A frame for the state after that on top, with its moves."""
    frame = registers[DEPTH] * FRAME
    start = frames[frame + END] if frame >= 0 else 0
    registers[DEPTH] += 1
    frame += FRAME
    frames[frame + NEXT] = start
    end = find_moves(state, registers[DEPTH] * WORDS, deal, rules, moves, start)
    frames[frame + END] = end
    if rules[MIXED]:
        _mix(moves, start, end, noise)


@kernel
def _mix(moves: Moves, start: Number, end: Number, noise: Keys) -> None:
    """Shuffle ``moves[start:end]``, mostly: one time in four."""
    for last in range(end - 1, start, -1):
        if next_random(noise) & 3:
            continue
        other = start + next_random(noise) % (last - start + 1)
        moves[last], moves[other] = moves[other], moves[last]


@kernel
def _doubtful(state: Keys, at: Number, rules: Ints, move: Number) -> Number:
    """Whether the state after ``move`` may be lost where the one before was not: sending up only
    opens what may come back, and a card laid down for the next one's sake is judged with it."""
    kind = move & 7
    if kind == UP or (kind == STOCK_UP and rules[PASSES] == 0):
        return rules[BACK] == 0
    return state[at + PLACE] >> WAIT == 0


@kernel
def search(
    state: Keys,
    deal: Ints,
    rules: Ints,
    noise: Keys,
    table: Keys,
    registers: Ints,
    frames: Ints,
    moves: Moves,
    budget: Number,
) -> Number:
    """Go on searching for ``budget`` states; WON (the moves are those on top of every frame but
    the last, just past its end), LOST, PAUSED or FULL (an array must grow)."""
    stop = registers[STATES] + budget
    while registers[DEPTH] >= 0:
        depth = registers[DEPTH]
        frame = depth * FRAME
        if frames[frame + END] == frames[frame + NEXT]:
            registers[DEPTH] -= 1
            continue
        if (
            frames[frame + END] + MOST_MOVES > moves.size
            or (depth + 2) * WORDS > state.size
            or (depth + 2) * FRAME > frames.size
            or (registers[STATES] + 2) * 8 > table.size * 7
        ):
            return FULL
        if registers[STATES] >= stop:
            return PAUSED
        frames[frame + END] -= 1
        move = moves[frames[frame + END]]
        at = depth * WORDS
        play(state, at, at + WORDS, deal, rules, move)
        if not add(table, key_of(state, at + WORDS, rules)):
            continue
        registers[STATES] += 1
        doubtful = rules[PRUNE] and _doubtful(state, at + WORDS, rules, move)
        if doubtful and hopeless(state, at + WORDS, deal, rules):
            continue
        frames[frame + END] += 1
        if state[at + WORDS + HEIGHTS] == ALL_UP:
            return WON
        open_frame(state, deal, rules, noise, registers, frames, moves)
        frames[frame + END] -= 1
    return LOST
