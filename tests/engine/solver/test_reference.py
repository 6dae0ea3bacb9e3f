"""No wrong answer on deals with known answers; every line wins by the rule book."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.position import Position
from engine.solver.analysis import is_winning
from engine.solver.search import solve
from tests.engine.solver.reference import Known, known

VARIANTS = sorted({row.variant for row in known()})
TRAPS = [row for row in known() if row.least_limit]


def limited(position: Position, limit: int | None) -> Position:
    return position._replace(variant=replace(position.variant, group_limit=limit))


@pytest.mark.parametrize("variant", VARIANTS)
def test_answers_are_right(variant: str) -> None:
    for row in known(variant):
        verdict = solve(row.start, seconds=30.0)
        assert verdict.answer == ("winnable" if row.won else "lost"), row.id
        assert is_winning(row.start, verdict.line) is row.won, row.id


@pytest.mark.parametrize("row", TRAPS, ids=lambda row: row.id)
def test_the_group_limit_is_kept(row: Known) -> None:
    least = row.least_limit or 0
    for limit, won in ((20, False), (least - 1, False), (least, True), (None, True)):
        start = limited(row.start, limit)
        verdict = solve(start, seconds=30.0)
        assert verdict.answer == ("winnable" if won else "lost"), (row.id, limit)
        assert is_winning(start, verdict.line) is won


def test_bounds_are_kept() -> None:
    row = next(row for row in known("yukon") if row.won)
    verdict = solve(row.start, states=1)
    assert verdict.answer == "unknown"
    assert verdict.states <= 2
    assert verdict.line == ()


def test_a_full_table_ends_in_not_known() -> None:
    """2^12 slots: what does not fit is not decided, and never called lost."""
    hard = list(known("klondike-1S"))
    answers = [solve(row.start, seconds=30.0, table_bits=12, states=50_000) for row in hard]
    assert any(verdict.answer == "unknown" for verdict in answers)
    for row, verdict in zip(hard, answers, strict=True):
        assert verdict.answer in ("unknown", "winnable" if row.won else "lost"), row.id
