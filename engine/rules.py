"""The one rule book: plain functions on ``Position`` that read a ``Variant``.

Applying a move and taking it back are here; finding moves is in ``targets``. No game is named in
either: what makes one game differ from another is data.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from engine.building import ANY_KING, FITS, is_run, wanted_on
from engine.cards import KING, RANK, SUIT, SUITS, Card
from engine.errors import IllegalMove, Wanted
from engine.moves import COLUMNS, DRAW, RECYCLE, STOCK, WASTE, Move
from engine.position import FULL, Cards, Position
from engine.targets import (
    can_recycle,
    finish_moves,
    group_move,
    is_finishable,
    legal_moves,
    tap_move,
    targets,
)
from engine.variants import Variant

__all__ = [
    "apply",
    "can_recycle",
    "finish_moves",
    "group_move",
    "is_finishable",
    "is_won",
    "legal_moves",
    "tap_move",
    "targets",
    "trace_of",
    "undone",
]

_INDEX: Final = {letter: index for index, letter in enumerate(COLUMNS)}
# Less than half of what ``Position(…)`` costs: every move of every game goes through here.
_position: Final = partial(tuple.__new__, Position)
_SUIT_INDEX: Final = {letter: index for index, letter in enumerate(SUITS)}


def is_won(position: Position) -> bool:
    return position.foundations == FULL


# --- applying a move -------------------------------------------------------------------------


def apply(position: Position, move: Move) -> Position:
    """The position after ``move``; raises IllegalMove with the reason."""
    if position.foundations == FULL:
        raise IllegalMove("finished")
    return _APPLY[move.source](position, move)


def _apply_column(position: Position, move: Move) -> Position:
    letter, place, count = move
    source, target = _INDEX[letter], _INDEX.get(place)
    if not position.columns[source]:
        raise IllegalMove("empty_source")
    if target is None:
        return _column_up(position, source, move)
    return _group_across(position, source, target, count)


def _group_across(position: Position, source: int, target: int, count: int) -> Position:
    variant, columns, down, foundations, stock, waste, recycles = position
    column = columns[source]
    left = len(column) - count
    if left < down[source] or variant.group == "run" or variant.group_limit is not None:
        _check_group(variant, column, down[source], count)
    if source == target:
        raise IllegalMove("no_target")
    group, below = column[left:], columns[target]
    if not below or group[0] not in FITS[variant.build][below[-1]]:
        _check_fit(variant, group[0], below)
    after = list(columns)
    after[source] = column[:left]
    after[target] = below + group
    if left and down[source] >= left:
        down = _turned(down, source, left)
    return _position((variant, tuple(after), down, foundations, stock, waste, recycles))


def _column_up(position: Position, source: int, move: Move) -> Position:
    variant, columns, down, foundations, stock, waste, recycles = position
    column = columns[source]
    if move.size != 1:
        raise IllegalMove("one_card")
    raised = _raised(foundations, column[-1], move.target)
    after = list(columns)
    after[source] = column[:-1]
    down = _turned(down, source, len(column) - 1)
    return _position((variant, tuple(after), down, raised, stock, waste, recycles))


def _apply_waste(position: Position, move: Move) -> Position:
    variant, columns, down, foundations, stock, waste, recycles = position
    if not waste:
        raise IllegalMove("empty_source")
    if move.size != 1:
        raise IllegalMove("one_card")
    card = waste[-1]
    target = _INDEX.get(move.target)
    if target is None:
        raised = _raised(foundations, card, move.target)
        return _position((variant, columns, down, raised, stock, waste[:-1], recycles))
    laid = _laid(variant, columns, target, card)
    return _position((variant, laid, down, foundations, stock, waste[:-1], recycles))


def _apply_foundation(position: Position, move: Move) -> Position:
    variant, columns, down, foundations, stock, waste, recycles = position
    suit = _SUIT_INDEX[move.source]
    if not foundations[suit]:
        raise IllegalMove("empty_source")
    if move.size != 1:
        raise IllegalMove("one_card")
    if not variant.taking_back:
        raise IllegalMove("no_target")
    card = 13 * suit + foundations[suit] - 1
    laid = _laid(variant, columns, _INDEX[move.target], card)
    heights = list(foundations)
    heights[suit] -= 1
    return _position((variant, laid, down, tuple(heights), stock, waste, recycles))


def _apply_stock(position: Position, move: Move) -> Position:
    variant, columns, down, foundations, stock, waste, recycles = position
    if move.target == DRAW:
        if not stock:
            raise IllegalMove("no_stock")
        left, turned = stock[variant.draw :], waste + stock[: variant.draw]
        return _position((variant, columns, down, foundations, left, turned, recycles))
    if stock:
        raise IllegalMove("stock_left")
    if not waste:
        raise IllegalMove("empty_source")
    if not can_recycle(position):
        raise IllegalMove("no_passes")
    return _position((variant, columns, down, foundations, waste, (), recycles + 1))


_APPLY: Final[dict[str, Callable[[Position, Move], Position]]] = {
    **dict.fromkeys(COLUMNS, _apply_column),
    **dict.fromkeys(SUITS, _apply_foundation),
    WASTE: _apply_waste,
    STOCK: _apply_stock,
}


def _turned(down: tuple[int, ...], column: int, left: int) -> tuple[int, ...]:
    """Face-down counts once a column keeps ``left`` cards: its last card turns."""
    if not left or down[column] < left:
        return down
    after = list(down)
    after[column] = left - 1
    return tuple(after)


def _laid(
    variant: Variant, columns: tuple[Cards, ...], target: int, card: Card
) -> tuple[Cards, ...]:
    _check_fit(variant, card, columns[target])
    after = list(columns)
    after[target] = columns[target] + (card,)
    return tuple(after)


def _raised(foundations: tuple[int, ...], card: Card, target: str) -> tuple[int, ...]:
    suit = _SUIT_INDEX[target]
    height = foundations[suit]
    if SUIT[card] != suit or RANK[card] != height + 1:
        wanted = Wanted(height + 1, target) if height < KING else None
        raise IllegalMove("suit" if SUIT[card] != suit else "rank", wanted=wanted)
    heights = list(foundations)
    heights[suit] = height + 1
    return tuple(heights)


def _check_group(variant: Variant, column: Cards, down: int, count: int) -> None:
    if count > len(column):
        raise IllegalMove("empty_source")
    if count > len(column) - down:
        raise IllegalMove("face_down")
    if variant.group_limit is not None and count > variant.group_limit:
        raise IllegalMove("group_limit")
    if variant.group == "run" and count > 1 and not is_run(variant.build, column[-count:]):
        raise IllegalMove("not_a_run")


def _check_fit(variant: Variant, card: Card, column: Cards) -> None:
    if not column:
        if variant.empty_column == "king" and RANK[card] != KING:
            raise IllegalMove("king_only", wanted=ANY_KING)
        return
    last = column[-1]
    if card in FITS[variant.build][last]:
        return
    wanted = wanted_on(variant.build, last)
    if RANK[card] != RANK[last] - 1:
        raise IllegalMove("rank", wanted=wanted)
    raise IllegalMove("suit" if variant.build == "suit" else "colour", wanted=wanted)


# --- taking a move back ----------------------------------------------------------------------


def trace_of(before: Position, after: Position, move: Move) -> int:
    """What ``undone`` must know of a move besides its text: cards drawn, or a card turned (1)."""
    if move.target == DRAW:
        return len(before.stock) - len(after.stock)
    return int(before.down is not after.down)


def undone(position: Position, move: Move, trace: int) -> Position:
    """The position before ``move``, which led to ``position`` leaving ``trace``."""
    variant, columns, down, foundations, stock, waste, recycles = position
    if move.target == DRAW:
        kept = len(waste) - trace
        drawn = waste[kept:]
        return _position(
            (variant, columns, down, foundations, drawn + stock, waste[:kept], recycles)
        )
    if move.target == RECYCLE:
        return position._replace(stock=(), waste=stock, recycles=recycles - 1)
    piles, heights = list(columns), list(foundations)
    cards = _lifted(piles, heights, move)
    if move.source == WASTE:
        waste += cards
    elif move.source in SUITS:
        heights[_SUIT_INDEX[move.source]] += 1
    else:
        source = _INDEX[move.source]
        if trace:
            down = (*down[:source], len(piles[source]), *down[source + 1 :])
        piles[source] += cards
    return _position((variant, tuple(piles), down, tuple(heights), stock, waste, recycles))


def _lifted(piles: list[Cards], heights: list[int], move: Move) -> Cards:
    """Take what ``move`` moved off its target again."""
    if move.target in SUITS:
        suit = _SUIT_INDEX[move.target]
        heights[suit] -= 1
        return (13 * suit + heights[suit],)
    target = _INDEX[move.target]
    cards = piles[target][-move.size :]
    piles[target] = piles[target][: -move.size]
    return cards
