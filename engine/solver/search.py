"""Winnable, lost or not known: the one way into the solver."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final, Literal, NamedTuple, Protocol

from engine.position import Position
from engine.solver.budget import Budget, Clock
from engine.solver.growing import OutOfMemory
from engine.solver.packs_run import PacksSearch
from engine.solver.table import LAST_BITS
from engine.solver.tableau_run import TableauSearch, rule_numbers
from engine.solver.tableau_search import LOST, WON

Answer = Literal["winnable", "lost", "unknown"]

_FIRST_SLICE: Final = 2_000
_LAST_SLICE: Final = 65_536
"""Positions between two looks at the clock: at most some 50 ms."""
_NOISE: Final = 25


class Plan(NamedTuple):
    """Positions the exhaustive search has ahead, and for each one tried beside it; the size of
    the shortest try."""

    head: int
    share: int
    size: int


_PACKS: Final = Plan(head=20_000, share=2, size=2_000)
_TABLEAU: Final = Plan(head=0, share=1, size=400)


@dataclass(frozen=True, slots=True)
class Verdict:
    """``line``: moves that win, in our notation, when ``winnable``. ``lost`` is a proof.

    ``ms`` is the search's; writing the line of a Klondike win down takes about one more."""

    answer: Answer
    line: tuple[str, ...]
    states: int
    ms: float


class Search(Protocol):
    """A search in slices: ``tableau_run`` and ``packs_run`` have one each."""

    @property
    def states(self) -> int: ...

    def run(self, budget: int) -> int: ...

    def line(self) -> tuple[str, ...]: ...


def solve(
    position: Position,
    *,
    seconds: float = 10.0,
    states: int | None = None,
    table_bits: int = LAST_BITS,
    clock: Clock = time.thread_time,
) -> Verdict:
    """Decide a position under its own variant's rules, all cards known.

    Stops after ``seconds`` of ``clock``, ``states`` positions, or with 2^``table_bits`` slots of
    8 bytes full. A verdict of ``lost`` rests on an exhaustive search over 64-bit keys: exact in
    Klondike, hashes elsewhere (chance of a clash below 1e-4 even with a full table).
    """
    budget = Budget(seconds, states, clock).start()
    for answer, search in _searches(position, budget, table_bits):
        ms = budget.ms
        if answer == WON:
            return Verdict("winnable", search.line(), budget.spent, ms)
        if answer == LOST:
            return Verdict("lost", (), budget.spent, ms)
    return Verdict("unknown", (), budget.spent, budget.ms)


def _searches(position: Position, budget: Budget, bits: int) -> Iterator[tuple[int | None, Search]]:
    """What each slice of each search answered; None while it says nothing."""
    if position.variant.group == "run":
        yield from _side_by_side(
            PacksSearch(position, last_bits=bits),
            lambda seed: PacksSearch(position, mixed=True, seed=seed, last_bits=bits),
            budget,
            _PACKS,
        )
        return
    variant = position.variant
    whole = rule_numbers(variant, back=True, ordered=True)
    if variant.build == "suit":
        yield from _whole(TableauSearch(position, whole, last_bits=bits), budget)
        return
    greedy = rule_numbers(variant, back=False, ordered=True)
    yield from _side_by_side(
        TableauSearch(position, whole, last_bits=bits),
        lambda seed: TableauSearch(position, greedy, noise=_NOISE * (seed > 1), seed=seed),
        budget,
        _TABLEAU,
    )


def _slices() -> Iterator[int]:
    size = _FIRST_SLICE
    while True:
        yield size
        size = min(_LAST_SLICE, 2 * size)


def _run(search: Search, budget: Budget, wanted: int) -> int | None:
    """One slice; None if it decided nothing. Raises OutOfMemory."""
    before = search.states
    try:
        answer = search.run(budget.slice(wanted))
    finally:
        budget.spent += search.states - before
    return answer if answer in (WON, LOST) else None


def _whole(search: Search, budget: Budget) -> Iterator[tuple[int | None, Search]]:
    for size in _slices():
        try:
            yield _run(search, budget, size), search
        except OutOfMemory:
            return
        if budget.over:
            return


def _side_by_side(
    whole: Search, attempt: Callable[[int], Search], budget: Budget, plan: Plan
) -> Iterator[tuple[int | None, Search]]:
    """One exhaustive search, and beside it short ones with ever other luck."""
    tried, going = 0, True
    for seed in count(1):
        while going and whole.states < plan.head + plan.share * tried and not budget.over:
            wanted = max(plan.size, min(_LAST_SLICE, plan.head + plan.share * tried - whole.states))
            try:
                yield _run(whole, budget, wanted), whole
            except OutOfMemory:
                going = False
        if budget.over:
            return
        search = attempt(seed)
        try:
            won = _run(search, budget, plan.size * _luby(seed))
        except OutOfMemory:
            won = None
        tried += max(1, search.states)
        yield (won if won == WON else None), search
        if budget.over:
            return


def _luby(number: int) -> int:
    """1 1 2 1 1 2 4 …: how long the tries are, in the best order when nothing is known."""
    while True:
        bits = number.bit_length()
        if number == (1 << bits) - 1:
            return 1 << (bits - 1)
        number -= (1 << (bits - 1)) - 1
