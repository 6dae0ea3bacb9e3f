"""What is called lost at a glance is lost: the bare search, with nothing cut off, finds no win."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.codes import make_code, random_seed
from engine.deals import deal
from engine.position import Position
from engine.solver import packs_dead, packs_run, tableau_dead, tableau_run
from engine.solver.tableau import BUILDS, CLASSIC, set_keys
from engine.solver.tableau_search import WON
from engine.variants import variant_named
from tests.engine.solver.plain import random_walk

DEAD, STATES = 25, 30_000


def is_dead(position: Position) -> bool:
    if position.variant.group == "run":
        packs, rules = packs_run.encode_deal(position), packs_run.rule_numbers(position)
        state = packs_run.encode(position, packs, rules)
        return bool(packs_dead.hopeless(state, 0, packs, rules))
    tableau, keys = tableau_run.encode(position), np.zeros(2, np.uint64)
    set_keys(tableau, keys)
    build = BUILDS.index(position.variant.build)
    return bool(tableau_dead.hopeless(tableau, keys, build, int(build != CLASSIC)))


def bare_search(position: Position) -> int:
    if position.variant.group == "run":
        return packs_run.PacksSearch(position, prune=False).run(STATES)
    rules = tableau_run.rule_numbers(position.variant, back=True, ordered=True, prune=False)
    return tableau_run.TableauSearch(position, rules).run(STATES)


@pytest.mark.parametrize(
    "name",
    [
        "russian-classic",
        "russian-relaxed",
        "yukon",
        "klondike-1",
        "klondike-3",
        "klondike-1S",
        "klondike-3S",
        "klondike-1A",
        "klondike-3SA",
    ],
)
def test_dead_positions_are_lost(name: str) -> None:
    random, dead = Random(name), 0
    event = variant_named(name).event
    while dead < DEAD:
        start = deal(make_code(event, random_seed(random.randrange)))
        walk = random_walk(start, random.randint(20, 250), random)
        position = walk[-1][0]
        if is_dead(position):
            dead += 1
            assert bare_search(position) != WON, position.text
