"""The document pages in Chromium on the running service, phone and desktop: replay, forms, axe."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.pages.playing import ended_run

pytestmark = pytest.mark.e2e
LINES = Path(__file__).parents[1] / "data" / "pages" / "lines.json"
KLONDIKE, YUKON = json.loads(LINES.read_text("utf-8"))
ITEMS: list[str] = [*KLONDIKE["items"][:24], "u", KLONDIKE["items"][23]]
PAGES = [
    "/", "/new/", "/my/", "/rules/klondike/", "/fairness/", "/c/RU1-C-AAAAABB/", "/nope/",
    "/daily/", "/weekly/",
    "/boards/wins/RU1-C/week/", "/boards/day_streak/", "/settings/",
]  # fmt: skip


@pytest.fixture(params=["phone_page", "desktop_page"])
def page(request: pytest.FixtureRequest) -> Page:
    opened: Page = request.getfixturevalue(request.param)
    return opened


def faults(page: Page) -> list[str]:
    """What axe finds more than minor: rule and place."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes']]}"
        for one in found
        if one["impact"] != "minor"
    ]


def fits(page: Page) -> bool:
    """Nothing reaches past the right edge."""
    script = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(page.evaluate(script))


@pytest.mark.parametrize(
    ("device", "theme"),
    [("phone_page", "light"), ("phone_page", "dark"), ("desktop_page", "light")],
)
def test_axe_finds_nothing_on_the_pages(
    device: str, theme: Literal["light", "dark"], request: pytest.FixtureRequest
) -> None:
    page: Page = request.getfixturevalue(device)
    page.emulate_media(color_scheme=theme)
    for path in PAGES:
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
        assert faults(page) == [], path
        assert fits(page), path


def test_a_finished_game_is_replayed_step_by_step(page: Page) -> None:
    token = ended_run(page, KLONDIKE["code"], ITEMS)
    page.goto(f"/runs/{token}/")
    said = page.locator("#replay-said")
    expect(said).to_have_text("The start of the game")
    expect(page.locator("#items li")).to_have_count(len(ITEMS))
    assert faults(page) == []
    assert fits(page)
    page.get_by_role("button", name="One move on").click()
    expect(said).to_have_text("1 of 26 · Ace of clubs to foundation of clubs")
    expect(page.locator('.card[data-card="AC"]')).to_have_attribute("data-pile", "C")
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text("2 of 26 · Queen of hearts to column 1")
    expect(page.locator('.card[data-card="QH"]')).to_have_attribute("data-pile", "a")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(said).to_have_text("The start of the game")
    expect(page.locator('.card[data-card="QH"]')).to_have_attribute("data-pile", "b")
    page.get_by_role("button", name="To the end").click()
    expect(said).to_contain_text("26 of 26")
    page.locator("#items button").nth(24).click()
    expect(said).to_have_text("25 of 26 · Undone")
    expect(page.locator("#items [aria-current]")).to_contain_text("25")
    page.get_by_label("Position in the game").fill("3")
    expect(said).to_contain_text("3 of 26")
    expect(page.locator("#replay-words li").first).to_contain_text("king of clubs, queen of hearts")


def test_the_replay_plays_by_itself_and_pauses(desktop_page: Page) -> None:
    token = ended_run(desktop_page, YUKON["code"], YUKON["items"][:8])
    desktop_page.goto(f"/runs/{token}/")
    said = desktop_page.locator("#replay-said")
    expect(said).to_have_text("The start of the game")
    desktop_page.get_by_label("Speed").select_option("Fast")
    desktop_page.get_by_role("button", name="Play the replay").click()
    expect(said).to_contain_text("8 of 8")
    desktop_page.get_by_label("Speed").select_option("Slow")
    desktop_page.get_by_role("button", name="Play the replay").click()
    expect(said).to_contain_text("1 of 8")
    desktop_page.get_by_role("button", name="Pause the replay").click()
    desktop_page.get_by_role("button", name="Play the replay").wait_for()


def test_a_long_replay_is_fetched_by_slices(desktop_page: Page) -> None:
    desktop_page.goto("/")
    asked = desktop_page.evaluate(
        """async (path) => {
          const { ReplaySource, SLICE } = await import(path);
          const total = 450;
          const asked = [];
          const load = async (url) => {
            const from = Number(new URL(url, "http://x").searchParams.get("from"));
            asked.push(from);
            const count = Math.min(SLICE, total - from);
            const place = (_, i) => from + i;
            const items = Array.from({ length: count }, place).map((n) => [`i${n}`, n]);
            const whole = from + count === total;
            return { total, from, items, views: Array.from({ length: count + whole }, place) };
          };
          const source = new ReplaySource("/replay.json", load);
          const seen = [];
          for (const place of [0, 199, 200, 450, 400, 201]) {
            const step = await source.step(place);
            seen.push([step.view, step.item?.[0], step.last, step.next?.[0]]);
          }
          return { asked, seen };
        }""",
        desktop_page.evaluate("document.querySelector('script[src$=\"site.js\"]').src").replace(
            "site.js", "replay-source.js"
        ),
    )
    assert asked["asked"] == [0, 200, 400]
    assert asked["seen"] == [
        [0, None, None, "i0"],
        [199, "i198", 198, "i199"],
        [200, "i199", 199, "i200"],
        [450, "i449", 449, None],
        [400, "i399", 399, "i400"],
        [201, "i200", 200, "i201"],
    ]


def test_the_browsers_zone_is_told_and_a_form_is_sent_once(desktop_page: Page) -> None:
    desktop_page.goto("/")
    zone = desktop_page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    cookies = {one["name"]: one["value"] for one in desktop_page.context.cookies()}
    assert cookies["zone"].replace("%2F", "/") == zone
    posts: list[str] = []
    desktop_page.on("request", lambda one: posts.append(one.url) if one.method == "POST" else None)
    twice = "const b = document.querySelector('.game-play'); b.click(); b.click();"
    desktop_page.evaluate(twice)
    desktop_page.wait_for_url("**/play/*/")
    assert len(posts) == 1


def test_klondike_by_options_is_dealt_and_vegas_needs_no_passes(phone_page: Page) -> None:
    phone_page.goto("/")
    phone_page.get_by_text("Choose the rules").click()
    phone_page.get_by_label("Three cards").check()
    phone_page.get_by_label("Vegas").check()
    expect(phone_page.get_by_label("Unlimited")).to_be_disabled()
    phone_page.get_by_label("Thoughtful").check()
    phone_page.get_by_role("button", name="Play Klondike", exact=True).click()
    phone_page.wait_for_url("**/play/*/")
    phone_page.goto("/my/")
    expect(phone_page.locator(".run .code").first).to_contain_text("KL1-3TV-")


def test_the_account_menu_closes_by_escape_and_gives_the_focus_back(desktop_page: Page) -> None:
    desktop_page.goto("/")
    summary = desktop_page.locator("summary.menu-button")
    sign_in = desktop_page.locator(".menu-list").get_by_role("link", name="Sign in")
    summary.click()
    expect(sign_in).to_be_visible()
    desktop_page.keyboard.press("Escape")
    expect(sign_in).to_be_hidden()
    expect(summary).to_be_focused()


def test_copying_a_code_says_so(desktop_page: Page) -> None:
    token = ended_run(desktop_page, YUKON["code"], YUKON["items"][:2])
    desktop_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desktop_page.goto(f"/runs/{token}/")
    button = desktop_page.get_by_role("button", name="Copy the code")
    button.click()
    expect(button).to_contain_text("Copied")
    assert desktop_page.evaluate("navigator.clipboard.readText()") == YUKON["code"]
    share = desktop_page.get_by_role("button", name="Share")
    share.click()
    expect(share).to_contain_text("Copied")
    assert desktop_page.evaluate("navigator.clipboard.readText()") == desktop_page.url


def test_without_scripts_the_record_and_the_games_are_there(desktop_page: Page) -> None:
    token = ended_run(desktop_page, YUKON["code"], YUKON["items"][:2])
    context = desktop_page.context.browser.new_context(java_script_enabled=False)  # type: ignore[union-attr]
    bare = context.new_page()
    host = desktop_page.url.split("/")[2]
    bare.goto(f"http://{host}/runs/{token}/")
    expect(bare.get_by_text("The replay needs JavaScript")).to_be_visible()
    bare.get_by_text("Show the text").click()
    expect(bare.get_by_text(f'[Code "{YUKON["code"]}"]')).to_be_visible()
    bare.goto(f"http://{host}/")
    bare.get_by_role("button", name="Play Yukon, Red on black").click()
    bare.wait_for_url("**/play/*/")
    context.close()
