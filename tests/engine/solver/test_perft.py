"""The Yukon family's kernel finds the rule book's moves, all of them and no others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.deals import parse_deal
from engine.moves import parse_move
from engine.rules import apply
from engine.solver.tableau_perft import perft
from engine.variants import variant_named

DATA = Path(__file__).parents[2] / "data" / "engine"


def rows(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="ascii"))
    return [row for row in found if not row["variant"].startswith("klondike")]


@pytest.mark.parametrize("row", rows("perft.json") + rows("perft-midgame.json"), ids=str)
def test_kernel_counts_as_the_rule_book_does(row: dict[str, Any]) -> None:
    """The same files hold the rule book (``tests/engine``): so the two agree."""
    position = parse_deal(variant_named(row["variant"]), " ".join(row["deal"]))
    for move in row.get("prefix", "").split():
        position = apply(position, parse_move(move))
    assert perft(position, len(row["perft"])) == row["perft"]
