"""A second solver, slow and plain: every position of the rule book, every legal move."""

from __future__ import annotations

from random import Random

from engine.building import FITS
from engine.cards import SUITS
from engine.moves import Move
from engine.position import Position
from engine.rules import apply, is_won, legal_moves
from engine.variants import Variant


def _same(position: Position) -> object:
    """Equal for positions that differ only in the order of their columns."""
    columns = tuple(sorted(zip(position.columns, position.down, strict=True)))
    return columns, position.foundations, position.stock, position.waste, position.recycles


def plain_solve(start: Position, most: int) -> bool | None:
    """Whether ``start`` can be won; None after ``most`` positions. Cards up are tried first."""
    seen = {_same(start)}
    stack = [start]
    while stack:
        position = stack.pop()
        if is_won(position):
            return True
        for move in sorted(legal_moves(position), key=lambda move: move.is_up):
            after = apply(position, move)
            key = _same(after)
            if key not in seen:
                if len(seen) >= most:
                    return None
                seen.add(key)
                stack.append(after)
    return False


def end_position(variant: Variant, left: int, random: Random) -> Position:
    """A random table with ``left`` cards not up: some face down, in Klondike some in the talon.

    Recycles of a variant with passes are used up at random.
    """
    heights = [13] * 4
    loose: list[int] = []
    for _ in range(left):
        suit = random.choice([suit for suit in range(4) if heights[suit]])
        heights[suit] -= 1
        loose.append(13 * suit + heights[suit])
    # Low cards deep: else hardly any small position is lost.
    mixing = random.uniform(0, 6)
    loose.sort(key=lambda card: card % 13 + random.uniform(0, mixing))
    talon: list[int] = []
    if variant.draw:
        random.shuffle(loose)
        talon, loose = _split(loose, random.randint(0, left // 2))
        loose.sort(key=lambda card: card % 13 + random.uniform(0, mixing))
    columns: list[list[int]] = [[] for _ in range(7)]
    places = random.sample(range(7), random.randint(1, 4))
    for card in loose:
        columns[random.choice(places)].append(card)
    down = tuple(_face_down(variant, index, column, random) for index, column in enumerate(columns))
    waste, stock = _split(talon, random.randint(0, len(talon)))
    recycles = random.randrange(variant.passes) if variant.passes else 0
    return Position(
        variant,
        tuple(map(tuple, columns)),
        down,
        tuple(heights),
        tuple(stock),
        tuple(waste),
        recycles,
    )


def _split(cards: list[int], at: int) -> tuple[list[int], list[int]]:
    return cards[:at], cards[at:]


def _face_down(variant: Variant, index: int, column: list[int], random: Random) -> int:
    """A number of face-down cards that leaves a legal face-up part and suits the column."""
    if not column:
        return 0
    fewest = 0
    if variant.group == "run":
        fits = FITS[variant.build]
        fewest = len(column) - 1
        while fewest and column[fewest] in fits[column[fewest - 1]]:
            fewest -= 1
        cut = len(column) - index - 1
        if fewest > index:
            del column[:cut]
            fewest = index
    most = min(index, len(column) - 1)
    return random.randint(min(fewest, most), most)


def is_whole(position: Position) -> bool:
    """Whether all 52 cards are there: cutting columns to their size may lose some."""
    cards = [card for column in position.columns for card in column]
    return len(cards) + len(position.stock) + len(position.waste) + position.up == 52


def random_walk(start: Position, steps: int, random: Random) -> list[tuple[Position, Move]]:
    """Positions met by random moves, each with the move made there."""
    met = []
    position = start
    for _ in range(steps):
        moves = legal_moves(position)
        if not moves:
            break
        move = random.choice(moves)
        met.append((position, move))
        position = apply(position, move)
    return met


def played(start: Position, steps: int, random: Random) -> Position:
    """Further on, by a player who sends cards up more or less eagerly and seldom takes one back:
    so that positions are met that are nearly won, and lost all the same."""
    eager = random.random()
    position = start
    for _ in range(steps):
        moves = legal_moves(position)
        ups = [move for move in moves if move.is_up]
        if ups and random.random() < eager:
            moves = ups
        elif random.random() < 0.8:
            moves = [move for move in moves if move.source not in SUITS] or moves
        if not moves:
            break
        position = apply(position, random.choice(moves))
    return position
