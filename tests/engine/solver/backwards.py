"""Positions that can be won, made by playing backwards from the end: every step undoes a move of
the rule book, those of the talon and cards taken back included."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Literal

from engine.building import FITS
from engine.cards import KING, RANK, SUIT, Card
from engine.position import FULL, Cards, Position
from engine.variants import Variant

Kind = Literal["up", "waste up", "taken back", "waste down", "across", "draw", "recycle"]
_TALON = 24
_ODDS: dict[Kind, float] = {
    "up": 3,
    "waste up": 3,
    "taken back": 1.5,
    "waste down": 2,
    "across": 2,
    "draw": 2,
    "recycle": 4,
}


def finished(variant: Variant, random: Random) -> Position:
    """The end, after some recycles where they are counted."""
    recycles = random.randrange(variant.passes) if variant.passes else 3
    return Position(variant, ((),) * 7, (0,) * 7, FULL, (), (), recycles)


def _replaced(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _lifted(position: Position, column: int, at: int) -> Position:
    """Without the cards of a column from ``at`` on."""
    columns = list(position.columns)
    columns[column] = columns[column][:at]
    return position._replace(columns=tuple(columns))


def _received(position: Position, column: int, cards: Cards, random: Random) -> Position | None:
    """With ``cards`` on a column they may have been at the end of: in Klondike in a run, or on a
    card that turns when they leave."""
    here, down = position.columns[column], position.down[column]
    variant = position.variant
    if here:
        fits = variant.group == "any" or cards[0] in FITS[variant.build][here[-1]]
        turns = down == len(here) - 1 and down < column
        if not (fits or turns):
            return None
        down += turns and (not fits or random.random() < 0.7)
    columns = list(position.columns)
    columns[column] = here + cards
    return position._replace(
        columns=tuple(columns), down=_replaced(position.down, column, int(down))
    )


def _came_there(position: Position, column: int, at: int) -> bool:
    """Whether a move can have brought the cards of a column from ``at`` on."""
    cards = position.columns[column]
    if at == 0:
        return RANK[cards[0]] == KING or position.variant.empty_column == "any"
    fits = FITS[position.variant.build][cards[at - 1]]
    return at > position.down[column] and cards[at] in fits


def _on_waste(position: Position, card: Card) -> Iterator[Position]:
    if position.variant.draw and len(position.stock) + len(position.waste) < _TALON:
        yield position._replace(waste=(*position.waste, card))


def _before_up(position: Position, random: Random) -> Iterator[tuple[Kind, Position]]:
    for suit, height in enumerate(position.foundations):
        if not height:
            continue
        card = 13 * suit + height - 1
        lower = position._replace(foundations=_replaced(position.foundations, suit, height - 1))
        yield from (("waste up", before) for before in _on_waste(lower, card))
        for column in range(7):
            before = _received(lower, column, (card,), random)
            if before:
                yield "up", before


def _before_down(position: Position) -> Iterator[tuple[Kind, Position]]:
    """Before a last card came from the waste or a foundation."""
    for column, cards in enumerate(position.columns):
        if not cards or not _came_there(position, column, len(cards) - 1):
            continue
        card = cards[-1]
        suit = SUIT[card]
        left = _lifted(position, column, len(cards) - 1)
        yield from (("waste down", before) for before in _on_waste(left, card))
        next_up = position.foundations[suit] == RANK[card] - 1
        if position.variant.taking_back and next_up and position.up < 51:
            heights = _replaced(position.foundations, suit, RANK[card])
            yield "taken back", left._replace(foundations=heights)


def _before_across(position: Position, random: Random) -> Iterator[tuple[Kind, Position]]:
    limit = position.variant.group_limit or 52
    for source, cards in enumerate(position.columns):
        for at in range(max(position.down[source], len(cards) - limit), len(cards)):
            if not _came_there(position, source, at):
                continue
            left = _lifted(position, source, at)
            for target in range(7):
                before = _received(left, target, cards[at:], random) if target != source else None
                if before:
                    yield "across", before


def _before_stock(position: Position) -> Iterator[tuple[Kind, Position]]:
    draw, stock, waste = position.variant.draw, position.stock, position.waste
    if not draw:
        return
    for count in (draw,) if stock else range(1, draw + 1):
        if count <= len(waste):
            before = position._replace(stock=waste[-count:] + stock, waste=waste[:-count])
            yield "draw", before
    if stock and not waste and position.recycles:
        yield "recycle", position._replace(stock=(), waste=stock, recycles=position.recycles - 1)


def befores(position: Position, random: Random) -> list[tuple[Kind, Position]]:
    """Positions one move of the rule book before this one, with the kind of the move."""
    return [
        *_before_up(position, random),
        *_before_down(position),
        *_before_across(position, random),
        *_before_stock(position),
    ]


def unplayed(start: Position, steps: int, random: Random) -> Position:
    """``start`` before ``steps`` moves of kinds with ever other odds."""
    odds = {kind: weight * random.choice((0.2, 1, 1, 3)) for kind, weight in _ODDS.items()}
    position = start
    for _ in range(steps):
        found = befores(position, random)
        kinds = sorted({kind for kind, _ in found})
        if not kinds:
            break
        chosen = random.choices(kinds, [odds[kind] for kind in kinds])[0]
        position = random.choice([before for kind, before in found if kind == chosen])
    return position
