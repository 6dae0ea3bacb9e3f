"""Running Klondike's search from a position of the rule book."""

from __future__ import annotations

import numpy as np

from engine.cards import RANK
from engine.position import Position
from engine.solver import growing, packs
from engine.solver import packs_search as search
from engine.solver.packs_cards import KERNEL_SUIT, kernel_card
from engine.solver.packs_line import expand
from engine.solver.packs_play import settle
from engine.solver.typing import Ints, Keys, Moves


def encode_deal(position: Position) -> Ints:
    """What never changes: the columns up to their leads, and the talon."""
    deal = np.zeros(packs.DEAL_SIZE, np.int64)
    for column, cards in enumerate(position.columns):
        for at, card in enumerate(cards[: position.down[column] + 1]):
            deal[column * 8 + at] = kernel_card(card)
    talon = position.waste + position.stock
    for index, card in enumerate(talon):
        deal[packs.STOCK + index] = kernel_card(card)
    deal[packs.NUMBER] = len(talon)
    return deal


def rule_numbers(
    position: Position, *, prune: bool = True, mixed: bool = False, every: bool = False
) -> Ints:
    """``PASSES`` counts those still to come, this one included; 0: without limit."""
    variant = position.variant
    passes = 0 if variant.passes is None else max(1, variant.passes - position.recycles)
    any_card = variant.empty_column == "any"
    return np.array(
        [variant.draw, passes, variant.taking_back, any_card, prune, mixed, every], np.int64
    )


def encode(position: Position, deal: Ints, rules: Ints, room: int = 1) -> Keys:
    """The state, with room for ``room``."""
    state = np.zeros(packs.WORDS * room, np.uint64)
    seen = depths = exact = heights = 0
    for suit, height in enumerate(position.foundations):
        heights |= height << 4 * KERNEL_SUIT[suit]
        exact += int(packs.HEIGHT_UNIT[KERNEL_SUIT[suit]]) * height
    for column, cards in enumerate(position.columns):
        if cards:
            kept = position.down[column] + 1
            seen |= sum(1 << kernel_card(card) for card in cards[kept - 1 :])
            depths |= kept << 4 * column
            exact += int(packs.DEPTH_UNIT[column]) * kept
    talon = sum(1 << kernel_card(card) for card in position.waste + position.stock)
    size, waste = len(position.waste + position.stock), len(position.waste)
    if rules[packs.PASSES] == 0 and (waste == size or waste % int(rules[packs.DRAW]) == 0):
        waste = 0
    place = (1 << size) - 1 | waste << 24
    state[: packs.WORDS] = [seen, 0, 0, talon, heights, depths, place, exact]
    for column in range(7):
        settle(state, 0, deal, rules, column)
    return state


class PacksSearch:
    """One depth-first search; ``run`` may be called again and again."""

    def __init__(
        self,
        position: Position,
        *,
        prune: bool = True,
        mixed: bool = False,
        every: bool = False,
        seed: int = 1,
        last_bits: int = 25,
    ) -> None:
        self._position = position
        self._deal = encode_deal(position)
        self._rules = rule_numbers(position, prune=prune, mixed=mixed, every=every)
        self._noise: Keys = np.array([seed * 0x9E3779B97F4A7C15 % 2**64 | 1], np.uint64)
        self._state = encode(position, self._deal, self._rules, 1024)
        self._table = growing.first_table()
        self._registers: Ints = np.array([-1, 0, 0, 0], np.int64)
        self._frames: Ints = np.zeros(1024 * search.FRAME, np.int64)
        self._moves: Moves = np.zeros(8192, np.int32)
        self._last_bits = last_bits
        self._won = position.up == len(RANK)
        search.open_frame(
            self._state,
            self._deal,
            self._rules,
            self._noise,
            self._registers,
            self._frames,
            self._moves,
        )

    @property
    def states(self) -> int:
        """States met, the first one not counted."""
        return int(self._registers[search.STATES])

    def run(self, budget: int) -> int:
        """WON, LOST or PAUSED after ``budget`` more states; raises OutOfMemory."""
        if self._won:
            return search.WON
        stop = self.states + budget
        while True:
            answer: int = search.search(
                self._state,
                self._deal,
                self._rules,
                self._noise,
                self._table,
                self._registers,
                self._frames,
                self._moves,
                stop - self.states,
            )
            if answer != search.FULL:
                return answer
            self._grow()

    def _grow(self) -> None:
        depth = int(self._registers[search.DEPTH])
        if growing.crowded(self._table, self.states):
            self._table = growing.larger_table(self._table, self._last_bits)
        if (depth + 2) * packs.WORDS > self._state.size:
            self._state = growing.doubled(self._state)
        if (depth + 2) * search.FRAME > self._frames.size:
            self._frames = growing.doubled(self._frames)
        if self._frames[depth * search.FRAME + search.END] + search.MOST_MOVES > self._moves.size:
            self._moves = growing.doubled(self._moves)

    def macros(self) -> list[int]:
        """The kernel's moves from the start."""
        depth = int(self._registers[search.DEPTH])
        ends = self._frames[search.END : (depth + 1) * search.FRAME : search.FRAME]
        return [int(self._moves[end - 1 + (index < depth)]) for index, end in enumerate(ends)]

    def line(self) -> tuple[str, ...]:
        """After WON: the winning moves in our notation."""
        if self._won:
            return ()
        return tuple(str(move) for move in expand(self._position, self.macros()))
