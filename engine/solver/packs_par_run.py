"""Running the search for short lines of Klondike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from engine.position import Position
from engine.solver import packs, packs_par
from engine.solver.budget import Budget
from engine.solver.packs_line import expand
from engine.solver.packs_run import encode, encode_deal, rule_numbers
from engine.solver.typing import Ints, Keys

_ARENA: Final = 1 << 21
"""Entries: 128 MiB of states and 64 MiB beside them, touched as far as they are used."""
_TABLE: Final = 1 << 22
_WIDTHS: Final = (100, 400, 1_500, 6_000, 25_000)
_STATE_SECONDS: Final = 1e-4
"""A beam takes about that long for each state of its width."""
_PASSES: Final = 3
"""Short lines go through the stock a few times at most."""


def _start(position: Position) -> tuple[Ints, Ints, Keys]:
    """The kernel's arrays, with every place of the waste told apart."""
    deal, rules = encode_deal(position), rule_numbers(position)
    passes = int(rules[packs.PASSES])
    rules[packs.PASSES] = min(passes, _PASSES) if passes else _PASSES
    return deal, rules, encode(position, deal, rules, _ARENA)


def least_moves(position: Position) -> int:
    """A proved lower bound of the moves besides cards going up."""
    deal, rules = encode_deal(position), rule_numbers(position)
    rules[packs.PASSES] = _PASSES
    state = encode(position, deal, rules)
    return int(packs_par.turns_left(state, 0, rules) + packs_par.buried(state, 0, deal))


def short_lines(position: Position, budget: Budget) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Lines from ever wider beams; none is proved the shortest by this."""
    deal, rules, states = _start(position)
    best = packs_par.MOST_COST
    for width in _WIDTHS:
        line = _beam(position, deal, rules, states, width, best, budget)
        if line:
            best = min(best, len(line))
            yield line, False
        if budget.over or budget.ms + 4_000 * width * _STATE_SECONDS > 1_000 * budget.seconds:
            return


def _beam(
    position: Position,
    deal: Ints,
    rules: Ints,
    states: Keys,
    width: int,
    best: int,
    budget: Budget,
) -> tuple[str, ...]:
    table: Keys = np.zeros(_TABLE, np.uint64)
    nodes: Ints = np.empty(_ARENA * packs_par.NODE, np.int64)
    nodes[: packs_par.NODE] = -1
    heads: Ints = np.full(packs_par.MOST_COST + 64, -1, np.int64)
    registers: Ints = np.zeros(packs_par.REGISTERS, np.int64)
    registers[packs_par.USED] = 1
    heads[0] = 0
    won = packs_par.beam(
        states,
        deal,
        rules,
        table,
        nodes,
        heads,
        registers,
        np.zeros(128, np.int32),
        width,
        best,
    )
    budget.spent += int(registers[packs_par.STATES])
    return _line(position, nodes, int(won)) if won > 0 else ()


def _line(position: Position, nodes: Ints, entry: int) -> tuple[str, ...]:
    macros = []
    while entry > 0:
        macros.append(int(nodes[entry * packs_par.NODE + packs_par.MOVE]))
        entry = int(nodes[entry * packs_par.NODE + packs_par.PARENT])
    return tuple(str(move) for move in expand(position, reversed(macros)))
