"""What is won under harder rules is won under easier ones, and all along a line that wins."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.codes import make_code, random_seed
from engine.deals import deal
from engine.moves import parse_move
from engine.position import Position
from engine.rules import apply
from engine.solver.search import solve
from engine.variants import Variant, variant_named
from tests.engine.solver.reference import known

_YUKON, _RELAXED, _CLASSIC = map(variant_named, ("yukon", "russian-relaxed", "russian-classic"))
_KLONDIKE = {rules: variant_named(f"klondike-{rules}") for rules in ("1", "3", "1S", "1P", "3S")}
# Harder, easier, random deals of which at least so many are won under the harder rules.
IMPLIED = [
    (_CLASSIC, _RELAXED, 250, 10),
    (_YUKON, _RELAXED, 30, 20),
    (_CLASSIC, replace(_CLASSIC, group_limit=None), 250, 10),
    (replace(_YUKON, group_limit=4), _YUKON, 30, 10),
    (replace(_YUKON, taking_back=False), _YUKON, 30, 20),
    (_KLONDIKE["3"], _KLONDIKE["1"], 30, 15),
    (_KLONDIKE["3S"], _KLONDIKE["3"], 30, 10),
    (replace(_KLONDIKE["3S"], passes=2), _KLONDIKE["3S"], 40, 5),
    (_KLONDIKE["1S"], _KLONDIKE["1P"], 40, 5),
    (_KLONDIKE["1P"], _KLONDIKE["1"], 30, 20),
    (replace(_KLONDIKE["3"], taking_back=False), _KLONDIKE["3"], 30, 10),
    (_KLONDIKE["3S"], variant_named("klondike-3SA"), 30, 10),
]


def starts(variant: Variant, count: int) -> list[Position]:
    random = Random(f"{variant.prefix} implied")
    event = "KL1-1" if variant.prefix == "KL1" else variant.event
    deals = [deal(make_code(event, random_seed(random.randrange))) for _ in range(count)]
    return [start._replace(variant=variant) for start in deals]


@pytest.mark.parametrize(("harder", "easier", "deals", "least"), IMPLIED)
def test_what_is_won_stays_won_under_easier_rules(
    harder: Variant, easier: Variant, deals: int, least: int
) -> None:
    """Of the few not decided soon under the harder rules nothing is asked."""
    won = [p for p in starts(harder, deals) if solve(p, states=60_000).answer == "winnable"]
    assert len(won) >= least
    for start in won:
        verdict = solve(start._replace(variant=easier), seconds=30.0)
        assert verdict.answer == "winnable", start.text


@pytest.mark.parametrize(
    "variant",
    [_CLASSIC, _YUKON, _KLONDIKE["3"], _KLONDIKE["1S"], _KLONDIKE["3S"]],
    ids=lambda variant: variant.name,
)
def test_a_winning_line_stays_winnable(variant: Variant) -> None:
    for row in [row for row in known(variant.name) if row.won][:4]:
        position = row.start
        for text in solve(position, seconds=30.0).line:
            position = apply(position, parse_move(text))
            assert solve(position, seconds=30.0).answer == "winnable", position.text
