"""Finding moves: every movable group with its targets, best first, and what a tap plays.

Moves are found from the few cards that are wanted (one rank below each column's last card, kings
for an empty column), looked up by where they lie, never by trying every group on every column.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.building import FITS, KINGS, is_run
from engine.cards import RANK, SUIT, SUITS, Card, parse_card
from engine.errors import IllegalMove
from engine.moves import COLUMNS, DRAW, RECYCLE, STOCK, WASTE, Move
from engine.position import FULL, Position
from engine.variants import TAP_UP

# Where a card lies: 0-6 face up in that column, or one of these.
_WASTE: Final = 7
_FOUNDATION: Final = 8
_NOWHERE: Final = 9
_LOST: Final = (_NOWHERE,) * 52
_GROUPS: Final = tuple(tuple(f"{letter}{n}" for n in range(53)) for letter in COLUMNS)
_SUIT_LETTER: Final = tuple(SUITS[SUIT[card]] for card in range(52))
_OTHER_COLOUR: Final = ((1, 2), (0, 3), (0, 3), (1, 2))
_ORDER: Final = tuple(range(7))

Targets = dict[str, str]


@lru_cache(maxsize=4096)
def group_move(group: str, target: str) -> Move:
    """The move of a group of ``targets`` to one of its target letters."""
    if group == STOCK:
        return Move(STOCK, target, 0)
    return Move(group[0], target, int(group[1:] or 1))


def legal_moves(position: Position) -> list[Move]:
    """Every move ``apply`` accepts, once."""
    return [
        group_move(group, letter)
        for group, letters in targets(position).items()
        for letter in letters
    ]


def can_recycle(position: Position) -> bool:
    passes = position.variant.passes
    return (
        not position.stock
        and bool(position.waste)
        and (passes is None or position.recycles < passes - 1)
    )


def is_safe(foundations: tuple[int, ...], card: Card) -> bool:
    """Whether nothing is likely to need ``card`` on the tableau any more."""
    below = RANK[card] - 1
    one, other = _OTHER_COLOUR[SUIT[card]]
    return below <= 1 or (foundations[one] >= below and foundations[other] >= below)


def targets(position: Position, *, columns_first: bool = False) -> Targets:
    """Each movable group with its target letters, best first; every legal move once.

    Groups: ``c4`` the last four cards of a column, ``w`` the waste's top, ``H`` the top of a
    foundation, ``s`` the stock. ``columns_first`` puts foundations after the columns.
    """
    if position.foundations == FULL:
        return {}
    found, late = _upward(position, columns_first)
    columns = position.columns
    where = _where(position)
    lengths = [-len(column) for column in columns]
    empty = ""
    for index in sorted(_ORDER, key=lengths.__getitem__):
        if lengths[index]:
            _add_fitting(position, where, index, found)
        else:
            empty += COLUMNS[index]
    if empty:
        _add_empty(position, where, empty, found)
    for group, letter in late:
        found[group] = found.get(group, "") + letter
    if position.stock:
        found[STOCK] = DRAW
    elif can_recycle(position):
        found[STOCK] = RECYCLE
    return found


def _upward(position: Position, columns_first: bool) -> tuple[Targets, list[tuple[str, str]]]:
    """Groups whose best target is a foundation, and those whose last choice it is."""
    foundations = position.foundations
    always = position.variant.foundation_first == "always"
    first: Targets = {}
    late: list[tuple[str, str]] = []
    ends = [(_GROUPS[index][1], column) for index, column in enumerate(position.columns)]
    ends.append((WASTE, position.waste))
    for group, pile in ends:
        if pile:
            card = pile[-1]
            if foundations[SUIT[card]] == RANK[card] - 1:
                if not columns_first and (always or is_safe(foundations, card)):
                    first[group] = _SUIT_LETTER[card]
                else:
                    late.append((group, _SUIT_LETTER[card]))
    return first, late


def _where(position: Position) -> list[int]:
    """For each card that might move to a column, the pile it lies in."""
    where = list(_LOST)
    for pile, column in enumerate(position.columns):
        for card in column[position.down[pile] :]:
            where[card] = pile
    if position.variant.taking_back:
        card = -1
        for height in position.foundations:
            if height:
                where[card + height] = _FOUNDATION
            card += 13
    if position.waste:
        where[position.waste[-1]] = _WASTE
    return where


def _add_fitting(position: Position, where: list[int], target: int, found: Targets) -> None:
    letter = COLUMNS[target]
    for card in FITS[position.variant.build][position.columns[target][-1]]:
        pile = where[card]
        if pile != target and pile != _NOWHERE:
            group = _group(position, pile, card)
            if group:
                found[group] = found.get(group, "") + letter


def _add_empty(position: Position, where: list[int], empty: str, found: Targets) -> None:
    kings_only = position.variant.empty_column == "king"
    for card in KINGS if kings_only else range(52):
        if where[card] != _NOWHERE:
            group = _group(position, where[card], card)
            if group:
                found[group] = found.get(group, "") + empty


def _group(position: Position, pile: int, card: Card) -> str:
    """The group ``card`` is first of; empty if it may not move."""
    if pile == _WASTE:
        return WASTE
    if pile == _FOUNDATION:
        return _SUIT_LETTER[card]
    variant = position.variant
    column = position.columns[pile]
    at = column.index(card)
    count = len(column) - at
    if variant.group_limit is not None and count > variant.group_limit:
        return ""
    if variant.group == "run" and count > 1 and not is_run(variant.build, column[at:]):
        return ""
    return _GROUPS[pile][count]


# --- taps and finishing ----------------------------------------------------------------------


def tap_move(
    position: Position, card: str, *, double: bool = False, columns_first: bool = False
) -> Move | None:
    """What a tap on ``card`` (``TH``, or ``s`` for the stock) plays; None: it only selects.

    ``double`` matters only where a single tap does no more than send a last card up: it then
    looks for a place on the tableau. A foundation's top is never played by a tap.
    """
    found = targets(position, columns_first=columns_first)
    if card == STOCK:
        return group_move(STOCK, found[STOCK]) if STOCK in found else None
    group, heads = _tapped_group(position, parse_card(card))
    letters = found.get(group, "")
    if heads:
        letters = "".join(x for x in letters if not _is_empty(position, x))
    if position.variant.tap == TAP_UP:
        letters = "".join(x for x in letters if (x in COLUMNS) is double)
    return group_move(group, letters[0]) if letters else None


def _tapped_group(position: Position, card: Card) -> tuple[str, bool]:
    """The group a card is first of, and whether it heads its whole column."""
    if position.waste and position.waste[-1] == card:
        return WASTE, False
    for index, column in enumerate(position.columns):
        if card in column:
            at = column.index(card)
            return _GROUPS[index][len(column) - at], at == 0
    return "", False


def _is_empty(position: Position, letter: str) -> bool:
    return letter in COLUMNS and not position.columns[COLUMNS.index(letter)]


def is_finishable(position: Position) -> bool:
    """Whether one command may send all cards up: nothing is hidden, stock and waste are empty."""
    return (
        position.variant.finish
        and not position.stock
        and not position.waste
        and not any(position.down)
        and position.foundations != FULL
    )


def finish_moves(position: Position) -> list[Move]:
    """All cards up, lowest rank first; raises IllegalMove ``not_finishable``."""
    if not is_finishable(position):
        raise IllegalMove("finished" if position.foundations == FULL else "not_finishable")
    columns = [list(column) for column in position.columns]
    heights = list(position.foundations)
    moves: list[Move] = []
    while sum(heights) < 52:
        ready = [
            (RANK[column[-1]], index)
            for index, column in enumerate(columns)
            if column and RANK[column[-1]] == heights[SUIT[column[-1]]] + 1
        ]
        if not ready:
            raise IllegalMove("not_finishable")
        index = min(ready)[1]
        card = columns[index].pop()
        heights[SUIT[card]] += 1
        moves.append(group_move(_GROUPS[index][1], _SUIT_LETTER[card]))
    return moves
