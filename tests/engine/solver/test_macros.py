"""Klondike's kernel against the rule book, with its pruning off.

Each macro move expands to moves of the rule book that end in the same key; each move of the rule
book keeps the key, or reaches that of a macro move. Drawing is no move of the kernel: what can be
brought up after it could be before.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.codes import make_code
from engine.deals import deal
from engine.position import Position
from engine.rules import apply, legal_moves
from engine.solver import packs
from engine.solver.packs_line import expand
from engine.solver.packs_moves import STOCK_DOWN, STOCK_UP, find_moves
from engine.solver.packs_play import play
from engine.solver.packs_run import encode, encode_deal, rule_numbers
from engine.solver.typing import Ints, Keys
from engine.variants import variant_named
from tests.engine.solver.plain import random_walk

WALKS, STEPS = 12, 120


class Kernel:
    """One game's macro moves; keys of its positions compare."""

    def __init__(self, start: Position) -> None:
        self.talon = encode_deal(start)[packs.STOCK :]
        self.rules = rule_numbers(start, every=True)
        self.order = {card: index for index, card in enumerate(start.waste + start.stock)}

    def deal(self, position: Position) -> Ints:
        """The columns as they are, the talon in the order of the start."""
        deal = encode_deal(position)
        deal[packs.STOCK :] = self.talon
        return deal

    def state(self, position: Position) -> Keys:
        state = encode(position, self.deal(position), self.rules, 2)
        talon = position.waste + position.stock
        left = sum(1 << self.order[card] for card in talon)
        place = int(state[packs.PLACE]) >> 24 << 24
        turns = position.recycles if self.rules[packs.PASSES] else 0
        state[packs.PLACE] = place | left | turns << 32
        return state

    def key(self, state: Keys, at: int = 0) -> int:
        return int(packs.key_of(state, at, self.rules))

    def after(self, position: Position) -> dict[int, int]:
        """Keys reached, each with the macro move that does."""
        state, deal = self.state(position), self.deal(position)
        moves = np.zeros(128, np.int32)
        found = {}
        for move in moves[: find_moves(state, 0, deal, self.rules, moves, 0)]:
            play(state, 0, packs.WORDS, deal, self.rules, int(move))
            found[self.key(state, packs.WORDS)] = int(move)
        return found


def talon_moves(after: dict[int, int]) -> set[tuple[int, int]]:
    """Which cards of the talon can be brought up, and where to."""
    return {(m & 7, m >> 3 & 63) for m in after.values() if m & 7 in (STOCK_UP, STOCK_DOWN)}


def walked(variant: str) -> list[tuple[Kernel, Position]]:
    random = Random(variant)
    met = []
    for _ in range(WALKS):
        seed = "".join(random.choice("ABCDEFGHIJ") for _ in range(7))
        start = deal(make_code(variant_named(variant).event, seed))
        kernel = Kernel(start)
        met += [(kernel, position) for position, _ in random_walk(start, STEPS, random)]
    return met


@pytest.mark.parametrize(
    "variant", ["klondike-1", "klondike-3", "klondike-1S", "klondike-3S", "klondike-1P"]
)
def test_moves_of_the_rule_book_are_the_kernels(variant: str) -> None:
    reached = 0
    for kernel, position in walked(variant):
        here, after = kernel.key(kernel.state(position)), kernel.after(position)
        for move in legal_moves(position):
            then = apply(position, move)
            if move.source == "s":
                brought = talon_moves(kernel.after(then))
                assert brought <= talon_moves(after), (position.text, str(move))
                continue
            key = kernel.key(kernel.state(then))
            assert key == here or key in after, (position.text, str(move))
            reached += key in after
    assert reached > 500


@pytest.mark.parametrize(
    "variant",
    ["klondike-1", "klondike-3", "klondike-1S", "klondike-3S", "klondike-1A", "klondike-3SA"],
)
def test_macro_moves_are_moves_of_the_rule_book(variant: str) -> None:
    for kernel, position in walked(variant):
        for key, macro in kernel.after(position).items():
            end = position
            for move in expand(position, [macro]):
                end = apply(end, move)
            assert kernel.key(kernel.state(end)) == key, (position.text, macro)
