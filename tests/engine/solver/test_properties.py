"""What holds whatever the deal: winnable positions are never called lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from engine.codes import make_code, random_seed
from engine.deals import deal
from engine.position import FULL, Position
from engine.rules import apply, legal_moves
from engine.solver.search import solve
from engine.solver.tableau_search import LOST, WON
from engine.variants import Variant, variant_named
from tests.engine.solver.backwards import befores, finished, unplayed
from tests.engine.solver.plain import random_walk
from tests.engine.solver.reference import known
from tests.engine.solver.searches import told, whole_search

# With taking back and without; a low group limit binds in small positions, too.
GAMES = [
    *(
        replace(variant_named(f"klondike-{rules}"), taking_back=back)
        for rules in ("1", "3", "1S", "3S", "1P", "1A", "3A", "1SA", "3SA")
        for back in (True, False)
    ),
    *(
        replace(variant_named(name), group_limit=limit)
        for name in ("yukon", "russian-relaxed", "russian-classic")
        for limit in (20, 3)
    ),
    replace(variant_named("yukon"), taking_back=False),
]


@pytest.mark.parametrize("variant", GAMES, ids=told)
def test_positions_built_backwards_are_never_lost(variant: Variant) -> None:
    """500 a game: some small, some with hardly a card up; of these the harder ones are followed
    further back."""
    random, won, built = Random(told(variant)), 0, 0
    while built < 500:
        position = unplayed(finished(variant, random), random.choice((10, 30, 60, 120)), random)
        for _ in range(5):
            tries = [unplayed(position, random.choice((1, 2, 4, 8)), random) for _ in range(3)]
            answers = [whole_search(before, 5_000) for before in tries]
            for before, (answer, _) in zip(tries, answers, strict=True):
                assert answer != LOST, before.text
            built += len(tries)
            won += sum(answer == WON for answer, _ in answers)
            hardest = max(range(len(tries)), key=lambda index: answers[index][1])
            position = tries[hardest]
    assert won > 300


@pytest.mark.parametrize("variant", GAMES[:8:3] + GAMES[-3:], ids=told)
def test_backwards_is_the_reverse_of_a_move(variant: Variant) -> None:
    random = Random(told(variant))
    for _ in range(20):
        position = unplayed(finished(variant, random), random.randint(1, 120), random)
        for kind, before in befores(position, random):
            after = [apply(before, move).key for move in legal_moves(before)]
            assert position.key in after, (kind, before.text)


def lost(variant: Variant) -> Iterator[Position]:
    """Positions the whole search calls lost: from random play, and just beside winnable ones."""
    random = Random(told(variant))
    while True:
        code = make_code(variant.event, random_seed(random.randrange))
        start = deal(code)._replace(variant=variant)
        if random.random() < 0.5:
            start = unplayed(finished(variant, random), random.choice((30, 60, 120)), random)
        for position, _ in random_walk(start, random.randint(5, 200), random)[5::5]:
            if position.foundations == FULL:
                break
            if whole_search(position, 5_000)[0] == LOST:
                yield position
                break


@pytest.mark.parametrize("variant", GAMES, ids=told)
def test_no_move_wins_a_lost_position(variant: Variant) -> None:
    """Were one called lost that is not, some move on its way to the win would lead from a lost
    position to a winnable one."""
    random = Random(told(variant))
    for start in islice(lost(variant), 12):
        position = start
        for _ in range(12):
            after = [(move, apply(position, move)) for move in legal_moves(position)]
            answers = [whole_search(then, 20_000)[0] for _, then in after]
            for (move, _), answer in zip(after, answers, strict=True):
                assert answer != WON, (position.text, str(move))
            ways = [then for (_, then), told in zip(after, answers, strict=True) if told == LOST]
            if not ways:
                break
            position = random.choice(ways)


def test_the_same_search_gives_the_same_answer() -> None:
    row = known("yukon")[0]
    one, other = (solve(row.start, states=20_000, seconds=60.0) for _ in range(2))
    assert (one.answer, one.line, one.states) == (other.answer, other.line, other.states)
