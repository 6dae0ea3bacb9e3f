"""Two tabs again, with other examples at every run and many more of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games.db import db_thread_release
from tests.games.support import won_lines
from tests.games.tabs import run_at, use_processes
from tests.games.test_two_tabs import FRESH, NEARLY_WON, Steps, steps_drawn, two_tabs_play

EXAMPLES = 250


@pytest.fixture
def loop(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Runner]:
    use_processes(monkeypatch)
    with asyncio.Runner() as runner:
        yield runner
    db_thread_release()


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=False,
    database=None,
    print_blob=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(steps=steps_drawn, processes=st.integers(1, 3), nearly=st.booleans())
def test_no_item_is_ever_applied_to_a_board_its_sender_had_not_seen(
    loop: asyncio.Runner, steps: Steps, processes: int, nearly: bool
) -> None:
    code = NEARLY_WON if nearly else FRESH
    run = run_at(code, won_lines(sealed=False)[code][:-30] if nearly else [])
    loop.run(two_tabs_play(run, steps, processes))
