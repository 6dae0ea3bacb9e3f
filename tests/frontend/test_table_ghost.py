"""A ghost at the table: one rival more, by this game's own clock, in numbers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from engine.position import Position
from tests.frontend.conftest import Opens
from tests.frontend.positions import LAST, RUSSIAN
from tests.frontend.tables import ScriptedTable
from tests.support.browsing import DESKTOP, PHONE

COURSE: dict[str, Any] = {
    "name": "Sindre",
    "own": False,
    "points": [[0, 0, 21, 0], [20_000, 1, 21, 1], [50_000, 26, 12, 60], [90_000, 52, 0, 120]],
    "ms": 90_000,
    "state": "won",
}


def haunted(opens: Opens, start: Position = RUSSIAN, **options: Any) -> ScriptedTable:
    """A table whose game races a ghost, on a page whose timers the test moves."""
    one = opens(start, clock=True, ghost=options.pop("course", COURSE), **options)
    expect(one.page.locator("#race-chips li")).to_have_count(2)
    one.page.clock.pause_at(one.page.evaluate("Date.now()") / 1000 + 1)
    return one


def passes(one: ScriptedTable, ms: int) -> None:
    """Time goes by, on the server and on the page."""
    one.now += ms
    one.page.clock.run_for(ms)


def told(one: ScriptedTable, seat: int) -> str:
    """What a screen reader hears of a chip of the strip."""
    return one.page.locator("#race-chips .unseen").nth(seat).inner_text()


def test_the_ghost_comes_on_by_the_clock(table: Opens) -> None:
    one = haunted(table)
    own = f"You: {one.view().up} of 52"
    assert told(one, 0).startswith(own)
    assert told(one, 1).startswith("Ghost of Sindre: 0 of 52, 21 face down · 0 moves")
    passes(one, 20_000)
    assert told(one, 1).startswith("Ghost of Sindre: 1 of 52, 21 face down · 1 move")
    passes(one, 30_000)
    expect(one.page.locator("#voice")).to_have_text("Ghost of Sindre is half home")
    assert told(one, 1).startswith("Ghost of Sindre: 26 of 52, 12 face down · 60 moves")
    passes(one, 40_000)
    assert "52 of 52, 0 face down · 120 moves, won in 1:30, place 1 of 2" in told(one, 1)
    expect(one.page.locator("#voice")).to_have_text("Ghost of Sindre has won in 1:30")
    before = told(one, 1)
    passes(one, 60_000)
    assert told(one, 1) == before
    assert one.page.locator("#race-chips .card").count() == 0
    one.page.clock.resume()
    one.check()


def test_in_a_pause_the_ghost_stands_still(table: Opens) -> None:
    one = haunted(table)
    one.page.clock.resume()
    one.page.click('[data-do="menu"]')
    one.page.click('#menu [data-do="pause"]')
    expect(one.page.locator("#cover")).to_be_visible()
    before = told(one, 1)
    passes(one, 30_000)
    assert told(one, 1) == before
    one.page.locator('#cover [data-do="pause"]').click()
    expect(one.page.locator("#cover")).to_be_hidden()
    passes(one, 21_000)
    assert told(one, 1).startswith("Ghost of Sindre: 1 of 52")


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_end_tells_who_was_ahead(table: Opens, device: Any) -> None:
    one = haunted(table, LAST, device=device)
    expect(one.page.locator("#race-panel" if device is DESKTOP else "#race")).to_be_visible()
    one.now += 3000
    one.page.clock.resume()
    one.tap("KH")
    end = one.page.locator("dialog#end[open]")
    expect(end).to_be_visible()
    expect(end.locator(".race-place")).to_have_text("place 1 of 2")
    rows = end.locator(".race-list .unseen")
    assert rows.nth(0).inner_text().startswith("You: 52 of 52")
    assert rows.nth(1).inner_text().startswith("Ghost of Sindre: 52 of 52")
    assert "won in 1:30" in rows.nth(1).inner_text()
    link = end.locator("#race-link")
    expect(link).to_have_text("See the results")
    assert (link.get_attribute("href") or "").startswith("/runs/")


def test_a_ghost_of_ones_own_is_named_so(table: Opens) -> None:
    one = haunted(table, course=COURSE | {"own": True})
    assert told(one, 1).startswith("Your ghost: 0 of 52")


def test_without_its_ghost_the_game_is_a_game(table: Opens) -> None:
    one = table(RUSSIAN, clock=True, ghost={})
    passes(one, 2000)
    expect(one.page.locator("#race")).to_be_hidden()
    one.drag("5H", "H")
    one.check()
