"""Fingers on the table: real touch events, the lifted hold, the loupe over a deep column."""

from __future__ import annotations

from playwright.sync_api import CDPSession, expect

from tests.frontend.conftest import Opens
from tests.frontend.positions import DEEP, RUSSIAN
from tests.frontend.tables import ScriptedTable
from tests.support.browsing import PHONE

SMALL = PHONE | {"viewport": {"width": 360, "height": 640}}


class Finger:
    """One finger, by the browser's own touch events."""

    def __init__(self, table: ScriptedTable) -> None:
        self.session: CDPSession = table.page.context.new_cdp_session(table.page)

    def down(self, x: float, y: float) -> None:
        self._send("touchStart", [{"x": x, "y": y}])

    def move(self, x: float, y: float) -> None:
        self._send("touchMove", [{"x": x, "y": y}])

    def up(self) -> None:
        self._send("touchEnd", [])

    def _send(self, kind: str, points: list[dict[str, float]]) -> None:
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_tap_by_finger_sends_a_card_up(table: Opens) -> None:
    one = table(RUSSIAN)
    finger = Finger(one)
    x, y = one.grip("5H")
    finger.down(x, y + 10)
    finger.up()
    one.check()
    assert one.table.texts == ["dH"]


def test_a_finger_holds_its_cards_above_itself(table: Opens) -> None:
    one = table(RUSSIAN)
    finger = Finger(one)
    x, y = one.grip("7D")
    before = one.card("7D")["y"]
    finger.down(x, y)
    finger.move(x, y + 30)
    finger.move(x, y + 60)
    held = one.page.locator(".hand.lifted .card")
    expect(held).to_have_count(1)
    one.until(lambda: abs(one.card("7D")["y"] - (before + 60 - 12)) < 1, "held 12 px higher")
    end = one.end_of("g")
    finger.move(end["x"] + end["width"] / 2, end["y"] + 40)
    expect(one.page.locator(".ring.near")).to_have_count(1)
    finger.up()
    one.check()
    assert one.table.texts == ["b1g"]


def test_the_page_does_not_scroll_under_a_finger(table: Opens) -> None:
    one = table(RUSSIAN)
    finger = Finger(one)
    finger.down(200, 600)
    for y in (560, 500, 400):
        finger.move(200, y)
    finger.up()
    assert one.page.evaluate("[scrollX, scrollY, visualViewport.offsetTop]") == [0, 0, 0]
    one.check()


def test_press_and_hold_opens_the_loupe_and_letting_go_chooses(table: Opens) -> None:
    one = table(DEEP, device=SMALL)
    finger = Finger(one)
    x, y = one.grip("8C")
    finger.down(x, y)
    picked = one.page.locator(".card.picked")
    expect(picked).to_have_attribute("data-card", "8C")
    assert round(one.card("7C")["y"] - one.card("8C")["y"]) == 28
    finger.move(x, y + 28)
    expect(picked).to_have_attribute("data-card", "7C")
    finger.up()
    expect(one.page.locator(".card.selected").first).to_have_attribute("data-card", "7C")
    expect(picked).to_have_count(0)
    one.check()


def test_out_of_the_loupe_the_picked_cards_go_along(table: Opens) -> None:
    one = table(DEEP, device=SMALL)
    finger = Finger(one)
    x, y = one.grip("6D")
    finger.down(x, y)
    expect(one.page.locator(".card.picked")).to_have_count(1)
    finger.move(x + 60, y)
    expect(one.page.locator(".hand.lifted .card").first).to_have_attribute("data-card", "6D")
    finger.move(x + 120, y - 20)
    finger.up()
    one.check()
    assert not one.table.texts
