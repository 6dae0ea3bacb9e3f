"""A daily in Chromium from signing up to its closing: board, friend, streak, calendar, proof."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.days import BEFRIEND, FOLD, MOVE, PUBLISH, in_service, wait_closed, worker_held
from tests.e2e.table import Table
from tests.e2e.test_whole_game import assert_accessible
from tests.games.challenging import CODE, LINE
from tests.support.browsing import DESKTOP, PHONE, opened_page
from tests.support.live import LiveService
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.e2e]
NAME, FRIEND, ADDRESS = "Ragnhild", "Solbjørg", "ragnhild@example.org"
LINK = re.compile(r"http://[^/\s]+(/accounts/confirm-email/\S+)")


@pytest.fixture
def page(browser: Browser, live_service: LiveService) -> Iterator[Page]:
    """A desktop in Oslo."""
    device = DESKTOP | {"timezone_id": "Europe/Oslo"}
    with opened_page(
        browser, base_url=live_service.url, name="a-daily-in-oslo", device=device
    ) as page:
        page.emulate_media(reduced_motion="reduce")
        yield page


def sign_up(page: Page, service: LiveService) -> None:
    """An account whose address is proved by the link in its mail."""
    page.goto("/accounts/signup/")
    page.get_by_label("Name").fill(NAME)
    page.get_by_label("E-mail address").fill(ADDRESS)
    page.get_by_label("Password").fill("a long enough secret")
    page.get_by_role("button", name="Sign up", exact=True).click()
    expect(page.locator(".menu-label")).to_have_text(NAME)
    [(zone,)] = service.query("SELECT zone FROM accounts_user WHERE name = %s", NAME)
    assert zone == "Europe/Oslo"
    letter = wait_until(
        lambda: next((mail for mail in service.mails() if ADDRESS in mail), ""), "a mail came"
    )
    found = LINK.search(letter)
    assert found is not None, letter
    page.goto(found[1])
    page.get_by_role("button", name="Yes, verify it").click()


def fits(page: Page) -> bool:
    script = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(page.evaluate(script))


def assert_good_on_phones_too(page: Page) -> None:
    """No serious fault, and nothing past the right edge, as wide and as narrow as screens are."""
    assert_accessible(page)
    page.set_viewport_size(PHONE["viewport"])
    assert_accessible(page)
    assert fits(page), page.url
    page.set_viewport_size(DESKTOP["viewport"])


def row(page: Page, name: str) -> Locator:
    return page.locator("table.board tbody tr", has_text=name)


def test_a_daily_from_the_first_press_to_its_proof(page: Page, live_service: LiveService) -> None:
    day = timezone.now().astimezone(ZoneInfo("Europe/Oslo")).date()
    live_service.wait_workers()
    in_service(live_service, PUBLISH, day.isoformat())
    sign_up(page, live_service)
    in_service(live_service, BEFRIEND, NAME, FRIEND, day.isoformat())
    play_and_win(page, live_service, day)
    stand_on_the_board(page, live_service)
    look_around(page, day)
    watch_the_countdown(page)
    close_and_check(page, live_service, day)


def play_and_win(page: Page, service: LiveService, day: date) -> None:
    page.goto("/")
    assert_good_on_phones_too(page)
    page.get_by_role("button", name="Start Russian Solitaire, Classic").first.click()
    page.wait_for_url(re.compile("/play/"))
    expect(page.locator("html")).to_have_attribute("data-day", day.isoformat())
    table = Table(page, touch=False)
    for place, move in enumerate(LINE[:-1]):
        table.settled(place)
        table.play(move)
    table.settled(len(LINE) - 1)
    with worker_held(service):
        table.play(LINE[-1])
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("link", name="See the board")).to_be_visible()
        assert_accessible(page)
        expect(dialog.get_by_role("button", name="Play this deal again")).not_to_be_visible()
        in_service(service, FOLD)
        dialog.get_by_role("link", name="See the board").click()
        page.wait_for_url(re.compile(f"/daily/{day}/RU1-C/"))
        expect(row(page, NAME)).to_contain_text("Provisional")


def stand_on_the_board(page: Page, service: LiveService) -> None:
    """The page is looked at and not loaded again: the board refreshes itself."""
    page.evaluate("document.body.dataset.same = '1'")
    expect(row(page, NAME)).to_contain_text("Verified", timeout=30_000)
    expect(page.locator("body")).to_have_attribute("data-same", "1")
    expect(row(page, NAME)).to_have_class("own")
    expect(row(page, FRIEND)).to_contain_text("Verified")
    expect(page.get_by_text(re.compile(r"rank 1 of \d", re.IGNORECASE))).to_be_visible()
    told = page.locator("#share-text")
    expect(told).to_contain_text(f"Russian Classic: solved in {len(LINE)} moves")
    expect(told).to_contain_text("no undo. Streak 1.")
    expect(page.get_by_text("1 day", exact=True)).to_be_visible()
    assert CODE not in page.content()
    page.get_by_role("link", name="Friends", exact=True).click()
    expect(page.locator("table.board tbody tr")).to_have_count(2)
    assert_good_on_phones_too(page)


def look_around(page: Page, day: date) -> None:
    page.goto(f"/calendar/RU1-C/{day:%Y-%m}/")
    today = page.locator(".day[aria-current=date]")
    expect(today).to_contain_text(f"won, {len(LINE)} moves")
    expect(today).to_have_class(re.compile("day-won"))
    assert_good_on_phones_too(page)
    page.goto("/")
    expect(page.locator(".event-solved").first).to_contain_text("rank 1 of")
    page.goto("/boards/time/RU1-C/day/")
    expect(row(page, NAME)).to_be_visible()
    expect(row(page, NAME).get_by_role("link", name=f"Replay of {NAME}")).to_be_visible()
    expect(row(page, FRIEND).get_by_role("link", name=f"Replay of {FRIEND}")).not_to_be_visible()
    assert_good_on_phones_too(page)
    row(page, FRIEND).get_by_role("link", name=FRIEND, exact=True).click()
    expect(page.get_by_text("Your friend")).to_be_visible()
    expect(page.get_by_text("No game of this kind has ended yet")).to_be_visible()


def close_and_check(page: Page, service: LiveService, day: date) -> None:
    past = day - timedelta(days=30)
    in_service(service, MOVE, day.isoformat(), past.isoformat())
    wait_closed(service, past)
    page.goto(f"/daily/{past}/RU1-C/")
    expect(row(page, NAME)).to_contain_text("Final")
    expect(row(page, FRIEND)).to_contain_text("Final")
    expect(page.locator("#deal-code")).to_have_text(CODE)
    page.get_by_text("The line that wins").click()
    expect(page.locator("#proof-line")).to_have_text(" ".join(LINE))
    expect(page.get_by_role("heading", name="How it was played")).to_be_visible()
    assert_good_on_phones_too(page)
    row(page, FRIEND).get_by_role("link", name=FRIEND, exact=True).click()
    expect(page.get_by_role("img", name=re.compile("Win rate, game by game"))).to_be_visible()
    assert_good_on_phones_too(page)
    page.go_back()
    page.get_by_role("link", name="Check the commitment").click()
    expect(page.get_by_text(re.compile("kept", re.IGNORECASE)).first).to_be_visible()
    page.go_back()
    row(page, FRIEND).get_by_role("link", name=f"Replay of {FRIEND}").click()
    expect(page.get_by_text(f"Played by {FRIEND}")).to_be_visible()
    expect(page.locator("#replay-said")).to_have_text("The start of the game")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("#replay-said")).to_contain_text(f"{len(LINE)} of {len(LINE)}")


def watch_the_countdown(page: Page) -> None:
    """It ticks by the server's clock, and at its end the page is asked for anew."""
    page.clock.install()
    page.goto("/")
    place = page.locator("[data-countdown]").first
    leave = "(place, s) => place.dataset.countdown = String(Number(place.dataset.now) + s)"
    place.evaluate(leave, 3 * 3600 + 59)
    page.clock.run_for(1000)
    expect(place).to_have_text("3 h 0 min")
    page.clock.run_for(60_000)
    expect(place).to_have_text("2 h 59 min")
    page.evaluate("document.body.dataset.same = '1'")
    place.evaluate(leave, 90)
    page.clock.run_for(60_000)
    expect(page.locator("body")).not_to_have_attribute("data-same", "1")
    expect(place).to_be_visible()
    page.clock.resume()
