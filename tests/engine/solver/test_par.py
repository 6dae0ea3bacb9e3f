"""Par: the minimum in Russian Classic, elsewhere a line with a proved bound below it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.codes import make_code
from engine.deals import deal
from engine.position import FULL, Position
from engine.replay import Game
from engine.solver.analysis import is_winning
from engine.solver.par import par
from engine.variants import variant_named
from tests.engine.solver.reference import known


def test_classic_is_exact() -> None:
    won = [row for row in known("russian-classic") if row.won]
    assert len(won) > 10
    for row in won:
        found = par(row.start, seconds=30.0)
        assert (found.moves, found.bound, found.exact) == (row.minimum, row.minimum, True), row.id
        assert is_winning(row.start, found.line)


def test_classic_without_a_limit_is_exact() -> None:
    for row in known("russian-classic"):
        if row.minimum_without is not None:
            start = row.start
            start = start._replace(variant=replace(start.variant, group_limit=None))
            assert par(start, seconds=30.0).moves == row.minimum_without, row.id


@pytest.mark.parametrize(
    "name", ["russian-relaxed", "yukon", "klondike-1", "klondike-3", "klondike-3S", "klondike-1A"]
)
def test_par_is_counted_as_the_table_counts(name: str) -> None:
    rows = [row for row in known(name.removesuffix("A")) if row.won][:4]
    for row in rows:
        start = replace(row, variant=name).start
        found = par(start, seconds=0.3)
        game = Game(start)
        for text in found.line:
            game.play(text, 0)
        assert game.won
        assert found.moves == game.moves == len(found.line) >= found.bound > 52
        assert found.exact == (found.moves == found.bound)


def test_a_known_minimum() -> None:
    """Two columns in order under an empty table: every card goes straight up."""
    hearts, spades = tuple(range(25, 12, -1)), tuple(range(12, -1, -1))
    columns = (spades, hearts, (), (), (), (), ())
    for name in ("russian-relaxed", "klondike-1"):
        start = Position(variant_named(name), columns, (0,) * 7, (0, 0, 13, 13))
        found = par(start, seconds=1.0)
        assert (found.moves, found.bound) == (26, 26), name


def test_lost_and_finished() -> None:
    lost = next(row for row in known("russian-classic") if not row.won)
    assert par(lost.start).moves is None
    start = deal(make_code("KL1-1", "AAAAABB"))
    done = start._replace(columns=((),) * 7, foundations=FULL, stock=())
    assert par(done).moves == 0
