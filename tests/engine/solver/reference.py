"""Deals with known answers, cut from the project's reference deals (``tests/data/solver``)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.deals import parse_deal
from engine.position import Position
from engine.variants import variant_named

FILE = Path(__file__).parents[2] / "data" / "solver" / "reference.jsonl"


@dataclass(frozen=True)
class Known:
    """``minimum``: the fewest moves, where proved. ``least_limit``: the least group limit that
    wins a deal lost with 20, in ``minimum_without`` moves if there is no limit."""

    id: str
    variant: str
    deal: str
    won: bool
    minimum: int | None = None
    least_limit: int | None = None
    minimum_without: int | None = None

    @property
    def start(self) -> Position:
        return parse_deal(variant_named(self.variant), self.deal)


@cache
def known(variant: str = "") -> tuple[Known, ...]:
    lines = FILE.read_text(encoding="ascii").splitlines()
    rows = [Known(**json.loads(line)) for line in lines]
    return tuple(row for row in rows if not variant or row.variant == variant)
