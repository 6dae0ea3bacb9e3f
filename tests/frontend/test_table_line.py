"""The line between table and server: lost, slow, half-open, shared with another window."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from engine.position import Position
from tests.frontend.conftest import Opens
from tests.frontend.positions import KLONDIKE, RUSSIAN
from tests.frontend.tables import HOST, ScriptedTable

PING_MS = 25_000
DEAD_MS = 12_000
LONGEST_WAIT_MS = 30_000


def timed(opens: Opens) -> ScriptedTable:
    """A table whose browser timers the test moves."""
    return opens(RUSSIAN, clock=True)


def on_line(table: ScriptedTable, value: str) -> None:
    expect(table.page.locator(f"html[data-online='{value}']")).to_have_count(1)


def test_a_lost_connection_is_told_and_taken_up_again(table: Opens) -> None:
    one = timed(table)
    one.cut()
    on_line(one, "0")
    expect(one.page.locator("#link")).to_contain_text("Connection lost")
    one.page.clock.fast_forward(2000)
    one.check()
    expect(one.page.locator("#link")).to_be_hidden()
    assert one.opened == 2


def test_what_had_no_answer_is_sent_again_and_done_once(table: Opens) -> None:
    one = timed(table)
    one.holding = True
    one.drag("5H", "H")
    one.drag("7D", "g")
    assert one.table.texts == ["dH", "b1g"]
    one.holding = False
    one.cut()
    one.page.clock.fast_forward(2000)
    one.check()
    assert one.table.texts == ["dH", "b1g"]
    assert [frame["move"] for frame in one.heard if frame["t"] == "move"] == 2 * ["dH", "b1g"]


def test_play_goes_on_while_the_line_is_down(table: Opens) -> None:
    one = timed(table)
    one.up = False
    one.cut()
    on_line(one, "0")
    one.drag("5H", "H")
    assert one.shown()["H"][-1] == "5H"
    one.up = True
    one.page.clock.fast_forward(LONGEST_WAIT_MS)
    one.check()
    assert one.table.texts == ["dH"]


def test_b44_the_table_comes_back_after_ten_minutes(table: Opens) -> None:
    one = timed(table)
    one.up = False
    one.cut()
    for _ in range(20):
        on_line(one, "0")
        one.page.clock.fast_forward(LONGEST_WAIT_MS)
    assert one.opened > 5
    one.up = True
    one.page.clock.fast_forward(LONGEST_WAIT_MS)
    one.check()


def test_b44_a_half_open_socket_is_found_within_twelve_seconds(table: Opens) -> None:
    one = timed(table)
    one.holding = True
    one.page.clock.fast_forward(PING_MS)
    one.until(lambda: "ping" in [frame["t"] for frame in one.heard], "a ping")
    one.page.clock.fast_forward(DEAD_MS)
    one.holding = False
    one.held.clear()
    one.page.clock.fast_forward(2000)
    one.until(lambda: one.opened == 2, "a second socket")
    one.check()


def test_b44_each_window_shows_the_others_moves(table: Opens) -> None:
    one = table(RUSSIAN)
    one.elsewhere("dH")
    expect(one.page.locator("html[data-seq='1']")).to_have_count(1)
    one.check()
    assert one.shown()["H"][-1] == "5H"


def test_a_move_that_another_window_forestalled_is_taken_back_and_told(table: Opens) -> None:
    one = table(RUSSIAN)
    one.holding = True
    one.table.record("dH", 0)
    one.drag("TD", "a")
    one.holding = False
    one.let_go()
    one.check()
    assert one.table.texts == ["dH"]
    expect(one.page.locator("#toast.on")).to_contain_text("another window")


def test_a_card_in_hand_survives_news_unless_they_move_it(table: Opens) -> None:
    one = table(RUSSIAN)
    one.take("7D", "g")
    one.elsewhere("dH")
    expect(one.page.locator("html[data-seq='1']")).to_have_count(1)
    assert one.page.locator(".hand .card").count() == 1
    one.page.mouse.up()
    one.check()
    assert one.table.texts == ["dH", "b1g"]
    one.take("TD", "a")
    one.elsewhere("d2a")
    expect(one.page.locator("html[data-seq='3']")).to_have_count(1)
    expect(one.page.locator(".hand .card")).to_have_count(0)
    one.page.mouse.up()
    one.check()


def test_a_run_that_is_not_ours_leads_to_our_games(table: Opens) -> None:
    one = table(RUSSIAN)
    one.cut(4004)
    one.page.wait_for_url(f"{HOST}/my/")


def test_a_replaced_window_asks_before_it_takes_the_table_back(table: Opens) -> None:
    one = timed(table)
    one.cut(4009)
    expect(one.page.locator("dialog#sure[open]")).to_contain_text("other windows")
    one.page.clock.fast_forward(LONGEST_WAIT_MS)
    assert one.opened == 1
    one.page.click('[data-do="yes"]')
    one.idle()
    assert one.opened == 2


def test_b35_hints_spent_stay_spent_after_a_reload(table: Opens) -> None:
    one = table(KLONDIKE)
    one.page.click('[data-do="hint"]')
    expect(one.page.locator('.tool [data-put="hints"]')).to_have_text("2")
    one.page.reload()
    one.idle()
    expect(one.page.locator('.tool [data-put="hints"]')).to_have_text("2")
    one.check()


def test_the_clock_is_the_servers(table: Opens) -> None:
    one = table(RUSSIAN)
    one.now += 402_000
    one.page.reload()
    one.idle()
    expect(one.page.locator('.stat [data-put="time"]')).to_contain_text("6:4")


@pytest.mark.parametrize("start", [RUSSIAN, KLONDIKE], ids=["russian", "klondike"])
def test_whatever_the_wire_does_the_board_ends_as_the_servers(
    table: Opens, start: Position
) -> None:
    one = table(start, clock=True)
    chance = Random(2)
    for _ in range(12):
        for _ in range(3):
            gesture(one, chance)
        trouble(one, chance)
        one.holding = False
        one.let_go()
        one.page.clock.fast_forward(LONGEST_WAIT_MS)
        one.check()
    assert len(one.table.texts) > 8


def gesture(table: ScriptedTable, chance: Random) -> None:
    """Something a player might do now, most of it legal."""
    kind = chance.random()
    shown = table.shown()
    if kind < 0.15:
        table.page.keyboard.press("z")
    elif kind < 0.3 and table.game.position.variant.draw:
        table.draw()
    else:
        groups = table.view().legal
        group = chance.choice([name for name in groups if name != "s"] or ["a1"])
        cards = shown.get(group[0], [])
        card = cards[-int(group[1:] or 1)] if cards else ""
        target = groups.get(group, "abc")[0] if kind < 0.85 else chance.choice("abcdefg")
        if card:
            table.drag(card, target)


def trouble(table: ScriptedTable, chance: Random) -> None:
    """Something a network, a server or another window might do now."""
    kind = chance.random()
    if kind < 0.4:
        table.holding = True
        gesture(table, chance)
        gesture(table, chance)
        if kind < 0.2:
            table.let_go(1)
            gesture(table, chance)
    elif kind < 0.6:
        table.holding = True
        table.refusing = "rank"
        gesture(table, chance)
        gesture(table, chance)
    elif kind < 0.8:
        table.holding = True
        gesture(table, chance)
        table.holding = False
        table.cut()
    elif table.view().legal.get("a1"):
        target = table.view().legal["a1"][0]
        table.elsewhere(f"a{target}" if target in "SHDC" else f"a1{target}")
