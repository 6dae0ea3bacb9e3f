"""Par: the shortest winning line known, counted as the table counts moves, and a proved bound.

Every move counts one: cards up and across, cards taken back, draws and recycles.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final

from engine.position import Position
from engine.solver.budget import Budget, Clock
from engine.solver.growing import OutOfMemory
from engine.solver.packs_par_run import least_moves, short_lines
from engine.solver.search import Verdict, solve
from engine.solver.tableau_par_run import TableauPar, least_column_moves
from engine.solver.tableau_run import MOST_COST, rule_numbers
from engine.solver.tableau_search import LOST, WON

FULL_UP: Final = 52
_SLICE: Final = 20_000
_TRY: Final = 3_000
_NOISE: Final = 40


@dataclass(frozen=True, slots=True)
class Par:
    """``moves``: length of ``line``, None if no win is known; no line has fewer than ``bound``.

    ``exact``: the two are equal, so ``moves`` is the minimum. Say so only then.
    """

    moves: int | None
    bound: int
    line: tuple[str, ...]
    states: int
    ms: float

    @property
    def exact(self) -> bool:
        return self.moves == self.bound


def par(
    position: Position,
    *,
    seconds: float = 1.0,
    known: Verdict | None = None,
    clock: Clock = time.thread_time,
) -> Par:
    """Look ``seconds`` long for short lines; ``known``: a verdict already had.

    Russian Classic ends early, with the minimum proved.
    """
    budget = Budget(seconds, None, clock).start()
    verdict = known or solve(position, seconds=seconds, clock=clock)
    bound, line = _bound(position), verdict.line
    if verdict.answer == "lost":
        return Par(None, bound, (), 0, budget.ms)
    for shorter, proved in _lines(position, budget, line):
        if shorter and (not line or len(shorter) < len(line)):
            line = shorter
        if proved:
            bound = len(line)
        if line and len(line) <= bound:
            break
    moves = len(line) if line or position.up == FULL_UP else None
    return Par(moves, bound, line, budget.spent, budget.ms)


def _bound(position: Position) -> int:
    left = FULL_UP - position.up
    if position.variant.group == "run":
        return left + least_moves(position)
    return left + least_column_moves(position)


def _lines(
    position: Position, budget: Budget, line: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Ever shorter lines, and whether the shortest so far is proved the minimum."""
    if position.up == FULL_UP:
        yield (), True
    elif position.variant.group == "run":
        yield from short_lines(position, budget)
    elif position.variant.build == "suit":
        yield from _proved_lines(position, budget)
    else:
        yield from _tried_lines(position, budget, line)


def _proved_lines(position: Position, budget: Budget) -> Iterator[tuple[tuple[str, ...], bool]]:
    rules = rule_numbers(position.variant, back=False, ordered=True)
    search = TableauPar(position, rules, best=MOST_COST)
    line: tuple[str, ...] = ()
    while True:
        before = search.states
        try:
            answer = search.run(_SLICE)
        except OutOfMemory:
            return
        budget.spent += search.states - before
        if answer == WON:
            line = search.line()
        yield line, answer == LOST and bool(line)
        if answer == LOST or budget.over:
            return


def _tried_lines(
    position: Position, budget: Budget, line: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Short randomised searches, each for a line shorter than the best before it."""
    rules = rule_numbers(position.variant, back=False, ordered=True)
    left = FULL_UP - position.up
    best = min(MOST_COST, len(line) - left) if line else MOST_COST
    for seed in count(1):
        search = TableauPar(position, rules, best=best, noise=_NOISE * (seed % 4), seed=seed)
        allowed = _TRY
        while allowed > 0:
            before = search.states
            answer = search.run(allowed)
            budget.spent += search.states - before
            allowed -= search.states - before
            if answer != WON:
                break
            best, allowed = search.best, _TRY
            yield search.line(), False
            if budget.over:
                return
        if budget.over:
            return
