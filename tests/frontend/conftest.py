"""A table to play at: `table(start, …)` opens one; several may be open in one test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from engine.position import Position
from tests.frontend.tables import ScriptedTable, Stage
from tests.support.browsing import PHONE

Opens = Callable[..., ScriptedTable]
STILL = {"reduced_motion": "reduce"}


@pytest.fixture(scope="module")
def stages() -> dict[str, list[Stage]]:
    """The pages made for the module's tests; they go with its browser."""
    return {}


@pytest.fixture
def table(browser: Browser, stages: dict[str, list[Stage]]) -> Iterator[Opens]:
    """Opens a table on a phone, without motion unless `moving`; options are ScriptedTable's."""
    taken: list[Stage] = []

    def opens(
        start: Position,
        *,
        device: Any = PHONE,
        moving: bool = False,
        clock: bool = False,
        **options: Any,
    ) -> ScriptedTable:
        device = device | ({} if moving else STILL)
        made = stages.setdefault(f"{device} {clock}", [])
        stage = next((one for one in made if one not in taken), None)
        if stage is None:
            stage = Stage(browser, device, clock=clock)
            made.append(stage)
        taken.append(stage)
        return stage.show(start, **options)

    yield opens
    for stage in taken:
        stage.clear()
