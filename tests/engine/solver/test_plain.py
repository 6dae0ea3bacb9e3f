"""Two solvers of one's own making agree: the kernels, and a plain search over the rule book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from engine.position import Position
from engine.solver.analysis import is_winning
from engine.solver.search import solve
from engine.variants import variant_named
from tests.engine.solver.plain import end_position, is_whole, plain_solve

# Variant, group limit (low enough to bind), cards left at most.
CASES = (
    ("russian-classic", None, 16),
    ("russian-relaxed", None, 14),
    ("russian-relaxed", 3, 14),
    ("yukon", None, 14),
    ("yukon", 3, 14),
    ("klondike-1", None, 14),
    ("klondike-3", None, 14),
    ("klondike-1S", None, 16),
    ("klondike-3S", None, 16),
    ("klondike-1P", None, 16),
    ("klondike-1A", None, 12),
    ("klondike-3SA", None, 12),
)
POSITIONS = {True: 1_500, False: 300}
"""With and without taking back: with it, few small positions are lost."""
MOST = 4_000
"""Positions the plain search may meet; more is no answer."""
LOST = 150


def positions(name: str, limit: int | None, left: int, *, back: bool) -> Iterator[Position]:
    variant = replace(variant_named(name), taking_back=back)
    if limit is not None:
        variant = replace(variant, group_limit=limit)
    random = Random(f"{name}{limit}{back}")
    count = 0
    while count < POSITIONS[back]:
        position = end_position(variant, random.randint(4, left), random)
        if is_whole(position):
            count += 1
            yield position


def check(position: Position) -> bool:
    """A line that wins needs no second opinion; what is called lost gets one. Whether it did."""
    verdict = solve(position, seconds=20.0)
    if verdict.answer == "winnable":
        assert is_winning(position, verdict.line), position.text
        return False
    assert verdict.answer == "lost", position.text
    plain = plain_solve(position, MOST)
    assert not plain, position.text
    return plain is False


def test_kernels_agree_with_a_plain_search() -> None:
    agreed = sum(
        check(position)
        for name, limit, left in CASES
        for back in (True, False)
        for position in positions(name, limit, left, back=back)
    )
    assert agreed > LOST, "too few lost positions to mean anything"
