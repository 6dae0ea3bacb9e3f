"""Two strangers press *quick race* in Chromium and race; then one challenges with the deal, and the
other's table shows the ghost of that game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.days import worker_held
from tests.e2e.racing import PROVE, Racer, in_service, token_of
from tests.e2e.test_race import CODE, LINE, fits
from tests.e2e.test_whole_game import assert_accessible
from tests.support.browsing import DESKTOP, PHONE
from tests.support.live import LiveService

pytestmark = [pytest.mark.e2e]
PLAYED = 12


@pytest.fixture
def strangers(browser: Browser, live_service: LiveService) -> Iterator[list[Racer]]:
    """A phone and a desktop that have never been here."""
    two = [
        Racer.of(browser, live_service, name, device)
        for name, device in (("one", PHONE), ("other", DESKTOP))
    ]
    yield two
    faults = [fault for racer in two for fault in racer.faults]
    for racer in two:
        racer.context.close()
    assert not faults, faults


def press_quick_race(racer: Racer) -> None:
    page = racer.page
    page.goto("/races/")
    form = page.locator("form[action='/races/quick/']")
    form.get_by_text("Russian · Classic", exact=True).click()
    form.get_by_role("button", name="Quick race").click()


def stop(racer: Racer) -> None:
    page = racer.page
    page.locator("#tools [data-do='stop']").click()
    page.locator("[data-do='yes']").click()
    expect(page.locator("dialog#end[open]")).to_be_visible()


def test_from_two_presses_to_a_race_and_its_ghost(
    strangers: list[Racer], live_service: LiveService
) -> None:
    one, other = strangers
    press_quick_race(one)
    expect(one.page.get_by_text("Looking for somebody")).to_be_visible()
    assert_accessible(one.page)
    assert fits(one.page)
    with worker_held(live_service):
        in_service(live_service, PROVE, CODE)
        press_quick_race(other)
        for racer in strangers:
            racer.page.wait_for_url(re.compile("/play/"))
    for racer in strangers:
        racer.table.settled(0)
        expect(racer.page.locator("#race-start")).to_be_hidden()
    one.play(LINE, PLAYED)
    stop(one)
    stop(other)
    # The race is over for all: only then its deal may be played again.
    expect(other.page.get_by_role("button", name="Rematch")).to_be_visible()
    run = token_of(one.page)
    race_the_ghost(one, other, run)


def race_the_ghost(one: Racer, other: Racer, run: str) -> None:
    """One challenges the other with the deal of the game."""
    one.page.goto(f"/runs/{run}/")
    one.page.get_by_role("link", name="Challenge with this deal").click()
    assert_accessible(one.page)
    assert fits(one.page)
    other.page.goto(one.page.url)
    expect(other.page.get_by_role("heading", level=1)).to_contain_text("challenges you")
    other.page.get_by_role("button", name="Race the ghost").click()
    other.page.wait_for_url(re.compile("/play/"))
    other.table.settled(0)
    panel = other.page.locator("#race-panel")
    expect(panel.locator(".racer", has_text="Ghost of")).to_be_visible()
    expect(panel.locator(".racer", has_text="You")).to_be_visible()
    other.page.locator("[data-do='menu']").click()
    other.page.locator("#menu [data-do='stop']").click()
    other.page.locator("[data-do='yes']").click()
    end = other.page.locator("dialog#end[open]")
    expect(end.locator(".race-place")).to_have_text("place 2 of 2")
    end.locator("#race-link").click()
    expect(other.page.get_by_text("was ahead.")).to_be_visible()
