"""What is called lost is lost: a bare search, with nothing forced or left out, finds no win.

From positions reached by random play, where the small ones of ``test_plain`` do not lead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np
import pytest

from engine.codes import make_code, random_seed
from engine.deals import deal
from engine.position import Position
from engine.solver import packs_dead, packs_run, tableau_dead, tableau_run
from engine.solver.tableau import BUILDS, CLASSIC, KEYS, set_keys
from engine.solver.tableau_search import LOST, WON
from engine.variants import Variant, variant_named
from tests.engine.solver.plain import played
from tests.engine.solver.searches import bare_search, told, whole_search

POSITIONS, STATES = 300, 40_000
# With taking back, and without.
GAMES = [
    *(
        replace(variant_named(f"klondike-{rules}"), taking_back=back)
        for rules in ("1", "3", "1S", "3S", "1P", "1A", "3A", "3SA")
        for back in (True, False)
    ),
    variant_named("russian-classic"),
    variant_named("yukon"),
    replace(variant_named("yukon"), taking_back=False),
]


def is_dead(position: Position) -> bool:
    if position.variant.group == "run":
        packs, rules = packs_run.encode_deal(position), packs_run.rule_numbers(position)
        state = packs_run.encode(position, packs, rules)
        return bool(packs_dead.hopeless(state, 0, packs, rules))
    tableau, keys = tableau_run.encode(position), np.zeros(KEYS, np.uint64)
    set_keys(tableau, keys)
    build = BUILDS.index(position.variant.build)
    return bool(tableau_dead.hopeless(tableau, keys, build, int(build != CLASSIC)))


def met(variant: Variant) -> Iterator[Position]:
    random = Random(told(variant))
    while True:
        start = deal(make_code(variant.event, random_seed(random.randrange)))
        yield played(start._replace(variant=variant), random.randint(10, 200), random)


@pytest.mark.parametrize("variant", GAMES, ids=told)
def test_what_is_called_lost_is_lost(variant: Variant) -> None:
    """At a glance, or by search: the bare search, to its end or its bound, finds no win."""
    lost = 0
    for position in islice(met(variant), POSITIONS):
        if is_dead(position) or whole_search(position, 4_000)[0] == LOST:
            assert bare_search(position, STATES) != WON, position.text
            lost += 1
    assert lost > 5
