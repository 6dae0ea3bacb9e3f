"""Playing at the table: taps, drags, refusals, undo, finish, the end."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.frontend.conftest import Opens
from tests.frontend.positions import FINISHABLE, KLONDIKE, LAST, RUSSIAN, board
from tests.frontend.tables import ScriptedTable
from tests.support.browsing import DESKTOP


def sent(table: ScriptedTable, kind: str) -> list[dict[str, Any]]:
    return [frame for frame in table.heard if frame["t"] == kind]


def toast(table: ScriptedTable) -> Any:
    return table.page.locator("#toast.on")


def test_a_drag_is_shown_before_its_answer(table: Opens) -> None:
    one = table(RUSSIAN)
    one.holding = True
    one.drag("TD", "a")
    assert one.shown()["a"] == ["KD", "QD", "JD", "TD", "KC", "5H"]
    assert [frame["move"] for frame in sent(one, "move")] == ["d3a"]
    one.holding = False
    one.let_go()
    one.check()


def test_a_card_turned_shows_its_face_with_the_answer(table: Opens) -> None:
    one = table(KLONDIKE, moving=True)
    one.holding = True
    one.drag("4H", "H")
    assert one.shown()["f"] == [""] * 5
    one.holding = False
    one.let_go()
    one.check()
    top = one.shown()["f"][-1]
    assert one.page.locator(f'.card[data-card="{top}"] use').get_attribute("href") == f"#p-{top}"


def test_moves_on_other_piles_are_pipelined(table: Opens) -> None:
    one = table(RUSSIAN)
    one.holding = True
    one.drag("5H", "H")
    one.drag("7D", "g")
    frames = sent(one, "move")
    assert [(frame["base"], frame["after"], frame["move"]) for frame in frames] == [
        (0, [], "dH"),
        (0, ["dH"], "b1g"),
    ]
    one.holding = False
    one.let_go()
    one.check()


def test_a_gesture_on_a_busy_pile_waits_its_turn(table: Opens) -> None:
    one = table(RUSSIAN)
    one.holding = True
    one.drag("5H", "H")
    one.drag("TD", "a")
    assert [frame["move"] for frame in sent(one, "move")] == ["dH"]
    one.holding = False
    one.let_go()
    one.check()
    assert [frame["move"] for frame in sent(one, "move")] == ["dH", "d2a"]


def test_placement_help_rings_what_is_legal_and_what_is_near(table: Opens) -> None:
    one = table(RUSSIAN)
    one.take("TD", "a")
    expect(one.page.locator(".ring.on")).to_have_count(1)
    expect(one.page.locator(".ring.near")).to_have_count(1)
    expect(one.page.locator(".hole.on")).to_have_count(1)
    one.page.mouse.up()
    expect(one.page.locator(".ring.on")).to_have_count(0)
    one.check()


def test_without_placement_help_nothing_is_ringed(table: Opens) -> None:
    one = table(RUSSIAN, chosen={"placement_help": False})
    one.take("TD", "a")
    expect(one.page.locator(".ring.on")).to_have_count(0)


def test_a_refusal_tells_the_rule_and_what_would_do(table: Opens) -> None:
    one = table(RUSSIAN, moving=True)
    one.drag("7D", "e")
    expect(toast(one)).to_have_text(
        "Not here: in Russian · Classic a card goes on the next rank of the same suit. 5♣ takes 4♣."
    )
    one.check()
    assert one.page.locator("#voice").text_content() == toast(one).text_content()


def test_without_interactive_rules_a_refusal_is_only_a_shake(table: Opens) -> None:
    one = table(RUSSIAN, chosen={"interactive_rules": False})
    one.drag("7D", "e")
    one.check()
    assert not sent(one, "move")
    expect(toast(one)).to_have_count(0)


def test_several_cards_never_go_to_a_foundation(table: Opens) -> None:
    one = table(RUSSIAN)
    one.drag("KC", "H")
    expect(toast(one)).to_have_text("Only one card at a time goes to a foundation.")
    one.check()


def test_any_foundation_takes_a_card_for_its_own(table: Opens) -> None:
    one = table(RUSSIAN)
    one.drag("5H", "C")
    one.check()
    assert one.table.texts == ["dH"]


def test_swipe_up_sends_a_last_card_to_its_foundation(table: Opens) -> None:
    one = table(RUSSIAN)
    x, y = one.grip("5H")
    mouse = one.page.mouse
    mouse.move(x, y + 40)
    mouse.down()
    mouse.move(x + 3, y - 20, steps=2)
    mouse.up()
    one.check()
    assert one.table.texts == ["dH"]


def test_auto_placement_finds_the_best_target(table: Opens) -> None:
    one = table(RUSSIAN, chosen={"auto_placement": True})
    x, y = one.grip("TD")
    one.page.mouse.move(x, y)
    one.page.mouse.down()
    one.page.mouse.move(x + 10, y + 400, steps=3)
    one.page.mouse.up()
    one.check()
    assert one.table.texts == ["d3a"]


def test_russian_tap_goes_up_or_chooses_and_the_next_tap_places(table: Opens) -> None:
    one = table(RUSSIAN)
    one.tap("5H")
    one.check()
    assert one.table.texts == ["dH"]
    one.tap("TD")
    expect(one.page.locator(".card.selected")).to_have_count(2)
    one.page.mouse.click(*one.grip("JD"))
    one.check()
    assert one.table.texts == ["dH", "d2a"]
    expect(one.page.locator(".card.selected")).to_have_count(0)


def test_russian_double_tap_finds_a_column(table: Opens) -> None:
    one = table(RUSSIAN)
    one.page.mouse.dblclick(*one.grip("TD"))
    one.check()
    assert one.table.texts == ["d3a"]
    assert [frame["double"] for frame in sent(one, "tap")] == [True]


def test_the_second_tap_of_a_card_gone_up_is_ignored(table: Opens) -> None:
    one = table(RUSSIAN)
    one.page.mouse.dblclick(*one.grip("5H"))
    one.check()
    assert one.table.texts == ["dH"]
    expect(one.page.locator(".card.selected")).to_have_count(0)


def test_klondike_tap_asks_for_the_best_place_else_chooses(table: Opens) -> None:
    one = table(KLONDIKE)
    one.tap("4H")
    one.check()
    assert one.table.texts == ["fH"]
    one.tap("KS")
    expect(one.page.locator(".card.selected")).to_have_count(2)
    one.page.keyboard.press("Escape")
    expect(one.page.locator(".card.selected")).to_have_count(0)


def test_the_stock_draws_at_once_and_turns_over_only_when_asked(table: Opens) -> None:
    one = table(KLONDIKE)
    one.holding = True
    for _ in range(5):
        one.draw()
    assert len(one.shown()["w"]) == len(KLONDIKE.waste) + 3
    one.holding = False
    one.let_go()
    one.check()
    assert one.table.texts == [">", ">", ">"]
    one.draw()
    one.check()
    assert one.table.texts[-1] == "<"


def test_an_empty_stock_without_a_pass_left_says_so(table: Opens) -> None:
    start = board("KL1-1S", "JCTH/8D/KSQH/6C5D/9S8H7S/4H/JD", "0213456", "23-A")
    one = table(start)
    one.draw()
    expect(toast(one)).to_have_text("No pass through the stock is left.")
    one.check()


def test_the_menu_offers_what_can_be_done(table: Opens) -> None:
    one = table(RUSSIAN)
    one.page.click('[data-do="menu"]')
    rows = one.page.locator("#menu [data-live]")
    expect(rows.first).to_be_visible()
    one.page.click('#menu [data-do="pause"]')
    expect(one.page.locator("#cover")).to_be_visible()
    one.page.click('[data-do="menu"]')
    expect(one.page.locator("#menu[open]")).to_be_visible()
    expect(rows.first).to_be_hidden()


def test_b04_three_clicks_move_one_card_once(table: Opens) -> None:
    one = table(KLONDIKE, moving=True)
    one.page.mouse.click(*one.grip("4H"), click_count=3)
    one.check()
    assert one.table.texts == ["fH"]


def test_b05_a_refusal_in_mid_air_then_undo_leaves_the_servers_board(table: Opens) -> None:
    one = table(RUSSIAN, moving=True)
    one.drag("5H", "H")
    one.check()
    one.holding = True
    one.refusing = "rank"
    one.drag("TD", "a")
    one.page.keyboard.press("z")
    one.holding = False
    one.let_go()
    one.check()
    one.page.keyboard.press("z")
    one.check()
    assert one.table.game.position.foundations == RUSSIAN.foundations


def test_undo_shows_its_answer_and_never_lowers_the_counter(table: Opens) -> None:
    one = table(RUSSIAN)
    one.tap("5H")
    one.check()
    one.page.click('[data-do="undo"]')
    one.check()
    assert one.table.texts == ["dH", "u"]
    expect(one.page.locator('.stat [data-put="moves"]')).to_have_text("1")
    expect(one.page.locator('[data-do="undo"]')).to_be_disabled()


def test_hint_pulses_a_pair_and_is_counted(table: Opens) -> None:
    one = table(RUSSIAN)
    one.page.click('[data-do="hint"]')
    expect(one.page.locator('.tool [data-put="hints"]')).to_have_text("2")
    expect(one.page.locator("#voice")).to_contain_text("Hint")
    one.check()
    assert one.table.texts == ["?"]


def test_ranked_has_no_hint_and_says_that_its_clock_runs_on(table: Opens) -> None:
    one = table(RUSSIAN, kind="ranked")
    expect(one.page.locator('[data-do="hint"]')).to_have_count(0)
    expect(one.page.locator("#placard")).to_contain_text("The clock never stops")
    assert "AAAAABB" not in one.page.content()


def test_that_the_clock_never_stops_is_said_whole_on_every_phone(table: Opens) -> None:
    """French takes the most room."""
    one = table(RUSSIAN, kind="ranked", lang="fr")
    for width in (390, 360, 320):
        one.page.set_viewport_size({"width": width, "height": 640})
        placard = one.page.locator("#placard")
        expect(placard).to_contain_text("Le chronomètre ne s’arrête jamais")
        cut = """() => [...document.querySelectorAll("#placard, #placard > *")].some((one) =>
          one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)"""
        one.page.wait_for_function(f"!({cut})()")


def test_b24_a_finish_is_one_item_group_and_wins(table: Opens) -> None:
    one = table(FINISHABLE)
    expect(one.page.locator(".tool.lit")).to_have_count(1)
    one.page.click('[data-do="finish"]')
    end = one.page.locator("dialog#end[open]")
    expect(end).to_contain_text("Solved in")
    expect(end).to_contain_text("Clean")
    assert len(one.table.texts) == 11
    assert one.table.game.won
    one.check()


@pytest.mark.parametrize("moving", [False, True])
def test_the_last_card_wins_with_or_without_motion(table: Opens, moving: bool) -> None:
    one = table(LAST, moving=moving)
    one.tap("KH")
    expect(one.page.locator("dialog#end[open]")).to_contain_text("Solved in")
    expect(one.page.locator("dialog#end [data-put=up]")).to_have_text("52")


def test_a_won_game_with_an_undo_is_not_clean(table: Opens) -> None:
    one = table(LAST)
    one.table.record("Sb", 0)
    one.table.record("u", 0)
    one.page.reload()
    one.idle()
    one.tap("KH")
    expect(one.page.locator("dialog#end[open]")).to_be_visible()
    expect(one.page.locator("#clean")).to_be_hidden()


def test_pause_covers_the_board_and_stops_the_clock(table: Opens) -> None:
    one = table(RUSSIAN, device=DESKTOP)
    one.page.click('[data-do="menu"]')
    one.page.click('#menu [data-do="pause"]')
    expect(one.page.locator("#cover")).to_be_visible()
    expect(one.page.locator(".card").first).to_be_hidden()
    expect(one.page.locator('[data-do="undo"]')).to_be_disabled()
    one.page.click('#cover [data-do="pause"]')
    expect(one.page.locator("#cover")).to_be_hidden()
    one.check()


def test_after_a_pause_the_clock_goes_on_where_it_stood(table: Opens) -> None:
    one = table(RUSSIAN, clock=True)
    one.page.clock.pause_at(one.page.evaluate("Date.now()") / 1000 + 1)

    def passes(ms: int) -> None:
        one.now += ms
        one.page.clock.run_for(ms)

    time = one.page.locator('[data-put="time"]').first
    one.page.click('[data-do="menu"]')
    one.page.click('#menu [data-do="pause"]')
    expect(one.page.locator("#cover")).to_be_visible()
    # Not so long that the page misses the answer to a ping, and is told the time anew.
    passes(22_000)
    one.page.click('#cover [data-do="pause"]')
    expect(one.page.locator("#cover")).to_be_hidden()
    expect(time).to_have_text(re.compile("^0:0[01]$"))
    passes(10_000)
    expect(time).to_have_text(re.compile("^0:1[012]$"))
    one.page.clock.resume()


def test_stop_asks_and_then_tells(table: Opens) -> None:
    one = table(RUSSIAN)
    one.page.click('[data-do="menu"]')
    one.page.click('#menu [data-do="stop"]')
    one.page.click('[data-do="yes"]')
    expect(one.page.locator("dialog#end[open]")).to_contain_text("Game stopped")
    assert one.table.result == "stopped"


def test_windows_score_falls_with_the_clock(table: Opens) -> None:
    start = board("KL1-1W", "JCTH/8D/KSQH/6C5D/9S8H7S/4H/JD", "0213456", "23-A", stock=9)
    one = table(start)
    one.tap("4H")
    one.check()
    one.now += 10_500
    one.page.reload()
    one.idle()
    score = one.page.locator('.stat [data-put="score"]')
    expect(score).to_have_text(str(one.table.game.score_at(10_500)))
    assert one.table.game.score_at(10_500) < one.table.game.score_at(0)
