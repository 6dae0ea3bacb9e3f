"""What is called lost is lost: a bare search, with nothing forced or left out, finds no win.

From positions reached by random play, where the small ones of ``test_plain`` do not lead.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import numpy as np
import pytest

from engine.codes import make_code, random_seed
from engine.deals import deal
from engine.position import Position
from engine.solver import packs_dead, packs_run, tableau_dead, tableau_run
from engine.solver.search import solve
from engine.solver.tableau import BUILDS, CLASSIC, KEYS, set_keys
from engine.solver.tableau_search import LOST, WON
from engine.variants import variant_named
from tests.engine.solver.plain import random_walk
from tests.engine.solver.searches import bare_search

DEAD, LOST_BY_SEARCH = 25, 15
HARD, STATES = 8, 60_000


def is_dead(position: Position) -> bool:
    if position.variant.group == "run":
        packs, rules = packs_run.encode_deal(position), packs_run.rule_numbers(position)
        state = packs_run.encode(position, packs, rules)
        return bool(packs_dead.hopeless(state, 0, packs, rules))
    tableau, keys = tableau_run.encode(position), np.zeros(KEYS, np.uint64)
    set_keys(tableau, keys)
    build = BUILDS.index(position.variant.build)
    return bool(tableau_dead.hopeless(tableau, keys, build, int(build != CLASSIC)))


def met(name: str) -> Iterator[Position]:
    random = Random(name)
    event = variant_named(name).event
    while True:
        start = deal(make_code(event, random_seed(random.randrange)))
        walk = random_walk(start, random.randint(20, 250), random)
        if walk:
            yield walk[-1][0]


NAMES = (
    "russian-classic",
    "russian-relaxed",
    "yukon",
    "klondike-1",
    "klondike-3",
    "klondike-1S",
    "klondike-3S",
    "klondike-1P",
    "klondike-1A",
    "klondike-3SA",
)


@pytest.mark.parametrize("name", NAMES)
def test_positions_lost_at_a_glance_are_lost(name: str) -> None:
    dead = (position for position in met(name) if is_dead(position))
    for position in islice(dead, DEAD):
        assert bare_search(position, STATES) != WON, position.text


@pytest.mark.parametrize("name", [name for name in NAMES if name != "russian-relaxed"])
def test_positions_lost_by_search_are_lost(name: str) -> None:
    """Those that took some searching (of Relaxed hardly any is), and that the bare search ends."""
    checked = 0
    for position in met(name):
        if position.up == 52 or is_dead(position):
            continue
        verdict = solve(position, states=4_000, seconds=20.0)
        if verdict.answer == "lost" and verdict.states >= HARD:
            answer = bare_search(position, STATES)
            assert answer != WON, position.text
            checked += answer == LOST
            if checked == LOST_BY_SEARCH:
                return
