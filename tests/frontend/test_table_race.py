"""The table in a race: the countdown, rivals in strip and panel, the feed, zen mode."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec import UNSET, structs
from playwright.sync_api import Locator, expect

from games.protocol import Peer, Room, RoomSeat
from tests.frontend.conftest import Opens
from tests.frontend.positions import KLONDIKE, RUSSIAN
from tests.frontend.tables import HOST, TOKEN, ScriptedTable
from tests.frontend.test_table_page import CUT_OFF, PHONES, SMALL, turned
from tests.support.browsing import DESKTOP

NOW = 1_000_000
NAMES = ("Ingrid", "Sindre", "Birgitta", "Halvard", "Solveig", "Torkel", "Yngvild", "Oddvar",
         "Ragnhild", "Wilhelmina-Alexandra")  # fmt: skip


def room(count: int, *, starts_at: int = NOW, **fields: Any) -> Room:
    """A running race whose first seat is the page's own."""
    seats = [RoomSeat(n, NAMES[n], True, True, 0, 21, 0, "playing") for n in range(count)]
    facts: dict[str, Any] = {
        "version": 1, "now": NOW, "state": "running", "event": "RU1-C", "limit": 10,
        "rated": False, "public": False, "host": 0, "you": 0, "seats": seats,
        "starts_at": starts_at, "ends_at": starts_at + 600_000,
    }  # fmt: skip
    return Room(**facts | fields)


def chips(one: ScriptedTable) -> Locator:
    return one.page.locator("#race-chips .racer")


def told(one: ScriptedTable) -> Locator:
    return one.page.locator("#toast.on")


def test_the_last_three_seconds_are_counted_before_a_card_is_seen(table: Opens) -> None:
    one = table(RUSSIAN, clock=True, race=room(2, starts_at=NOW + 4000), waits=True)
    start = one.page.locator("#race-start")
    expect(start).to_be_visible()
    expect(chips(one)).to_have_count(2)
    seen = []
    for _ in range(40):
        seen.append(start.locator("b").inner_text())
        one.page.clock.run_for(100)
    shown = [text for n, text in enumerate(seen) if text and text != seen[n - 1]]
    assert shown == ["3", "2", "1"]
    assert 9 <= seen.count("2") <= 11
    expect(one.page.locator("#voice")).to_have_text("The race starts in three seconds.")
    expect(one.page.locator(".card").first).to_be_hidden()
    one.begin()
    one.page.clock.run_for(1000)
    expect(start).to_be_hidden()
    expect(one.page.locator('.card[data-card="KD"]')).to_be_visible()


def test_nothing_is_cut_off_with_ten_at_a_phones_table(table: Opens) -> None:
    for position in (RUSSIAN, KLONDIKE):
        one = table(position, race=room(10))
        expect(chips(one)).to_have_count(10)
        for size in PHONES:
            turned(one, size)
            cut = [html for html in one.page.evaluate(CUT_OFF) if "racer" not in html]
            assert not cut, size
            assert not one.page.evaluate(SMALL), size
            strip = one.page.locator("#race").bounding_box()
            board = one.page.locator("#board").bounding_box()
            assert strip
            assert board
            apart = strip["y"] + strip["height"] <= board["y"] + 0.5
            assert apart or strip["x"] >= board["x"] + board["width"] - 0.5, size
            assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def stopped(one: ScriptedTable) -> Locator:
    """Stop the own game; the dialog that tells its end."""
    one.page.locator("#tools").get_by_role("button", name="Stop").click()
    one.page.get_by_role("button", name="Yes").click()
    dialog = one.page.get_by_role("dialog", name="Game stopped")
    expect(dialog).to_be_visible()
    return dialog


def race_ends(one: ScriptedTable, **fields: Any) -> None:
    """All have stopped, the own seat last."""
    assert one.race
    seats = [structs.replace(seat, state="stopped", place=1) for seat in one.race.seats]
    seats[0] = structs.replace(seats[0], place=len(seats))
    version = one.race.version + 1
    one.tell(structs.replace(one.race, version=version, state="ended", seats=seats, **fields))


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(10, [(390, 844), (390, 664), (360, 640)]), (4, [(844, 390), (568, 320)])],
)
def test_every_button_of_the_end_is_in_reach_and_the_rest_scrolls(
    table: Opens, count: int, sizes: list[tuple[int, int]]
) -> None:
    one = table(RUSSIAN, race=room(count))
    dialog = stopped(one)
    race_ends(one)
    expect(dialog.get_by_role("button", name="Rematch")).to_be_visible()
    for size in sizes:
        one.page.set_viewport_size({"width": size[0], "height": size[1]})
        for way in dialog.locator(".actions > :visible").all():
            expect(way).to_be_in_viewport(ratio=1)
        assert not [html for html in one.page.evaluate(CUT_OFF) if "racer" not in html], size
        for name in NAMES[1:count]:
            row = dialog.locator(".racer", has_text=name)
            row.scroll_into_view_if_needed()
            expect(row).to_be_in_viewport(ratio=0.9)
        title = dialog.get_by_role("heading")
        title.scroll_into_view_if_needed()
        expect(title).to_be_in_viewport(ratio=0.9)
        assert one.page.evaluate("document.querySelector('.end-body').clientHeight") > 120, size


def test_the_rematch_is_one_press_and_told_when_another_has_opened_it(table: Opens) -> None:
    one = table(RUSSIAN, race=room(2))
    dialog = stopped(one)
    rematch = dialog.get_by_role("button", name="Rematch")
    expect(rematch).to_be_hidden()
    race_ends(one)
    expect(rematch).to_be_visible()
    dialog.get_by_role("button", name="Look at the board").click()
    race_ends(one, rematch=TOKEN[::-1])
    expect(dialog.get_by_role("status")).to_contain_text(["", "A rematch is waiting"])
    with one.page.expect_request(lambda request: request.method == "POST") as posted:
        rematch.click()
    assert posted.value.url == f"{HOST}/races/{TOKEN}/rematch/"
    assert "csrfmiddlewaretoken=" in (posted.value.post_data or "")


def test_who_is_signed_out_is_led_to_sign_in_and_back(table: Opens) -> None:
    one = table(RUSSIAN, race=room(2))
    one.cut(4003)
    one.page.wait_for_url(f"{HOST}/accounts/login/?next=%2Fplay%2F{TOKEN}%2F")


def test_a_phones_strip_tells_states_and_names_apart_with_many(table: Opens) -> None:
    names = ("Ingrid", "Guest 4F7K", "Guest Q85B", "Sindre", "Guest-house")
    seats = [RoomSeat(n, name, True, True, 0, 21, 0, "playing") for n, name in enumerate(names)]
    seats[1] = structs.replace(seats[1], here=False)
    seats[2] = structs.replace(seats[2], state="stopped")
    seats[3] = structs.replace(seats[3], state="won", up=52, down=0, ms=9000)
    one = table(RUSSIAN, race=room(5, seats=seats))
    expect(chips(one).locator(".racer-name")).to_have_text(
        ["You", "Sindre", "4F7K", "Q85B", "Guest-house"]
    )
    for name, marked in (("Guest 4F7K", 1), ("Guest Q85B", 1), ("Sindre", 1), ("house", 0)):
        mark = chips(one).filter(has_text=name).locator(".racer-mark:visible")
        expect(mark).to_have_count(marked)


def test_the_feed_is_in_sight_with_ten_on_a_desktop(table: Opens) -> None:
    one = table(RUSSIAN, device=DESKTOP, race=room(10))
    one.page.set_viewport_size({"width": 1440, "height": 900})
    expect(one.page.locator("#race-panel .racer")).to_have_count(10)
    feed = one.page.locator(".race-news")
    expect(feed).to_be_in_viewport(ratio=1)
    empty = feed.locator(".race-feed")
    words = "getComputedStyle(document.querySelector('.race-news .race-feed'), '::before').content"
    assert one.page.evaluate(words) == '"Nothing to tell yet."'
    one.tell(Peer(1, 26, 4, 60, "playing"))
    expect(empty.locator("li")).to_be_in_viewport(ratio=1)
    assert one.page.evaluate(words) == "none"


def test_nobody_stops_before_the_start(table: Opens) -> None:
    one = table(RUSSIAN, race=room(2, starts_at=NOW + 4000), waits=True)
    expect(chips(one)).to_have_count(2)
    stop = one.page.locator("#tools").get_by_role("button", name="Stop")
    expect(stop).to_be_disabled()
    one.page.get_by_role("button", name="Menu").click()
    menu = one.page.get_by_role("dialog", name=re.compile("Russian"))
    expect(menu.get_by_role("button", name="Settings")).to_be_visible()
    expect(menu.get_by_role("button", name="Stop this game")).to_be_hidden()
    one.page.keyboard.press("Escape")
    one.begin()
    expect(stop).to_be_enabled()


def test_a_rival_is_shown_at_once_and_in_the_order_of_the_race(table: Opens) -> None:
    one = table(RUSSIAN, device=DESKTOP, race=room(3))
    rows = one.page.locator("#race-panel .racer")
    one.tell(Peer(2, 22, 9, 40, "playing"))
    expect(rows.first).to_contain_text("Birgitta: 22 of 52, 9 face down · 40 moves, place 1 of 3")
    expect(rows.nth(1)).to_contain_text(f"You: {one.view().up} of 52")
    expect(rows.first.locator(".track-up")).to_have_attribute("width", "22")
    expect(rows.first.locator(".track-down")).to_have_attribute("x", "43")
    assert one.race
    away = structs.replace(one.race.seats[1], here=False)
    seats = [one.race.seats[0], away, RoomSeat(2, "Birgitta", True, True, 22, 9, 40, "playing")]
    one.tell(structs.replace(one.race, version=2, seats=seats))
    expect(rows.filter(has_text="Sindre")).to_contain_text("connection lost")


def test_own_moves_move_the_own_bar_without_the_server(table: Opens) -> None:
    one = table(RUSSIAN, race=room(2))
    view = one.view()
    expect(chips(one).first.locator(".racer-up")).to_have_text(str(view.up))
    group = next(group for group, to in view.legal.items() if set(to) & set("SHDC"))
    move = group[0] + next(suit for suit in view.legal[group] if suit in "SHDC")
    one.elsewhere(move)
    expect(chips(one).first.locator(".racer-up")).to_have_text(str(view.up + 1))


def test_milestones_are_toasts_on_phones_and_a_feed_on_desktops(table: Opens) -> None:
    phone = table(RUSSIAN, race=room(2))
    expect(chips(phone)).to_have_count(2)
    phone.tell(Peer(1, 26, 4, 60, "playing"))
    expect(told(phone)).to_have_text("Sindre is half home")
    expect(phone.page.locator("#voice")).to_contain_text("Sindre is half home")
    desk = table(RUSSIAN, device=DESKTOP, race=room(2))
    expect(desk.page.locator("#race-panel .racer")).to_have_count(2)
    desk.tell(Peer(1, 26, 4, 60, "playing"))
    desk.tell(Peer(1, 27, 0, 66, "playing"))
    lines = desk.page.locator(".race-news li")
    expect(lines).to_have_text(["Sindre is half home", "Sindre has turned the last hidden card"])
    expect(told(desk)).to_have_count(0)
    log = desk.page.get_by_role("log")
    expect(log).to_contain_text("half home")


def test_zen_hides_rivals_and_their_news_and_is_remembered(table: Opens) -> None:
    one = table(RUSSIAN, race=room(3))
    expect(chips(one)).to_have_count(3)
    one.page.get_by_role("button", name="Everybody in this race").click()
    one.page.get_by_role("button", name="Hide rivals").click()
    one.page.keyboard.press("Escape")
    expect(chips(one)).to_have_count(1)
    one.tell(Peer(1, 26, 0, 60, "won"))
    # Where one stands would tell how far the hidden ones are.
    assert "place" not in chips(one).locator(".unseen").inner_text()
    expect(one.page.locator('.placard [data-put="place"]')).to_have_text("")
    expect(one.page.locator("#rivals .racer-name")).to_have_text("You")
    hidden = one.page.locator(".race-rows .racer, #race-chips .racer", has_text="Sindre")
    expect(hidden).to_have_count(0)
    one.open()
    expect(chips(one)).to_have_count(1)
    expect(told(one)).to_have_count(0)
    one.page.evaluate("localStorage.clear()")


def test_the_time_left_runs_by_the_servers_clock(table: Opens) -> None:
    one = table(RUSSIAN, clock=True, race=room(2, starts_at=NOW - 60_000))
    left = one.page.locator('.stat [data-put="left"]')
    one.page.clock.run_for(1000)
    expect(left).to_have_text(re.compile("8:59 left|9:00 left"))
    one.page.clock.run_for(30_000)
    expect(left).to_have_text(re.compile("8:29 left|8:30 left"))


def test_the_end_of_the_race_is_told_to_who_has_closed_the_end_of_their_game(
    table: Opens,
) -> None:
    one = table(RUSSIAN, race=room(2))
    dialog = stopped(one)
    expect(dialog).to_contain_text("1 still plays")
    dialog.get_by_role("button", name="Look at the board").click()
    expect(dialog).to_be_hidden()
    assert one.race
    seats = [
        structs.replace(one.race.seats[0], state="stopped", place=2),
        structs.replace(one.race.seats[1], state="timeup", up=3, place=1),
    ]
    one.tell(structs.replace(one.race, version=2, state="ended", seats=seats, rematch=UNSET))
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("link", name="See the results")).to_be_visible()
    expect(dialog).to_contain_text("place 2 of 2")
