"""The line between table and server: lost, slow, half-open, shared with another window."""

from __future__ import annotations

from playwright.sync_api import expect

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
