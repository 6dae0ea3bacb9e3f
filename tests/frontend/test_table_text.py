"""The table in words: read and played by typing, with the picture out of the way."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.frontend.conftest import Opens
from tests.frontend.positions import EVERY, FINISHABLE, KLONDIKE, RUSSIAN, board
from tests.frontend.tables import ScriptedTable
from tests.frontend.test_table_keys import press, serious
from tests.frontend.test_table_page import CUT_OFF, PHONES, SMALL, turned
from tests.frontend.test_table_race import NOW, room
from tests.support.browsing import DESKTOP, PHONE

ON = {"text_board": True}
RANK_NAMES = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def field(one: ScriptedTable) -> Locator:
    return one.page.locator("#text-field")


def column(one: ScriptedTable, number: int) -> Locator:
    return one.page.locator("#text ul").first.locator("li").nth(number - 1)


def typed(one: ScriptedTable, *inputs: str) -> None:
    """Typed into the field as it has the focus, each with Enter."""
    expect(field(one)).to_be_focused()
    for text in inputs:
        one.page.keyboard.type(text)
        one.page.keyboard.press("Enter")


def heard(one: ScriptedTable, *lines: str | re.Pattern[str]) -> None:
    """What was said since the last input is just this, and a voice said it."""
    expect(one.page.locator(".text-heard p")).to_have_text([*lines])
    expect(one.page.locator("#voice")).to_contain_text(lines[-1])


def test_a_game_is_won_by_typing_alone(table: Opens) -> None:
    one = table(FINISHABLE, device=DESKTOP, chosen=ON)
    typed(one, "jh up", "cS", "j of diamonds up", "2 up", "QUEEN OF HEARTS to foundation")
    one.check()
    assert one.table.texts == ["bH", "cS", "eD", "bS", "cH"]
    typed(one, "5 up", "qdup", "K S up", "kh to hearts", "kd up")
    heard(one, "King of diamonds to foundation of diamonds")
    typed(one, "gC")
    end = one.page.locator("dialog#end[open]")
    expect(end).to_contain_text("Solved in")
    assert one.page.evaluate("document.querySelector('#end').contains(document.activeElement)")
    press(one, "Escape")
    expect(one.page.locator("#text")).to_contain_text("The game is over.")
    typed(one, "u")
    heard(one, "This game is over. e shows the result.")
    typed(one, "e")
    expect(end).to_be_visible()


def test_the_first_tab_switches_it_on_and_a_button_off(table: Opens) -> None:
    one = table(KLONDIKE, device=DESKTOP)
    press(one, "Tab")
    expect(one.page.locator("#text-way")).to_be_focused()
    expect(one.page.locator("#text-way")).to_have_text("Switch to the text board")
    press(one, "Enter")
    expect(field(one)).to_be_focused()
    one.until(lambda: one.saved == [{"text_board": True}], "the setting")
    picture = one.page.locator("#board")
    expect(picture).to_have_attribute("aria-hidden", "true")
    expect(picture.locator('[tabindex="0"]')).to_have_count(0)
    assert not serious(one)
    typed(one, "d")
    one.check()
    expect(picture.locator('[tabindex="0"]')).to_have_count(0)
    one.page.get_by_role("button", name="Switch the text board off").press("Enter")
    expect(one.page.locator("#text")).to_be_hidden()
    expect(picture).not_to_have_attribute("aria-hidden", "true")
    expect(one.page.locator("#text-way")).to_be_focused()
    one.until(lambda: one.saved[1:] == [{"text_board": False}], "the setting")
    press(one, "4")
    expect(one.page.locator('.card[data-card="5D"]')).to_be_focused()


def test_the_settings_have_it_too(table: Opens) -> None:
    one = table(RUSSIAN)
    one.page.click('.head [data-do="settings"]')
    box = one.page.locator("#settings [name=text_board]")
    box.check()
    expect(one.page.locator("#text h2")).to_have_text("Text board")
    box.uncheck()
    expect(one.page.locator("#text")).to_be_hidden()
    one.until(lambda: one.saved == [{"text_board": True}, {"text_board": False}], "both")


def test_piles_are_read_in_the_page_and_by_questions(table: Opens) -> None:
    one = table(KLONDIKE, chosen=ON)
    expect(column(one, 4)).to_have_text("Column 4: 3 face down, 6 of clubs, 5 of diamonds")
    headings = one.page.locator("#text h3")
    expect(headings).to_have_text(["Columns", "Stock and waste", "Foundations"])
    typed(one, "c3")
    heard(one, "Column 3: 1 face down, king of spades, queen of hearts")
    typed(one, "w")
    stock = "Stock: 9 cards face down"
    waste = "Waste, top first: 6 of diamonds, queen of spades, 9 of clubs; "
    expect(one.page.locator(".text-heard p")).to_have_text([stock, waste + "4 cards"])
    typed(one, "s")
    heard(one, "2 of spades", "3 of hearts", "Diamonds: empty", "Ace of clubs")
    typed(one, "8h?")
    heard(one, "8 of hearts and 1 card on it: column 5.", "It has no move.")
    typed(one, "4h")
    heard(one, "4 of hearts: column 6.", "It may go to foundation of hearts.")
    typed(one, "t")
    heard(one, re.compile(r"^0:\d\d, score 0, 0 moves\.$"), "6 of 52 cards up, 21 face down.")
    typed(one, "l", "c")
    assert one.page.locator(".text-heard p").count() == 7
    assert not one.table.texts


def test_where_the_game_shows_all_cards_they_are_read(table: Opens) -> None:
    start = board(
        "KL1-1T", "JCTH/8D/KSQH/6C5D/9S8H7S/4H/JD", "0213456", "23-A", stock=9, waste="6D"
    )
    one = table(start, chosen=ON)
    below = one.view().hidden
    assert isinstance(below, list)
    typed(one, below[2])
    expect(one.page.locator(".text-heard p")).to_contain_text([": column 3.", "face down"])
    expect(column(one, 3)).to_contain_text("1 face down (")
    expect(one.page.locator("#text")).to_contain_text("in the order of drawing:")


def test_all_legal_moves_are_told(table: Opens) -> None:
    one = table(KLONDIKE, chosen=ON)
    typed(one, "m")
    lines = one.page.locator(".text-heard p")
    legal = one.view().legal
    assert isinstance(legal, dict)
    expect(lines).to_have_count(1 + sum(map(len, legal.values())))
    for line in ("6 of diamonds to column 5", "Draw from the stock"):
        expect(lines.filter(has_text=line)).to_have_count(1)


def test_moves_are_told_and_the_columns_kept_fresh(table: Opens) -> None:
    one = table(KLONDIKE, chosen=ON)
    typed(one, "6d to 5")
    heard(one, "6 of diamonds to column 5")
    expect(column(one, 5)).to_contain_text("7 of spades, 6 of diamonds")
    typed(one, "4h up")
    one.idle()
    turned_up = one.shown()["f"][-1]
    name = f"{RANK_NAMES.get(turned_up[0], turned_up[0])} of {SUIT_NAMES[turned_up[1]]}"
    heard(one, "4 of hearts to foundation of hearts", f"{name[0].upper()}{name[1:]} turned up")
    typed(one, "l")
    expect(one.page.locator(".text-heard p")).to_contain_text("4 of hearts to foundation of hearts")
    typed(one, "u", "d")
    expect(one.page.locator(".text-heard p")).to_contain_text("Drawn:")
    one.elsewhere("u")
    one.check()
    expect(column(one, 6)).to_contain_text("4 of hearts")
    expect(field(one)).to_be_focused()
    assert one.table.texts == ["we", "fH", "u", ">", "u"]


def test_typed_moves_are_pipelined_and_wait_as_taps_do(table: Opens) -> None:
    one = table(KLONDIKE, chosen=ON)
    one.holding = True
    typed(one, "4h up", "6d 5", "d", "w up")
    items = [frame["move"] for frame in one.heard if frame["t"] == "move"]
    assert items == ["fH", "we"]  # a draw counts on the waste, and what it turns is not known yet
    one.holding = False
    one.let_go()
    one.check()
    assert one.table.texts == ["fH", "we", ">"]
    expect(one.page.locator(".text-heard")).to_contain_text("a foundation goes up one rank")


def test_refusals_are_told_in_words(table: Opens) -> None:
    one = table(KLONDIKE, chosen=ON)
    typed(one, "6d to 3")
    said = one.page.locator(".text-heard p")
    expect(said).to_contain_text("Queen of hearts takes jack of spades or jack of clubs.")
    for text, answer in (
        ("kh to 1", "The king of hearts is not to be seen."),
        ("1 up", "Not yet: a foundation goes up one rank at a time, from the ace."),
        ("jc up", "Only one card at a time goes to a foundation."),
        ("d4a", "That card is still face down."),
        ("4h on 2s", "No column ends with the 2 of spades."),
        ("9c up", "The 9 of clubs has other cards on it."),
        ("fS", "That is not possible here."),
        ("a9b", "That is not possible here."),
        ("<", "That is not possible here."),
        ("f", "The game cannot be finished yet."),
        ("hurrah", "“hurrah” was not understood."),
    ):
        typed(one, text)
        expect(said).to_contain_text([answer])
    assert not one.table.texts
    expect(one.page.locator("#voice")).to_contain_text("Type for example 4h to 3")


def test_without_interactive_rules_a_refusal_is_still_heard(table: Opens) -> None:
    one = table(KLONDIKE, chosen=ON | {"interactive_rules": False})
    typed(one, "6d to 3")
    heard(one, "That is not possible here.")
    assert [frame["t"] for frame in one.heard] == ["hello"]


def test_a_column_that_could_mean_two_cards_asks_which(table: Opens) -> None:
    one = table(RUSSIAN, chosen=ON)
    typed(one, "4 to 6")
    heard(one, "King of clubs and 1 card to column 6")
    typed(one, "d")
    heard(one, "This game has no stock.")
    assert one.table.texts == ["d2f"]


def test_a_hint_is_heard_alone(table: Opens) -> None:
    one = table(RUSSIAN, chosen=ON)
    typed(one, "h")
    expect(one.page.locator(".text-heard p")).to_have_text([re.compile(r"^Hint: \d+ of \w+ to ")])
    typed(one, "l")
    heard(one, "Nothing has been done since this page was opened.")


def test_a_pause_hides_the_words_too(table: Opens) -> None:
    one = table(KLONDIKE, chosen=ON)
    typed(one, "p")
    heard(one, "The game is paused.")
    expect(one.page.locator("#text li")).to_have_count(0)
    typed(one, "3", "d")
    heard(one, "The game is paused.")
    typed(one, "p")
    heard(one, "The game goes on.")
    expect(column(one, 1)).to_have_text("Column 1: jack of clubs, 10 of hearts")


def test_a_race_is_played_and_its_start_told(table: Opens) -> None:
    one = table(RUSSIAN, kind="ranked", race=room(2, starts_at=NOW + 4000), waits=True, chosen=ON)
    expect(one.page.locator("#text")).to_contain_text("The cards are not dealt yet.")
    typed(one, "m")
    heard(one, "The cards are not dealt yet.")
    one.begin()
    expect(one.page.locator("#voice")).to_have_text("The race has started.")
    typed(one, "5h up", "t")
    one.check()
    expect(one.page.locator(".text-heard")).to_contain_text("left")
    typed(one, "h")
    heard(one, "This game gives no hints.")
    typed(one, "p")
    heard(one, "The clock of this game never stops.")
    assert one.table.texts == ["dH"]


def test_a_lost_line_is_told(table: Opens) -> None:
    one = table(RUSSIAN, chosen=ON)
    one.up = False
    one.cut()
    heard(one, "Connection lost. Trying again…")
    one.up = True
    expect(one.page.locator("#voice")).to_have_text("Connected again.", timeout=12000)


def test_arrows_bring_back_what_was_typed(table: Opens) -> None:
    one = table(RUSSIAN, chosen=ON)
    typed(one, "c3", "5h")
    press(one, "ArrowUp")
    expect(field(one)).to_have_value("5h")
    press(one, "ArrowUp", "ArrowUp")
    expect(field(one)).to_have_value("c3")
    press(one, "ArrowDown", "ArrowDown")
    expect(field(one)).to_have_value("")


@pytest.mark.parametrize("start", [KLONDIKE, RUSSIAN], ids=["klondike", "russian"])
def test_no_hidden_card_is_named(table: Opens, start: Any) -> None:
    one = table(start, chosen=ON)
    typed(one, "c", "w", "m", "?")
    seen = {card for cards in one.shown().values() for card in cards if card}
    text = one.page.locator("#text").inner_text() + one.page.locator("#voice").inner_text()
    # The help's examples are cards of its own.
    examples = {"4H", "5S"}
    for card in set(EVERY) - seen - examples:
        name = f"{RANK_NAMES.get(card[0], card[0])} of {SUIT_NAMES[card[1]]}"
        assert name not in text.lower(), card
    assert one.page.locator("#text li").count() > 7


FRENCH = ["5 de cœur haut", "7 carreau sur 8 carreau", "rp vers 6", "annuler", "colonne 3"]
BOKMAL = ["hjerter 5 opp", "ruter 7 på ruter 8", "spar konge til 6", "angre", "kolonne 3"]


@pytest.mark.parametrize(("lang", "inputs"), [("fr", FRENCH), ("nb", BOKMAL)])
def test_words_of_the_language_do(table: Opens, lang: str, inputs: list[str]) -> None:
    one = table(RUSSIAN, lang=lang, chosen=ON)
    typed(one, *inputs[:-1])
    one.check()
    assert one.table.texts == ["dH", "b1g", "c5f", "u"]
    typed(one, inputs[-1])
    expect(one.page.locator(".text-heard p")).to_have_text(column(one, 3).inner_text())
    typed(one, "?")
    expect(one.page.locator(".text-heard p").first).to_contain_text(
        {"fr": "4h vers 3", "nb": "4h til 3"}[lang]
    )


@pytest.mark.parametrize(
    ("device", "theme"), [(PHONE, "felt"), (DESKTOP, "midnight"), (PHONE, "linen")]
)
def test_axe_finds_nothing_serious(table: Opens, device: Any, theme: str) -> None:
    one = table(KLONDIKE, device=device, chosen=ON | {"theme": theme})
    typed(one, "m")
    assert not serious(one)


def test_words_and_picture_share_the_page(table: Opens) -> None:
    one = table(KLONDIKE, chosen=ON)
    for size in [*PHONES, (1000, 700)]:
        turned(one, size)
        assert not one.page.evaluate(SMALL), size
        # The words scroll: their last button may lie below.
        cut = [html for html in one.page.evaluate(CUT_OFF) if 'class="button"' not in html]
        assert not cut, size
        words, picture = (one.page.locator(at).bounding_box() for at in ("#text", "#board"))
        assert words
        assert picture
        below = words["y"] + words["height"] <= picture["y"] + 0.5
        assert below or words["x"] + words["width"] <= picture["x"] + 0.5, size
    # Whoever sees the picture plays on it still, and the field keeps the focus.
    one.tap("4H")
    one.check()
    assert one.table.texts == ["fH"]
    expect(field(one)).to_be_focused()
