"""A lost game in Chromium: the move that lost it, and the win from there. Real workers."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.table import Table
from tests.e2e.test_whole_game import LINES, assert_accessible, begin
from tests.games.support import won_lines
from tests.support.live import LiveService

pytestmark = [pytest.mark.e2e]
# In this deal the second of these moves loses; the first belongs to a line that wins.
LOST = ["aS", "e4a"]


def test_the_losing_move_is_named_and_retry_from_there_wins(
    phone_page: Page, live_service: LiveService
) -> None:
    page = phone_page
    page.emulate_media(reduced_motion="reduce")
    live_service.wait_workers()
    code = LINES["RU1-C"]
    begin(page, live_service, code)
    table = Table(page, touch=True)
    for place, move in enumerate(LOST):
        table.settled(place)
        table.play(move)
    table.settled(len(LOST))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Stop this game").click()
    page.get_by_role("button", name="Yes").click()
    page.get_by_role("link", name="Replay and analysis").click()
    page.wait_for_url(re.compile("/runs/"))
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.get_by_text("lost after it: K♥ and 3 more to column 1")).to_be_visible(
        timeout=60_000
    )
    assert_accessible(page)
    page.get_by_role("button", name="Retry from there").click()
    page.wait_for_url(re.compile("/play/"))
    again = Table(page, touch=True)
    moves = won_lines(sealed=True)[code]
    for place, move in enumerate(moves[1:], 1):
        again.settled(place)
        again.play(move)
    again.settled(len(moves))
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_text("Solved in")).to_be_visible()


def test_a_player_who_stands_still_in_a_lost_game_is_told(
    phone_page: Page, live_service: LiveService
) -> None:
    page = phone_page
    page.emulate_media(reduced_motion="reduce")
    live_service.wait_workers()
    page.goto(f"/c/{LINES['RU1-C']}/")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/play/"))
    table = Table(page, touch=True)
    for place, move in enumerate(LOST):
        table.settled(place)
        table.play(move)
    table.settled(len(LOST))
    dialog = page.get_by_role("dialog", name="This game cannot be won any more")
    expect(dialog).to_be_visible(timeout=60_000)
    dialog.get_by_role("button", name="Undo").click()
    table.settled(len(LOST) + 1)
    expect(dialog).not_to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="A hint from the solver").click()
    expect(page.get_by_text("From the solver, which sees every card.").first).to_be_visible()
