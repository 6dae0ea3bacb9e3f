"""Every count of the reference, and the legal moves of its mid-game positions."""

import json
from functools import reduce
from typing import Any

import pytest

from engine.deals import parse_deal
from engine.moves import parse_move
from engine.perft import perft
from engine.position import Position
from engine.rules import apply, legal_moves, targets
from engine.variants import variant_named
from tests.engine.reference import DATA, SHARED, VARIANTS

ROWS: list[dict[str, Any]] = [
    row
    for name in ("perft.json", "perft-midgame.json")
    for row in json.loads((DATA / name).read_text("ascii"))
]


def ident(row: dict[str, Any]) -> str:
    return f"{row['id']}-{row['variant']}-{'mid' if 'prefix' in row else 'start'}"


def position_of(row: dict[str, Any]) -> Position:
    start = parse_deal(variant_named(VARIANTS[row["variant"]]), " ".join(row["deal"]))
    return reduce(apply, map(parse_move, row.get("prefix", "").split()), start)


@pytest.mark.parametrize("row", ROWS, ids=ident)
def test_counts(row: dict[str, Any]) -> None:
    assert list(perft(position_of(row), len(row["perft"]))) == row["perft"]


@pytest.mark.parametrize("row", [row for row in ROWS if "moves" in row], ids=ident)
def test_legal_moves_of_mid_game_positions(row: dict[str, Any]) -> None:
    position = position_of(row)
    assert sorted(map(str, legal_moves(position))) == row["moves"]
    assert sum(map(len, targets(position).values())) == len(row["moves"])


def test_counts_walked_one_sequence_at_a_time() -> None:
    """The count by meeting positions is the count of sequences."""

    def sequences(position: Position, depth: int) -> int:
        moves = legal_moves(position)
        if depth == 1:
            return len(moves)
        return sum(sequences(apply(position, move), depth - 1) for move in moves)

    position = position_of(ROWS[3])
    assert list(perft(position, 3)) == [sequences(position, depth) for depth in (1, 2, 3)]


def test_the_copy_kept_here_is_the_reference() -> None:
    """Where the reference files are at hand; the copy itself is what the tests above use."""
    assert len(ROWS) == 32
    if SHARED.is_dir():
        for name in ("perft.json", "perft-midgame.json"):
            assert (DATA / name).read_text("ascii") == (SHARED / name).read_text("ascii")
