"""Two solvers of one's own making agree: the kernels, and a plain search over the rule book."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.position import Position
from engine.solver.analysis import is_winning
from engine.solver.search import solve
from engine.variants import variant_named
from tests.engine.solver.plain import end_position, is_whole, plain_solve

# Variant, cards left at most, positions. The Yukon family's limit is set low enough to bind.
CASES = (
    ("russian-classic", None, 16, 500),
    ("russian-relaxed", None, 11, 500),
    ("russian-relaxed", 4, 11, 500),
    ("yukon", None, 12, 500),
    ("yukon", 4, 12, 500),
    ("klondike-1", None, 13, 400),
    ("klondike-3", None, 13, 400),
    ("klondike-1S", None, 13, 400),
    ("klondike-3S", None, 13, 400),
    ("klondike-1P", None, 13, 300),
    ("klondike-1A", None, 10, 300),
    ("klondike-3SA", None, 10, 300),
)
MOST = 3_000


def positions(name: str, limit: int | None, left: int, count: int, seed: str) -> list[Position]:
    variant = variant_named(name)
    if limit is not None:
        variant = replace(variant, group_limit=limit)
    random = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = end_position(variant, random.randint(4, left), random)
        if is_whole(position):
            found.append(position)
    return found


@pytest.mark.parametrize(("name", "limit", "left", "count"), CASES)
@pytest.mark.parametrize("back", [True, False])
def test_kernels_agree_with_a_plain_search(
    name: str, limit: int | None, left: int, count: int, back: bool
) -> None:
    answers = {True: 0, False: 0}
    for position in positions(name, limit, left, count, f"{name}{limit}{back}"):
        if not back:
            position = position._replace(variant=replace(position.variant, taking_back=False))
        plain = plain_solve(position, MOST)
        if plain is None:
            continue
        verdict = solve(position, seconds=20.0)
        assert verdict.answer == ("winnable" if plain else "lost"), position.text
        assert not plain or is_winning(position, verdict.line), position.text
        answers[plain] += 1
    assert answers[True] > count // 20, "too few winnable positions to mean anything"
    assert answers[False] > count // 20, "too few lost positions to mean anything"
