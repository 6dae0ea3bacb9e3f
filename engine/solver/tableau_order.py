"""Which moves of the Yukon family to try first: a weighted sum, with noise for restarts."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.solver.compiled import kernel
from engine.solver.tableau import (
    AT,
    BOTTOM,
    DOWN,
    GONE,
    HIGH,
    LOWER,
    PLACE,
    RANKS_OF,
    SIZE,
    SUITS_OF,
    UP,
    below,
    top,
)
from engine.solver.tableau_sets import ONE, PARENTS
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
    for at in range(size):
        bits |= ONE << np.uint64(st[column * HIGH + at])
    return bits


@kernel
def _conflicts(st: State, column: Number, first: Number, under: Number) -> Number:
    """How many cards from ``first`` up have a lower one of their suit among ``under``."""
    found = 0
    for at in range(first, st[SIZE + column]):
        if LOWER[st[column * HIGH + at]] & under:
            found += 1
    return found


@kernel
def _score_left(st: State, card: Number, build: Number, weights: Ints) -> Number:
    """What a group's leaving does for the column it leaves."""
    column = st[PLACE + card]
    at = st[AT + card]
    if at == 0:
        return weights[W_EMPTY]
    under = below(st, card)
    score = weights[W_DOWN] * st[DOWN + column]
    if st[UP + SUITS_OF[under]] == RANKS_OF[under] - 1:
        score += weights[W_READY]
    if at == st[DOWN + column]:
        return score + weights[W_TURN]
    if PARENTS[build * 52 + card] >> np.uint64(under) & ONE:
        score += weights[W_FITTED]
    return score


@kernel
def score(st: State, move: Number, build: Number, weights: Ints) -> Number:
    card = move & 63
    target = (move >> 6) & 7
    source = st[PLACE + card]
    if source == GONE:
        return weights[W_BACK]
    total = _score_left(st, card, build, weights)
    if target == GONE:
        return total + weights[W_UP]
    last = top(st, target)
    first = st[AT + card]
    under = _laid_up_to(st, source, first)
    onto = _laid_up_to(st, target, st[SIZE + target])
    total += weights[W_FREE] * _conflicts(st, source, first, under)
    total += weights[W_BURY] * _conflicts(st, source, first, onto)
    total += weights[W_SIZE] * (st[SIZE + source] - first)
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
