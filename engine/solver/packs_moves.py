"""Klondike's macro moves: each changes which cards are visible, in the stock or up.

A move is an int: kind | card << 3 | column << 9 | waste after it << 12 | recycled << 17.
"""

from __future__ import annotations

import numpy as np

from engine.solver.bits import count, lowest
from engine.solver.compiled import kernel
from engine.solver.packs import (
    ALL,
    ANY,
    BACK,
    DEPTHS,
    DRAW,
    KING_NEXT,
    KINGS,
    LEAD,
    LEFT,
    LOOSE,
    ONE,
    PASSES,
    PLACE,
    ROOT,
    SEEN,
    SMALL,
    STOCK,
    TALON,
    TURNS,
    WAIT,
    WASTE,
    doubly_open,
    empty_columns,
    fitting,
    next_up,
    open_cards,
    other_colour,
    raised,
    safe_cards,
    tops,
)
from engine.solver.typing import Ints, Keys, Moves, Number

UP, TURN, STOCK_UP, STOCK_DOWN, TAKE_BACK, SPREAD, GATHER = range(7)
"""A tableau card up; a lead off its column; a talon card up, or onto a column; a foundation's top
back; a card with what lies on it to an empty column, and from the bottom of one onto a card."""


@kernel
def _put(moves: Moves, end: Number, kind: Number, cards: Number) -> Number:
    while cards:
        moves[end] = kind | lowest(cards) << 3
        cards &= cards - ONE
        end += 1
    return end


@kernel
def depth(state: Keys, at: Number, column: Number) -> Number:
    return np.int64(state[at + DEPTHS] >> np.uint64(4 * column) & np.uint64(15))


@kernel
def _put_talon(
    state: Keys,
    at: Number,
    deal: Ints,
    rules: Ints,
    up: Number,
    down: Number,
    moves: Moves,
    end: Number,
) -> Number:
    """Moves of the talon cards that can be brought to the top of the waste."""
    place = state[at + PLACE]
    left = place & LEFT
    waste = np.int64(place >> WASTE & SMALL)
    size = count(left)
    draw = rules[DRAW]
    more = rules[PASSES] == 0 or np.int64(place >> TURNS & SMALL) < rules[PASSES] - 1
    for index in range(size):
        card = deal[STOCK + lowest(left)]
        left &= left - ONE
        bit = ONE << np.uint64(card)
        if (up | down) & bit == 0:
            continue
        last = index == size - 1
        now = index == waste - 1 or (index >= waste and (last or (index - waste + 1) % draw == 0))
        if not now and not (more and (last or (index + 1) % draw == 0)):
            continue
        move = card << 3 | index << 12 | (0 if now else 1) << 17
        if up & bit:
            moves[end] = move | STOCK_UP
            end += 1
        if down & bit:
            moves[end] = move | STOCK_DOWN
            end += 1
    return end


@kernel
def _safe_talon(state: Keys, at: Number, deal: Ints, rules: Ints, ready: Number) -> Number:
    """A move of a talon card to its foundation that costs nothing, or -1."""
    place = state[at + PLACE]
    left = place & LEFT
    waste = np.int64(place >> WASTE & SMALL)
    size = count(left)
    if size == 0:
        return -1
    endless = rules[PASSES] == 0
    final = not endless and np.int64(place >> TURNS & SMALL) >= rules[PASSES] - 1
    for index in range(size):
        card = deal[STOCK + lowest(left)]
        left &= left - ONE
        if ready >> np.uint64(card) & ONE == 0:
            continue
        shown = index == waste - 1
        free = (rules[DRAW] == 1 and (endless or shown)) or (final and shown)
        if free or (endless and waste == 0 and index == size - 1):
            return STOCK_UP | card << 3 | index << 12
    return -1


@kernel
def forced(state: Keys, at: Number, deal: Ints, rules: Ints, opened: Number) -> Number:
    """A move that may be made at once without loss, or -1."""
    ready = next_up(state, at) & safe_cards(state, at, rules[BACK])
    if ready & opened:
        return UP | lowest(ready & opened) << 3
    if ready & state[at + TALON]:
        return _safe_talon(state, at, deal, rules, ready)
    return -1


@kernel
def _worth_taking_back(state: Keys, at: Number, rules: Ints, opened: Number) -> Number:
    """Foundation tops that may serve: what a lead or a talon card lacks to lie on, the like of a
    covered card that could go up, what lies over these on their foundations, and what all of them
    in turn lack to lie on."""
    up = raised(state, at) & ~safe_cards(state, at, rules[BACK])
    idle = _served(opened)
    wants = state[at + LEAD] | state[at + ROOT] | state[at + TALON]
    worth = _served(state[at + SEEN] & next_up(state, at) & ~opened) & up
    while True:
        more = worth | (_served(other_colour((wants | worth) << np.uint64(4))) & up & ~idle)
        more |= more << np.uint64(4)
        more |= more << np.uint64(8)
        more |= more << np.uint64(16)
        more = (more | more << np.uint64(32)) & up
        if more == worth:
            return tops(state, at) & worth
        worth = more


@kernel
def _after_wait(
    state: Keys, at: Number, deal: Ints, rules: Ints, wait: Number, moves: Moves, start: Number
) -> Number:
    """The moves for whose sake the last one was made.

    Cards brought down only for others' sake can be put off until just before the move they serve.
    Then they come in one row, each serving a later one: as the card it is laid on, or as the one
    that lay over it on the foundation. Only the next card of a foundation needs two, so the row
    can be put in an order where each card serves the next one, but for a foundation's top whose
    next card has no place yet: after it comes what makes that place. The last of the row takes a
    card, or what lies on its like, which then goes up.
    """
    empty = empty_columns(state, at)
    opened = open_cards(state[at + SEEN], state[at + LEAD] | state[at + ROOT])
    brought = np.uint64(0)
    if wait == KING_NEXT:
        children = KINGS
        down = KINGS
        back = KINGS
    else:
        places = fitting(opened)
        if empty > 0:
            places |= ALL if rules[ANY] else KINGS
        brought = ONE << np.uint64(wait - 1)
        children = fitting(brought)
        if brought & doubly_open(state[at + SEEN], state[at + LEAD] | state[at + ROOT]):
            # Its like would have served as well: it came only to lay bare the card under it.
            children = np.uint64(0)
        deeper = ONE << np.uint64(wait - 5) if wait > 4 else np.uint64(0)
        deeper &= tops(state, at)
        beside = np.uint64(0)
        if deeper & ~places:
            beside = ~((ONE << np.uint64((wait - 1) & ~3)) - ONE)
        back = places & (children | deeper | beside)
        down = children
        if rules[DRAW] == 1 and rules[PASSES] == 0:
            down |= places & beside & ~_served(opened)
    end = start
    if rules[BACK]:
        back &= _worth_taking_back(state, at, rules, opened)
        end = _put(moves, end, TAKE_BACK, back)
    end = _put_talon(state, at, deal, rules, np.uint64(0), down, moves, end)
    if wait != KING_NEXT:
        likes = _served(brought) & ~brought
        end = _put(moves, end, UP, likes & opened & next_up(state, at))
    turning = children & state[at + LEAD]
    end = _put_turns(state, at, deal, turning, turning, empty, moves, end)
    if rules[ANY]:
        end = _put(moves, end, GATHER, state[at + ROOT] & children)
    return end


@kernel
def find_moves(
    state: Keys, at: Number, deal: Ints, rules: Ints, moves: Moves, start: Number
) -> Number:
    """Write the macro moves of a state from ``moves[start]``, the last to be tried first."""
    wait = np.int64(state[at + PLACE] >> WAIT & SMALL)
    if wait:
        return _after_wait(state, at, deal, rules, wait, moves, start)
    fixed = state[at + LEAD] | state[at + ROOT]
    opened = open_cards(state[at + SEEN], fixed)
    must = -1 if rules[LOOSE] else forced(state, at, deal, rules, opened)
    if must >= 0:
        moves[start] = must
        return start + 1
    empty = empty_columns(state, at)
    places = fitting(opened)
    if empty > 0:
        places |= ALL if rules[ANY] else KINGS
    return _find_all(state, at, deal, rules, opened, places, empty, moves, start)


@kernel
def _find_all(
    state: Keys,
    at: Number,
    deal: Ints,
    rules: Ints,
    opened: Number,
    places: Number,
    empty: Number,
    moves: Moves,
    start: Number,
) -> Number:
    ready = next_up(state, at)
    idle = np.uint64(0) if rules[LOOSE] else _served(opened)
    end = start
    if rules[BACK]:
        back = tops(state, at)
        if not rules[LOOSE]:
            back = _worth_taking_back(state, at, rules, opened)
        end = _put(moves, end, TAKE_BACK, back & places)
    if rules[ANY] and empty > 0:
        seen = state[at + SEEN]
        end = _put(moves, end, SPREAD, seen & ~state[at + LEAD] & ~state[at + ROOT] & ~KINGS)
    if state[at + TALON] & (places | ready):
        down = places
        if rules[DRAW] == 1 and rules[PASSES] == 0:
            down = places & ~idle
        end = _put_talon(state, at, deal, rules, ready, down, moves, end)
    end = _put(moves, end, UP, opened & ready)
    if rules[ANY]:
        end = _put(moves, end, GATHER, state[at + ROOT] & fitting(opened))
    room = 0 if rules[LOOSE] else empty
    return _put_turns(state, at, deal, places, fitting(opened), room, moves, end)


@kernel
def _served(opened: Number) -> Number:
    """Cards as whose like one already can be laid on: bringing another is no use."""
    some = (opened | opened >> ONE) & np.uint64(0x5555555555555)
    return some | some << ONE


@kernel
def _put_turns(
    state: Keys,
    at: Number,
    deal: Ints,
    places: Number,
    fits: Number,
    empty: Number,
    moves: Moves,
    end: Number,
) -> Number:
    """Leads off their columns; the last of a column only to make room, where there is none."""
    cards = state[at + LEAD] & places
    for column in range(7):
        kept = depth(state, at, column)
        if kept == 0:
            continue
        lead = deal[column * 8 + kept - 1]
        if cards >> np.uint64(lead) & ONE == 0:
            continue
        if kept == 1 and (empty > 0 or fits >> np.uint64(lead) & ONE == 0):
            continue
        moves[end] = TURN | lead << 3 | column << 9
        end += 1
    return end
