"""Which moves of the Yukon family to try first: a weighted sum, with noise for restarts."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.solver.compiled import kernel
from engine.solver.tableau import (
    BIT,
    BOTTOM,
    DOWN,
    GONE,
    HIGH,
    LOWER,
    RANKS_OF,
    SIZE,
    SUITS_OF,
    UP,
    WHERE,
    below,
    top,
)
from engine.solver.tableau_sets import PARENTS
from engine.solver.typing import Ints, Keys, Moves, Number, State

SHIFT: Final = 12
MIDDLE: Final = 1 << 18
"""A move's score lies above its 12 bits of card and target, around MIDDLE: never negative."""
(
    W_UP,
    W_TURN,
    W_EMPTY,
    W_READY,
    W_FITTED,
    W_SUIT,
    W_BURY,
    W_FREE,
    W_BACK,
    W_DOWN,
    W_SIZE,
    W_NOISE,
    W_COVER,
) = range(13)
"""Places of the weights in an int64 array."""


@kernel
def next_random(noise: Keys) -> Number:
    """0 to 2^31 - 1 (xorshift64*; ``noise[0]`` is the state, never 0)."""
    x = noise[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    noise[0] = x
    return np.int64((x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(33))


@kernel
def _laid_up_to(st: State, column: Number, size: Number) -> Number:
    """The first ``size`` cards of a column, as bits."""
    bits = np.uint64(0)
    for place in range(column * HIGH + 1, column * HIGH + size + 1):
        bits |= BIT[st[place]]
    return bits


@kernel
def _conflicts(st: State, first: Number, end: Number, under: Number) -> Number:
    """How many cards at ``first`` to ``end`` have a lower one of their suit among ``under``."""
    found = 0
    for place in range(first, end):
        found += LOWER[st[place]] & under != 0
    return found


@kernel
def _score_left(st: State, card: Number, build: Number, weights: Ints) -> Number:
    """What a group's leaving does for the column it leaves."""
    under = below(st, card)
    if under == BOTTOM:
        return weights[W_EMPTY]
    place = np.int64(st[WHERE + card])
    column = place >> 6
    score = weights[W_DOWN] * st[DOWN + column]
    if st[UP + SUITS_OF[under]] == RANKS_OF[under] - 1:
        score += weights[W_READY]
    if (place & 63) == st[DOWN + column] + 1:
        return score + weights[W_TURN]
    if PARENTS[build * 52 + card] & BIT[under]:
        score += weights[W_FITTED]
    return score


@kernel
def score(st: State, move: Number, build: Number, weights: Ints) -> Number:
    card = move & 63
    target = (move >> 6) & 7
    place = np.int64(st[WHERE + card])
    source = place >> 6
    if source == GONE:
        return weights[W_BACK]
    total = _score_left(st, card, build, weights)
    if target == GONE:
        return total + weights[W_UP]
    last = top(st, target)
    end = source * HIGH + st[SIZE + source] + 1
    under = _laid_up_to(st, source, (place & 63) - 1)
    onto = _laid_up_to(st, target, st[SIZE + target])
    total += weights[W_FREE] * _conflicts(st, place, end, under)
    total += weights[W_BURY] * _conflicts(st, place, end, onto)
    total += weights[W_SIZE] * (end - place)
    if last != BOTTOM:
        if SUITS_OF[last] == SUITS_OF[card]:
            total += weights[W_SUIT]
        if st[UP + SUITS_OF[last]] == RANKS_OF[last] - 1:
            total += weights[W_COVER]
    return total


@kernel
def order(
    st: State, build: Number, weights: Ints, noise: Keys, moves: Moves, start: Number, end: Number
) -> None:
    """Score ``moves[start:end]`` and sort them, best first."""
    for index in range(start, end):
        total = MIDDLE + score(st, moves[index], build, weights)
        if weights[W_NOISE]:
            total += next_random(noise) % weights[W_NOISE]
        move = moves[index] & ((1 << SHIFT) - 1) | total << SHIFT
        place = index
        while place > start and moves[place - 1] < move:
            moves[place] = moves[place - 1]
            place -= 1
        moves[place] = move
