"""Winning lines of the reference deals, and how their notation becomes ours.

Run as ``python -m tests.engine.reference DIRECTORY`` to rewrite the copy kept with the tests from
the reference files (``XX>n``, ``XX>F``, ``D``, ``R``).
"""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine.cards import SUIT, SUITS, parse_card
from engine.deals import parse_deal
from engine.moves import COLUMNS, DRAW, RECYCLE, Move, parse_move
from engine.position import Position
from engine.rules import apply
from engine.variants import variant_named

DATA = Path(__file__).parents[1] / "data" / "engine"
LINES = DATA / "winning-lines.jsonl.xz"
SHARED = Path(__file__).parents[3] / "shared" / "reference-deals"

VARIANTS = {
    "russian-classic": "russian-classic",
    "russian-relaxed": "russian-relaxed",
    "yukon": "yukon",
    "klondike-draw1": "klondike-1",
    "klondike-draw3": "klondike-3",
    "klondike-draw1-passes1": "klondike-1S",
    "klondike-draw1-passes3": "klondike-1P",
    "klondike-draw3-passes3": "klondike-3S",
}


class Line(NamedTuple):
    """One won deal: ``deal`` as a deal text, ``moves`` in our notation."""

    id: str
    variant: str
    deal: str
    moves: str

    @property
    def start(self) -> Position:
        return parse_deal(variant_named(self.variant), self.deal)


def winning_lines() -> list[Line]:
    with lzma.open(LINES, "rt", encoding="ascii") as file:
        return [Line(*json.loads(row)) for row in file]


def convert(row: dict[str, object]) -> Line | None:
    """A row of a reference file as a line; None if it holds none for our rules."""
    solution = row.get("solution_limit20" if str(row["id"]).startswith("yk-") else "solution")
    if not isinstance(solution, str):
        return None
    deal = " ".join(row["deal"])  # type: ignore[call-overload]
    name = VARIANTS[str(row["variant"])]
    position = parse_deal(variant_named(name), deal)
    moves = []
    for word in solution.split():
        move = _our_move(position, word)
        position = apply(position, move)
        moves.append(str(move))
    return Line(str(row["id"]), name, deal, " ".join(moves))


def _our_move(position: Position, word: str) -> Move:
    if word in ("D", "R"):
        return parse_move(DRAW if word == "D" else RECYCLE)
    card, (text, place) = parse_card(word[:2]), word.split(">")
    target = SUITS[SUIT[card]] if place == "F" else COLUMNS[int(place) - 1]
    if position.waste and position.waste[-1] == card:
        return Move("w", target)
    for letter, column in zip(COLUMNS, position.columns, strict=True):
        if card in column:
            return Move(letter, target, len(column) - column.index(card))
    return Move(text[1], target)


def converted(directory: Path) -> Iterator[Line]:
    """Every winning line of the reference files, converted."""
    for name in VARIANTS:
        with (directory / f"{name}.jsonl").open(encoding="ascii") as file:
            for row in file:
                line = convert(json.loads(row))
                if line is not None:
                    yield line


if __name__ == "__main__":
    with lzma.open(LINES, "wt", encoding="ascii", preset=9 | lzma.PRESET_EXTREME) as output:
        for line in converted(Path(sys.argv[1])):
            output.write(json.dumps(list(line), separators=(",", ":")) + "\n")
