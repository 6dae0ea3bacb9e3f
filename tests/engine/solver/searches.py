"""The kernels' searches without what ``solve`` runs beside them."""

from __future__ import annotations

from engine.position import FULL, Position
from engine.solver.packs_run import PacksSearch
from engine.solver.tableau_run import TableauSearch, rule_numbers
from engine.solver.tableau_search import WON
from engine.variants import Variant


def whole_search(position: Position, states: int) -> tuple[int, int]:
    """What the exhaustive search alone says (WON, LOST or PAUSED), and after how many states."""
    if position.foundations == FULL:
        return WON, 0
    search: PacksSearch | TableauSearch
    if position.variant.group == "run":
        search = PacksSearch(position)
    else:
        search = TableauSearch(position, rule_numbers(position.variant, back=True, ordered=True))
    return search.run(states), search.states


def bare_search(position: Position, states: int) -> int:
    """The same with nothing forced, left out or cut off."""
    if position.variant.group == "run":
        return PacksSearch(position, prune=False, every=True).run(states)
    rules = rule_numbers(position.variant, back=True, ordered=True, prune=False, every=True)
    return TableauSearch(position, rules).run(states)


def told(variant: Variant) -> str:
    """Names a variant changed for a test."""
    return f"{variant.name} {variant.group_limit} {variant.taking_back}"
