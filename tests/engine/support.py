"""What the engine's tests share: starts, mid-game positions and whole random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.cards import RANKS, parse_card
from engine.codes import parse_code
from engine.deals import deal
from engine.errors import IllegalMove
from engine.moves import COLUMNS, DRAW, RECYCLE, Move, parse_move
from engine.position import Position
from engine.replay import Game
from engine.rules import apply, legal_moves
from engine.variants import variant_named

SEED = "AAAAABB"
# One variant of each kind of rule, score and stock: what slow tests go through.
TYPICAL = (
    "russian-classic",
    "russian-relaxed",
    "yukon",
    "klondike-1",
    "klondike-3",
    "klondike-1S",
    "klondike-3S",
    "klondike-1A",
    "klondike-3T",
    "klondike-1V",
    "klondike-3W",
    "klondike-1PATW",
)


def start_of(name: str, seed: str = SEED) -> Position:
    variant = variant_named(name)
    return deal(parse_code(f"{variant.event}-{seed}"))


def board(
    name: str, *columns: str, up: str = "----", stock: str = "", waste: str = "", recycles: int = 0
) -> Position:
    """A table with these cards alone: as many columns as given, each a face-down count and cards.

    ``2ASKDTH`` is a column with two cards face down (AS, KD) and TH on them.
    """
    laid = [*columns, *["0"] * (7 - len(columns))]
    return Position(
        variant_named(name),
        tuple(_cards(column[1:]) for column in laid),
        tuple(int(column[0]) for column in laid),
        tuple(("-" + RANKS).index(top) for top in up),
        _cards(stock),
        _cards(waste),
        recycles,
    )


def _cards(text: str) -> tuple[int, ...]:
    return tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))


def played(start: Position, texts: str, *, every_ms: int = 1000) -> Game:
    """The game after the items of ``texts``, one each ``every_ms``."""
    game = Game(start)
    for number, text in enumerate(texts.split(), 1):
        game.play(text, number * every_ms)
    return game


def refusal(position: Position, text: str) -> IllegalMove:
    """The error ``apply`` raises for a move that must be refused."""
    try:
        apply(position, parse_move(text))
    except IllegalMove as error:
        return error
    raise AssertionError(f"{text} was accepted")


def random_game(start: Position, random: Random, length: int) -> Game:
    """Up to ``length`` random moves: mostly forward ones, so that games get somewhere."""
    game = Game(start)
    for number in range(length):
        move = random_move(game.position, random)
        if move is None:
            break
        game.play(str(move), number * 700)
    return game


def random_move(position: Position, random: Random) -> Move | None:
    moves = legal_moves(position)
    if not moves:
        return None
    forward = [move for move in moves if not move.is_taking_back]
    up = [move for move in forward if move.is_up]
    return random.choice(random.choice([pool for pool in (moves, forward, up) if pool]))


def all_move_texts() -> Iterator[str]:
    """Every text of the notation that is a move."""
    sizes = range(1, 52)
    for source in COLUMNS:
        yield from (f"{source}{size}{target}" for size in sizes for target in COLUMNS)
    for source, places in (*((c, "SHDC") for c in COLUMNS), ("w", "SHDC" + COLUMNS)):
        for size in ("", *range(2, 52)):
            yield from (f"{source}{size}{target}" for target in places)
    for source in "SHDC":
        for size in ("", *range(2, 52)):
            yield from (f"{source}{size}{target}" for target in COLUMNS)
    yield from (DRAW, RECYCLE)
