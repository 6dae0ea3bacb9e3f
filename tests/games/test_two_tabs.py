"""Two tabs on one run, whatever the network does: nothing forks, doubles, is lost or misplaced."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games.db import in_db
from games.models import Run
from tests.games.support import won_lines
from tests.games.tabs import Process, Tab, checked, run_at, shown, use_processes

pytestmark = pytest.mark.django_db(transaction=True)
FRESH = "KL1-1-AAAAABB"
NEARLY_WON = "KL1-3-TVSSRPU"

OPS = ("play", "play", "play", "deliver", "deliver", "deliver", "double", "lose", "hear", "hear",
       "settle", "hello", "cut", "hop")  # fmt: skip
Steps = list[tuple[str, int, int]]
steps_drawn = st.lists(
    st.tuples(st.sampled_from(OPS), st.integers(0, 1), st.integers(0, 40)), min_size=10, max_size=60
)


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Runner]:
    use_processes(monkeypatch)
    with asyncio.Runner() as runner:
        yield runner


@pytest.mark.main_path
@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=steps_drawn, processes=st.integers(1, 2), nearly=st.booleans())
def test_no_item_is_ever_applied_to_a_board_its_sender_had_not_seen(
    loop: asyncio.Runner, steps: Steps, processes: int, nearly: bool
) -> None:
    code = NEARLY_WON if nearly else FRESH
    run = run_at(code, won_lines(sealed=False)[code][:-30] if nearly else [])
    loop.run(two_tabs_play(run, steps, processes))


async def two_tabs_play(run: Run, steps: Steps, count: int) -> None:
    """Do the steps, then let everything arrive, and hold the log against what each tab saw."""
    processes = [Process() for _ in range(count)]
    tabs = [Tab(run), Tab(run)]
    try:
        await play_out(run, steps, processes, tabs)
    finally:
        for tab in tabs:
            tab.link.outbox.close()
        for process in processes:
            await asyncio.to_thread(process.writer.close)


async def play_out(run: Run, steps: Steps, processes: list[Process], tabs: list[Tab]) -> None:
    for number, tab in enumerate(tabs):
        await tab.connect(processes[number % len(processes)])
    for op, number, choice in steps:
        await step(tabs[number], op, choice, processes)
    for tab in tabs:
        await tab.settle()
    for tab in tabs:
        await tab.connect(processes[0])
    (seq, _, mine), (other_seq, _, theirs) = tabs[0].seen[-1], tabs[1].seen[-1]
    assert (seq, shown(mine)) == (other_seq, shown(theirs))
    await in_db(checked, run, tabs)


async def step(tab: Tab, op: str, choice: int, processes: list[Process]) -> None:
    flying = tab.in_flight
    match op:
        case "play":
            tab.play(choice)
        case "deliver" if flying:
            await tab.link.deliver(flying.pop(choice % len(flying) if choice > 20 else 0))
        case "double" if flying:
            await tab.link.deliver(flying[choice % len(flying)])
        case "lose" if flying:
            flying.pop(choice % len(flying))
        case "hear":
            await tab.hear()
        case "settle":
            await tab.link.outbox.flushed()
        case "hello":
            await tab.hello()
        case "cut":
            await tab.connect(tab.link.process)
        case "hop":
            await tab.connect(processes[choice % len(processes)])
