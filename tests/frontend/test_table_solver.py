"""What the table shows of the solver: lost games, its hints, and which deal comes next."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.frontend.conftest import Opens
from tests.frontend.positions import KLONDIKE, RUSSIAN
from tests.frontend.tables import ScriptedTable


def lost(one: ScriptedTable) -> Locator:
    return one.page.locator("#lost")


def test_a_lost_game_is_told_once_and_again_after_an_undo(table: Opens) -> None:
    one = table(RUSSIAN)
    one.tap("5H")
    one.check()
    one.prove_lost()
    expect(lost(one)).to_be_visible()
    lost(one).get_by_role("button", name="Play on").click()
    one.drag("7D", "g")
    one.check()
    one.prove_lost()
    one.page.click('[data-do="hint"]')
    one.check()  # the answer came after the proof
    expect(lost(one)).to_be_hidden()
    one.page.click('[data-do="undo"]')
    one.check()
    one.prove_lost()
    lost(one).get_by_role("button", name="Undo").click()
    one.until(lambda: one.table.texts == ["dH", "b1g", "?", "u", "u"], "the dialog's undo")
    one.check()
    expect(lost(one)).to_be_hidden()


def test_a_proof_waits_for_an_open_menu_and_forgets_a_board_left(table: Opens) -> None:
    one = table(RUSSIAN)
    one.page.click('[data-do="menu"]')
    expect(one.page.locator("#menu")).to_be_visible()
    one.prove_lost()
    one.page.click('#menu [data-do="line"]')
    one.check()
    assert one.table.texts == ["?"]
    expect(lost(one)).to_be_hidden()  # it was said of the board before the hint
    one.page.click('[data-do="menu"]')
    expect(one.page.locator("#menu")).to_be_visible()
    one.prove_lost()
    one.page.locator("#menu").get_by_role("button", name="Close").click()
    expect(lost(one)).to_be_visible()


def test_a_stopped_game_is_not_told_that_it_is_lost(table: Opens) -> None:
    one = table(RUSSIAN)
    one.page.click('[data-do="menu"]')
    one.page.click('#menu [data-do="stop"]')
    one.page.get_by_role("button", name="Yes").click()
    end = one.page.locator("#end")
    expect(end).to_be_visible()
    one.prove_lost()
    end.evaluate("(dialog) => dialog.close()")
    one.check()
    expect(lost(one)).to_be_hidden()


def test_a_hint_that_the_solver_did_not_give_says_so(table: Opens) -> None:
    one = table(RUSSIAN)
    one.page.click('[data-do="menu"]')
    one.page.click('#menu [data-do="line"]')
    expect(one.page.locator("#toast.on")).to_contain_text("this hint goes by what you see")
    expect(one.page.locator("#voice")).to_have_text(re.compile(r"Hint: .+ goes by what you see"))
    one.check()


def test_another_draw_names_the_game_that_comes(table: Opens) -> None:
    one = table(KLONDIKE, chosen={"draw": 3})
    one.page.click('[data-do="settings"]')
    one.page.locator("#settings label", has_text="One card").click()
    one.page.keyboard.press("Escape")
    one.page.click('#tools [data-do="new"]')
    expect(one.page.locator("#next")).to_have_text("The other one.")
    assert one.saved == [{"draw": 1}]
