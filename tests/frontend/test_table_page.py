"""The table's page: zones and sizes in a real browser, settings, weight."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from engine.position import Position
from tests.frontend.conftest import Opens
from tests.frontend.positions import DEEP, KLONDIKE, RUSSIAN
from tests.frontend.tables import FRONTEND, HOST, ScriptedTable
from tests.support.browsing import DESKTOP, PHONE

MOST_JS = 25_000
MOST_BYTES = 65_000
MOST_REQUESTS = 20


# viewport -> the board's zone, a Russian card's width
ZONES = {
    (390, 844): ((390, 844 - 52 - 64), 49),
    (360, 640): ((360, 640 - 52 - 64), 45),
    (844, 390): ((844 - 84 - 148, 390), 56),
    (1440, 900): ((1440 - 320, 900 - 60 - 64), 112),
    (768, 1024): ((768, 1024 - 60 - 64), 80),
}
PHONES = [(390, 844), (360, 640), (320, 568), (844, 390), (568, 320)]
CUT_OFF = """() => [...document.querySelectorAll(".card, .slot, button, .stat b")].filter((one) => {
  const {left, top, right, bottom, width} = one.getBoundingClientRect();
  const outside = right > innerWidth + .5 || bottom > innerHeight + .5;
  return width && (left < 0 || top < 0 || outside);
}).map((one) => one.outerHTML.slice(0, 80))"""
SMALL = """() => [...document.querySelectorAll("button")].filter((one) => {
  const {width, height} = one.getBoundingClientRect();
  return width && (width < 44 || height < 44);
}).map((one) => one.outerHTML.slice(0, 80))"""


def turned(table: ScriptedTable, size: tuple[int, int]) -> None:
    """Give the page another size, and wait until its board has taken it."""
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    table.page.evaluate(frames)
    table.check()


def test_zones_and_cards_are_as_wide_as_the_look_says(table: Opens) -> None:
    one = table(RUSSIAN, device=DESKTOP)
    for size, (zone, card) in ZONES.items():
        turned(one, size)
        box = one.page.locator("#board").bounding_box()
        assert box
        assert (box["width"], box["height"]) == zone, size
        width = one.card("KD")["width"]
        assert round(width, 3) == card, size
        assert abs(one.card("KD")["height"] / width - 1.4) < 0.02


@pytest.mark.parametrize("start", [DEEP, KLONDIKE], ids=["russian", "klondike"])
def test_nothing_is_cut_off_and_every_target_is_large(table: Opens, start: Position) -> None:
    one = table(start)
    for size in PHONES:
        turned(one, size)
        assert not one.page.evaluate(CUT_OFF), size
        assert not one.page.evaluate(SMALL), size
        assert one.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_left_hand_mirrors_top_row_and_tools(table: Opens) -> None:
    one = table(KLONDIKE, chosen={"left_hand": True})
    x = {pile: one.end_of(pile)["x"] for pile in "SHDCwsag"}
    assert (x["S"], x["s"]) == (x["a"], x["g"])
    assert x["C"] < x["w"] < x["s"]
    tools = [one.page.locator(f'#tools [data-do="{name}"]') for name in ("new", "undo")]
    first, last = (tool.bounding_box() for tool in tools)
    assert first
    assert last
    assert first["x"] < last["x"]


def test_settings_hold_at_once_and_are_saved(table: Opens) -> None:
    one = table(KLONDIKE)
    one.page.click('.head [data-do="settings"]')
    dialog = one.page.locator("#settings[open]")
    dialog.locator("[value=linen]").check()
    expect(one.page.locator("html[data-theme='linen']")).to_have_count(1)
    dialog.locator("[name=left_hand]").check()
    dialog.locator("[name=draw][value='3']").check()
    one.page.keyboard.press("Escape")
    one.check()
    assert one.end_of("s")["x"] > one.end_of("S")["x"]
    assert one.saved == [{"theme": "linen"}, {"left_hand": True}, {"draw": 3}]


def test_settings_that_change_what_the_server_shows_ask_it_anew(table: Opens) -> None:
    one = table(KLONDIKE)
    one.page.click('.head [data-do="settings"]')
    one.page.locator("[name=columns_first]").check()
    one.until(lambda: [frame["t"] for frame in one.heard].count("hello") == 2, "a second hello")
    assert one.saved == [{"columns_first": True}]


def test_new_game_posts_the_same_event(table: Opens) -> None:
    one = table(KLONDIKE)
    one.page.click('#tools [data-do="new"]')
    with one.page.expect_request(lambda request: request.method == "POST") as posted:
        one.page.click("dialog#new [data-kind=casual]")
    one.page.wait_for_url(f"{HOST}/new/")
    body = posted.value.post_data or ""
    for field in ("rules=KL1-3", "kind=casual", "csrfmiddlewaretoken="):
        assert field in body


@pytest.mark.parametrize("lang", ["fr", "nb"])
def test_court_cards_carry_the_languages_letters(table: Opens, lang: str) -> None:
    one = table(RUSSIAN, lang=lang)
    faces = {
        card: one.page.locator(f'.card[data-card="{card}"] use').get_attribute("href")
        for card in ("KD", "QD", "JD")
    }
    wanted = {"fr": ["#p-RD", "#p-DD", "#p-VD"], "nb": ["#p-KD", "#p-DD", "#p-KnD"]}[lang]
    assert list(faces.values()) == wanted
    assert one.page.locator("html").get_attribute("lang") == lang


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_first_load_is_light(table: Opens, device: Any, lang: str) -> None:
    one = table(KLONDIKE, device=device, moving=True, lang=lang, kind="ranked")
    one.page.wait_for_load_state("networkidle")
    sizes = first_load(one)
    scripts = {name: size for name, size in sizes.items() if re.search(r"\.js$|jsi18n", name)}
    assert sum(scripts.values()) <= MOST_JS, scripts
    assert sum(sizes.values()) <= MOST_BYTES, sizes
    assert len(sizes) <= MOST_REQUESTS, sorted(sizes)


def first_load(table: ScriptedTable) -> dict[str, int]:
    """What the page fetches by itself, with the bytes each takes on the wire."""
    names: list[str] = table.page.evaluate(
        """() => [location.pathname, ...performance.getEntriesByType("resource")
          .map((one) => new URL(one.name).pathname)]"""
    )
    icon = table.page.locator('link[rel="icon"]').get_attribute("href") or ""
    return {name: weight(table, name) for name in dict.fromkeys([*names, icon])}


def weight(table: ScriptedTable, name: str) -> int:
    if name.startswith("/play/"):
        content = table.html().encode()
    elif name.startswith("/jsi18n/"):
        content = table.catalogue()
    else:
        content = (FRONTEND / re.sub(r"^/static/v-\w+/", "", name)).read_bytes()
    return len(content) if name.endswith(".woff2") else len(gzip.compress(content, 9))


def test_the_pages_icons_are_those_of_the_deck() -> None:
    drawn = dict(re.findall(r'<symbol id="(\w+)"[^>]*>(.*?)</symbol>', read("icons.svg")))
    used = re.findall(
        r'<symbol id="i-(\w+)"[^>]*>(.*?)</symbol>', read("templates/games/table/icons.html")
    )
    assert len(used) > 10
    assert [name for name, drawing in used if drawn[name] != drawing] == []


def read(name: str) -> str:
    return (FRONTEND / name).read_text(encoding="utf-8")
