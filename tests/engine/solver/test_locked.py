"""What the solver calls lost at a glance in the Yukon family, shown by an argument of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import parse_card
from engine.codes import make_code
from engine.deals import deal
from engine.solver.analysis import is_winning
from engine.solver.search import solve
from tests.engine.solver.locked import locked_cards
from tests.engine.solver.reference import known

# Nobody had decided these deals. In the first, 8C and 8S lie over 9D and 9H, which they need, and
# over AS; 5C, which 8C needs, lies under 8S. In the second, TC and TS need JD and JH, which lie
# face down under TS as 2S does; 9C, which TC needs, lies under TC.
LOCKED = {"yk-0107": {"8C", "8S"}, "yk-0296": {"TC", "TS"}}
# Won, but lost to a solver that sends cards up by the rule of FreeCell and Klondike (the other
# colour at rank - 2, the other suit of the same colour at rank - 3).
TRAPS = ("VTAOHLF", "DIQUZJD", "EGAYBXF", "YIKXGZY", "DICNFCB", "QMSQBVT", "KFQYKJC")


@pytest.mark.parametrize("name", LOCKED)
def test_deals_lost_at_a_glance_are_locked(name: str) -> None:
    (row,) = (row for row in known("russian-classic") if row.id == name)
    start = replace(row, variant="yukon").start
    assert locked_cards(start) >= set(map(parse_card, LOCKED[name]))
    verdict = solve(start, seconds=30.0)
    assert verdict.answer == "lost"
    assert verdict.states < 100


def test_no_winnable_deal_is_locked() -> None:
    won = [row.start for row in known() if row.won and not row.variant.startswith("klondike")]
    assert len(won) > 50
    assert not any(locked_cards(start) for start in won)


@pytest.mark.parametrize("seed", TRAPS)
def test_cards_go_up_by_themselves_only_where_that_is_proved(seed: str) -> None:
    start = deal(make_code("YU1-C", seed))
    verdict = solve(start, seconds=30.0)
    assert is_winning(start, verdict.line)
