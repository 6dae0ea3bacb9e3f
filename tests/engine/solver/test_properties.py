"""What holds whatever the deal: winnable positions are never called lost."""

from __future__ import annotations

from random import Random

import pytest

from engine.moves import parse_move
from engine.rules import apply
from engine.solver.search import solve
from engine.variants import variant_named
from tests.engine.solver.backwards import unplayed
from tests.engine.solver.reference import known


@pytest.mark.parametrize(
    "name", ["russian-classic", "russian-relaxed", "yukon", "klondike-1", "klondike-1A"]
)
def test_positions_built_backwards_are_never_lost(name: str) -> None:
    """100 a game; half of them deep enough that hardly a card is up."""
    random, won = Random(name), 0
    for number in range(100):
        position = unplayed(variant_named(name), random.randint(20, 400), random)
        verdict = solve(position, seconds=0.2)
        assert verdict.answer != "lost", (number, position.text)
        won += verdict.answer == "winnable"
    assert won > 60


@pytest.mark.parametrize("name", ["russian-classic", "yukon", "klondike-3", "klondike-1S"])
def test_a_winning_line_stays_winnable(name: str) -> None:
    for row in [row for row in known(name) if row.won][:3]:
        position = row.start
        for text in solve(position, seconds=30.0).line:
            position = apply(position, parse_move(text))
            assert solve(position, seconds=1.0).answer != "lost", position.text


def test_the_same_search_gives_the_same_answer() -> None:
    row = known("yukon")[0]
    one, other = (solve(row.start, states=20_000, seconds=60.0) for _ in range(2))
    assert (one.answer, one.line, one.states) == (other.answer, other.line, other.states)
