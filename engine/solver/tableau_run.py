"""Running the Yukon family's search from a position of the rule book, and reading its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from engine.cards import RANK, SUIT, SUITS
from engine.moves import COLUMNS
from engine.position import Position
from engine.solver import growing
from engine.solver import tableau as t
from engine.solver import tableau_search as search
from engine.solver.tableau_moves import play_forced
from engine.solver.tableau_order import W_NOISE
from engine.solver.typing import Ints, Keys, Moves, State
from engine.variants import Variant

# Found by climbing over random deals: up, turn, empty, ready, fitted, suit, bury, free, back,
# down, size, noise, cover.
WEIGHTS: Final = {
    "suit": (100, 60, 40, 60, 0, 0, -15, 8, -200, -3, -1, 0, -30),
    "any": (8, 50, -13, 27, -143, 7, -11, 9, -200, 0, -1, 0, -60),
    "alternate": (11, 68, 47, 0, -28, -10, -10, 9, -200, -1, -1, 0, 6),
}
_NO_LIMIT: Final = 52
MOST_COST: Final = 127
_SEED: Final = 0x9E3779B97F4A7C15


def encode(position: Position) -> State:
    state = np.zeros(t.LENGTH, np.uint16)
    state[: t.GONE * t.HIGH : t.HIGH] = t.BOTTOM
    state[t.GONE * t.HIGH] = t.NOWHERE
    state[t.UP : t.UP + 4] = position.foundations
    state[t.WHERE : t.WHERE + 52] = t.GONE_AT
    for column, cards in enumerate(position.columns):
        state[t.SIZE + column] = len(cards)
        state[t.DOWN + column] = position.down[column]
        for place, card in enumerate(cards, column * t.HIGH + 1):
            state[place] = card
            state[t.WHERE + card] = place
    return state


def rule_numbers(
    variant: Variant,
    *,
    back: bool,
    ordered: bool,
    prune: bool = True,
    every: bool = False,
) -> Ints:
    """The variant as numbers. ``every``: with nothing forced or left out, as the tests want it."""
    build = t.BUILDS.index(variant.build)
    sends_all = build == t.CLASSIC and not every
    limit = variant.group_limit or _NO_LIMIT
    back = back and variant.taking_back and not sends_all
    return np.array([build, limit, back, sends_all, prune, ordered, every], np.int64)


def move_text(done: int) -> str:
    """A move as ``play`` returned it, in our notation."""
    card, target, source = done & 63, done >> 6 & 7, done >> 9 & 7
    suit = SUITS[SUIT[card]]
    if target == t.GONE:
        return COLUMNS[source] + suit
    if source == t.GONE:
        return suit + COLUMNS[target]
    return f"{COLUMNS[source]}{done >> 12 & 63}{COLUMNS[target]}"


class TableauSearch:
    """One depth-first search; ``run`` may be called again and again."""

    _kernel = staticmethod(search.search)

    def __init__(
        self, position: Position, rules: Ints, *, noise: int = 0, seed: int = 1, last_bits: int = 25
    ) -> None:
        self._state = encode(position)
        self._rules = rules
        self._weights: Ints = np.array(WEIGHTS[position.variant.build], np.int64)
        self._weights[W_NOISE] = noise
        self._noise: Keys = np.array([_SEED * (2 * seed + 1) % 2**64], np.uint64)
        self._keys: Keys = np.zeros(t.KEYS, np.uint64)
        self._table = growing.first_table()
        self._registers: Ints = np.array([-1, 0, 0, 0, 0, MOST_COST], np.int64)
        self._frames: Ints = np.zeros(1024 * search.FRAME, np.int64)
        self._moves: Moves = np.zeros(8192, np.int32)
        self._done: Moves = np.zeros(4096, np.int32)
        self._last_bits = last_bits
        self._open()

    def _open(self) -> None:
        t.set_keys(self._state, self._keys)
        self._registers[search.DONE] = play_forced(
            self._state, self._keys, self._rules, self._done, 0
        )
        search.push(
            self._state,
            self._keys,
            self._rules,
            self._weights,
            self._noise,
            self._registers,
            self._frames,
            self._moves,
        )
        self._won = int(self._state[t.UP : t.UP + 4].sum()) == len(RANK)

    @property
    def states(self) -> int:
        """Positions met, the first one not counted."""
        return int(self._registers[search.STATES])

    def run(self, budget: int) -> int:
        """WON, LOST or PAUSED after ``budget`` more positions; raises OutOfMemory."""
        if self._won:
            return search.WON
        stop = self.states + budget
        while True:
            answer: int = self._kernel(
                self._state,
                self._keys,
                self._rules,
                self._weights,
                self._noise,
                self._table,
                self._registers,
                self._frames,
                self._moves,
                self._done,
                stop - self.states,
            )
            if answer != search.FULL:
                return answer
            self._grow()

    def _grow(self) -> None:
        depth = int(self._registers[search.DEPTH])
        if growing.crowded(self._table, int(self._registers[search.KEPT])):
            self._table = self._larger_table()
        if (depth + 2) * search.FRAME > self._frames.size:
            self._frames = growing.doubled(self._frames)
        if self._frames[depth * search.FRAME + search.END] + search.MOST_MOVES > self._moves.size:
            self._moves = growing.doubled(self._moves)
        if self._registers[search.DONE] + search.FORCED > self._done.size:
            self._done = growing.doubled(self._done)

    def _larger_table(self) -> Keys:
        return growing.larger_table(self._table, self._last_bits)

    def line(self) -> tuple[str, ...]:
        """The moves made from the start: those of a win, after WON."""
        return texts(self._done[: int(self._registers[search.DONE])].tolist())


def texts(moves: Sequence[int]) -> tuple[str, ...]:
    return tuple(move_text(move) for move in moves)
