"""The table by keys alone, and for those who hear it."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.frontend.conftest import Opens
from tests.frontend.positions import FINISHABLE, KLONDIKE, RUSSIAN
from tests.frontend.tables import ScriptedTable
from tests.support.browsing import DESKTOP, PHONE

MINOR = {"minor", "moderate"}


def press(table: ScriptedTable, *keys: str) -> None:
    for key in keys:
        table.page.keyboard.press(key)


def on(table: ScriptedTable, card: str) -> None:
    """The keys stand on this card."""
    expect(table.page.locator(f".card[data-card='{card}']")).to_be_focused()


def test_a_digit_goes_to_a_column_and_arrows_walk(table: Opens) -> None:
    one = table(RUSSIAN, device=DESKTOP)
    press(one, "4")
    on(one, "5H")
    press(one, "ArrowUp", "ArrowUp")
    on(one, "TD")
    press(one, "ArrowRight")
    on(one, "5C")
    press(one, "ArrowLeft", "ArrowLeft")
    on(one, "9S")


def test_arrows_lead_from_columns_to_foundations_and_back(table: Opens) -> None:
    one = table(RUSSIAN, device=DESKTOP)
    press(one, "7", "ArrowRight", "ArrowDown", "ArrowDown")
    on(one, "2D")
    press(one, "ArrowLeft")
    on(one, "8D")
    two = table(RUSSIAN, device=PHONE)
    press(two, "4", *5 * ["ArrowUp"])
    on(two, "7S")
    press(two, "ArrowDown")
    on(two, "6H")


def test_the_tab_key_comes_in_by_one_card_whatever_is_played(table: Opens) -> None:
    one = table(RUSSIAN, device=DESKTOP)
    entry = one.page.locator('#board [tabindex="0"]')
    for item in ("b1g", "dH", "d2a"):
        expect(entry).to_have_count(1)
        one.elsewhere(item)
        expect(one.page.locator(f"html[data-seq='{one.table.seq}']")).to_have_count(1)
    press(one, "4")
    on(one, "6H")
    expect(entry).to_have_count(1)


def test_enter_plays_and_shift_enter_chooses(table: Opens) -> None:
    one = table(RUSSIAN, device=DESKTOP)
    press(one, "4")
    on(one, "5H")
    press(one, "Enter")
    one.check()
    assert one.table.texts == ["dH"]
    press(one, "4", "ArrowUp", "Shift+Enter")
    expect(one.page.locator(".card.selected")).to_have_count(2)
    press(one, "1", "Enter")
    one.check()
    assert one.table.texts == ["dH", "d2a"]


def test_space_draws_z_undoes_f_finishes_n_asks(table: Opens) -> None:
    one = table(KLONDIKE, device=DESKTOP)
    press(one, "Space")
    expect(one.page.locator("html[data-seq='1']")).to_have_count(1)
    press(one, "z")
    expect(one.page.locator("html[data-seq='2']")).to_have_count(1)
    one.check()
    assert one.table.texts == [">", "u"]
    press(one, "f")
    press(one, "n")
    expect(one.page.locator("dialog#new[open]")).to_be_visible()
    press(one, "z")
    press(one, "Escape")
    expect(one.page.locator("dialog#new[open]")).to_have_count(0)
    assert one.table.texts == [">", "u"]
    two = table(FINISHABLE, device=DESKTOP)
    press(two, "f")
    expect(two.page.locator("dialog#end[open]")).to_be_visible()


def test_keys_of_browser_and_buttons_are_left_alone(table: Opens) -> None:
    one = table(KLONDIKE, device=DESKTOP)
    press(one, "Control+f", "Alt+z")
    one.page.locator('[data-do="new"]').first.focus()
    one.page.locator('#tools [data-do="new"]').focus()
    press(one, "Space")
    expect(one.page.locator("dialog#new[open]")).to_be_visible()
    assert not one.table.texts


def test_moves_are_told_by_one_polite_voice(table: Opens) -> None:
    one = table(RUSSIAN)
    # What a dialog says of itself is apart: the board behind it is inert then.
    voice = one.page.locator(":is([role=status], [aria-live]):not(dialog *)")
    expect(voice).to_have_count(1)
    one.drag("TD", "a")
    one.check()
    expect(voice).to_have_text("10 of diamonds and 2 cards to column 1")
    one.page.click('[data-do="undo"]')
    expect(voice).to_contain_text("Undone")


def test_every_pile_is_a_named_group_that_owns_its_cards(table: Opens) -> None:
    one = table(KLONDIKE)
    groups = one.page.evaluate(
        """() => [...document.querySelectorAll(".ground")].map((ground) => [
          ground.getAttribute("aria-label"),
          (ground.getAttribute("aria-owns") ?? "").split(" ").filter(Boolean)
            .map((id) => document.getElementById(id).dataset.card),
        ])"""
    )
    told = dict(groups)
    assert len(told) == 13
    assert told["Column 4: 3 cards face down"] == ["6C", "5D"]
    assert told["Waste"] == ["6D"]
    assert told["Foundation of diamonds: empty"] == []
    assert told["Stock: 9 cards face down"] == []


def test_face_down_cards_carry_no_name(table: Opens) -> None:
    one = table(KLONDIKE)
    html = one.page.content()
    hidden = {card for column in one.shown().values() for card in column if not card}
    assert hidden == {""}
    assert html.count('data-card="') == sum(
        1 for cards in one.shown().values() for card in cards if card
    )


@pytest.mark.parametrize(
    ("device", "theme"), [(PHONE, "felt"), (DESKTOP, "midnight"), (PHONE, "linen")]
)
def test_axe_finds_nothing_serious(table: Opens, device: Any, theme: str) -> None:
    one = table(KLONDIKE, device=device, chosen={"theme": theme})
    assert not serious(one)


def test_axe_finds_nothing_serious_in_dialogs(table: Opens) -> None:
    one = table(FINISHABLE)
    for opener, dialog in (
        ('[data-do="menu"]', "menu"),
        ('.head [data-do="settings"]', "settings"),
        ('#tools [data-do="new"]', "new"),
        ('[data-do="finish"]', "end"),
    ):
        one.page.locator(opener).first.click()
        expect(one.page.locator(f"dialog#{dialog}[open]")).to_be_visible()
        assert not serious(one), dialog
        one.page.keyboard.press("Escape")


def serious(table: ScriptedTable) -> list[str]:
    """What axe finds, but minor and moderate things."""
    found = Axe().run(table.page).response["violations"]
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes']][:3]}"
        for one in found
        if one["impact"] not in MINOR
    ]
