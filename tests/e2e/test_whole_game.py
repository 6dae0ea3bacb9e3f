"""Whole ranked games, won in Chromium through the page alone, while every byte is read."""

import json
import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from engine.codes import parse_code
from engine.deals import deal
from engine.moves import parse_move
from engine.rules import apply
from tests.e2e.table import Table, Wire, deal_sealed
from tests.games.support import won_lines
from tests.games.test_redaction import CARD, shown
from tests.support.live import LiveService

pytestmark = [pytest.mark.e2e]
LINES = {text[:5]: text for text in won_lines(sealed=True)}


def begin(page: Page, service: LiveService, code: str) -> Wire:
    """A guest at a sealed deal's table, and all that reaches the page from then on."""
    page.goto("/")
    page.locator("label", has_text="Casual").first.click()
    page.get_by_role("button", name=re.compile("^Play")).first.click()
    page.wait_for_url(re.compile("/play/"))
    token = deal_sealed(service, beside=page.url.split("/")[-2], code=code)
    page.goto("about:blank")
    wire = Wire.of(page)
    page.goto(f"/play/{token}/")
    return wire


def play_through(table: Table, moves: list[str], breaks: dict[int, Callable[[], object]]) -> None:
    for place, move in enumerate(moves):
        if place in breaks:
            breaks[place]()
        table.settled(place)
        table.play(move)
    table.settled(len(moves))


def leaks(wire: Wire, code: str, moves: list[str]) -> list[str]:
    """Cards named before their turn, and pieces of the code before the end."""
    position, turned = deal(parse_code(code)), []
    turned.append(shown(position))
    for move in moves:
        position = apply(position, parse_move(move))
        turned.append(turned[-1] | shown(position))
    found = []
    for text in wire.frames:
        seq = json.loads(text).get("seq", 0)
        found += [f"{card} at {seq}" for card in set(CARD.findall(text)) - turned[seq]]
        if seq < len(moves):
            found += [piece for piece in parse_code(code).text.split("-")[2:] if piece in text]
    for body in wire.bodies:
        found += [piece for piece in parse_code(code).text.split("-")[2:] if piece in body]
    return found


def assert_accessible(page: Page) -> None:
    serious = [
        f"{violation['id']}: {violation['nodes'][0]['html']}"
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] in {"serious", "critical"}
    ]
    assert not serious, serious


@pytest.mark.parametrize(
    ("device", "event"),
    [
        ("phone", "RU1-C"),
        ("desktop", "KL1-3"),
        pytest.param("phone", "KL1-3", marks=pytest.mark.slow),
        pytest.param("desktop", "RU1-C", marks=pytest.mark.slow),
    ],
)
def test_a_whole_game_is_won_by_hand(
    event: str, device: str, live_service: LiveService, request: pytest.FixtureRequest
) -> None:
    page: Page = request.getfixturevalue(f"{device}_page")
    page.emulate_media(reduced_motion="reduce")
    code = LINES[event]
    moves = won_lines(sealed=True)[code]
    wire = begin(page, live_service, code)
    table = Table(page, touch=device == "phone")
    table.settled(0)
    assert_accessible(page)
    play_through(
        table,
        moves,
        {
            len(moves) // 3: lambda: (wire.read_bodies(), page.reload()),
            2 * len(moves) // 3: lambda: live_service.kill_and_wait("web"),
        },
    )
    expect(page.get_by_role("dialog")).to_be_visible()
    assert wire.view["result"] == "won"
    assert wire.view["code"] == code
    wire.read_bodies()
    assert not leaks(wire, code, moves)
    assert_accessible(page)
    page.get_by_role("link", name="Replay and analysis").click()
    page.wait_for_url(re.compile("/runs/"))
    expect(page.get_by_text(code).first).to_be_visible()
