"""Running the search for short lines of the Yukon family."""

from __future__ import annotations

from engine.position import Position
from engine.solver import growing, tableau_par
from engine.solver import tableau_search as search
from engine.solver.tableau_run import TableauSearch, encode
from engine.solver.typing import Ints, Keys


class TableauPar(TableauSearch):
    """Branch and bound; WON each time a shorter line is found, LOST when there is none."""

    _kernel = staticmethod(tableau_par.search)

    def __init__(
        self,
        position: Position,
        rules: Ints,
        *,
        best: int,
        noise: int = 0,
        seed: int = 1,
        last_bits: int = 25,
    ) -> None:
        super().__init__(position, rules, noise=noise, seed=seed, last_bits=last_bits)
        self._registers[tableau_par.BEST] = best

    @property
    def best(self) -> int:
        """Column moves of the shortest line (cards taken back count two); at first the bound."""
        return int(self._registers[tableau_par.BEST])

    def _larger_table(self) -> Keys:
        if self._table.size >= 1 << self._last_bits:
            raise growing.OutOfMemory
        larger: Keys = tableau_par.enlarged(self._table)
        return larger

    @property
    def finished(self) -> bool:
        return int(self._registers[search.DEPTH]) < 0


def least_column_moves(position: Position) -> int:
    """A proved lower bound of the moves besides cards going up."""
    return int(tableau_par.moves_needed(encode(position)))
