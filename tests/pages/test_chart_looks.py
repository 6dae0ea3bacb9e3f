"""Pieces of pages with charts, by the real templates and style sheets in Chromium: their colours in
every theme, and that nothing prints over anything in any language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Browser, Page

from engine.codes import parse_code
from engine.deals import deal
from games.charts import run_chart
from games.selectors.analysis import AnalysisRow
from games.words import item_words
from leaderboards.views.charts import Bar, bar_chart
from leaderboards.views.figures import Figure
from tests.support.browsing import DESKTOP, PHONE, opened_page

pytestmark = pytest.mark.e2e
FRONTEND = Path(__file__).parents[2] / "frontend"
BASE = "http://charts.test"
SHEETS = ("tokens", "frame", "nav", "controls", "pages", "runs", "challenges", "boards", "charts")
MOST_CARDS = 13


@pytest.fixture(params=["phone", "desktop"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    device = {"phone": PHONE, "desktop": DESKTOP}[request.param]
    name = request.node.name
    with opened_page(browser, base_url=BASE, name=name, device=device) as opened:
        opened.route(
            f"{BASE}/**",
            lambda route: route.fulfill(path=FRONTEND / route.request.url[len(BASE) + 1 :]),
        )
        yield opened


def show(page: Page, piece: str) -> None:
    links = "".join(f'<link rel="stylesheet" href="/css/{name}.css">' for name in SHEETS)
    whole = (
        '<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">'
        f'{links}</head><body class="page"><main class="content">{piece}</main></body></html>'
    )
    page.route(f"{BASE}/", lambda route: route.fulfill(body=whole, content_type="text/html"))
    page.goto("/")
    page.wait_for_function("document.fonts.check('15px Figtree')")


def fits(page: Page) -> bool:
    script = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(page.evaluate(script))


def analysis(language: str) -> str:
    """One whose line has the longest moves that there are, with numbers of three digits."""
    wide = deal(parse_code("YU1-C-AAAAABB"))._replace(columns=((9,) * MOST_CARDS,) * 7)
    with translation.override(language):
        moves = [item_words(wide, text, local=True) for text in (f"a{MOST_CARDS}d", "aS")]
        row = AnalysisRow(
            state="done",
            summary="x",
            winnable_at=98,
            line=tuple(moves * 30),
            chart=run_chart(ups=[0, 1, 1, 2], verdicts="wuul", lost_at=2, label="x"),
        )
        context = {"run": {"token": "x", "moves": 3}, "analysis": row}
        return render_to_string("games/analysis.html", context)


# What is seen of each move: its words, and how far its number reaches before it.
PRINTED = """
() => {
  const list = document.querySelector("ol.line");
  list.closest("details").open = true;
  const pen = document.createElement("canvas").getContext("2d");
  const style = getComputedStyle(list);
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return [...list.children].map((item, n) => {
    const range = document.createRange();
    range.selectNodeContents(item);
    const rows = [...range.getClientRects()];
    const number = pen.measureText(`${list.start + n}. `).width;
    const { left, right, top } = range.getBoundingClientRect();
    return { left: left - number, right, top, rows: rows.length };
  });
}
"""


@pytest.mark.parametrize("language", ["en", "fr", "nb"])
def test_a_winning_line_prints_over_nothing(page: Page, language: str) -> None:
    show(page, analysis(language))
    moves: list[dict[str, Any]] = page.evaluate(PRINTED)
    assert fits(page)
    assert {move["rows"] for move in moves} == {1}
    rows: dict[float, list[dict[str, Any]]] = {}
    for move in moves:
        rows.setdefault(move["top"], []).append(move)
    wide = page.viewport_size == DESKTOP["viewport"]
    assert (max(map(len, rows.values())) > 1) is wide
    for row in rows.values():
        assert row[0]["left"] >= 0
        assert all(one["right"] < after["left"] for one, after in pairwise(row)), row


COLOURS = """
() => {
  const of = (chosen, name) => getComputedStyle(document.querySelector(chosen))[name];
  const sheet = of(".sheet", "backgroundColor"), back = of(".chart", "backgroundColor");
  const drawn = [
    of(".chart-line", "stroke"), of(".chart-mark", "stroke"),
    ...["winnable", "lost", "unknown"].map((name) => of(`.chart-${name}`, "fill")),
  ];
  return { sheet, back, drawn };
}
"""


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """Of `rgb(r, g, b)`, as WCAG 2 has it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (int(byte) / 255 for byte in colour[len("rgb(") : -1].split(","))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("device", ["light", "dark"])
def test_the_chart_of_a_game_belongs_to_every_theme(
    page: Page, device: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=device)
    show(page, analysis("en"))
    for theme in ("felt", "midnight", "linen"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        found = page.evaluate(COLOURS)
        dark = theme == "midnight" or (theme == "felt" and device == "dark")
        assert (luminance(found["sheet"]) < 0.2) is dark
        assert contrast(found["sheet"], found["back"]) < 1.5, "a patch of another theme"
        for colour in found["drawn"]:
            assert contrast(colour, found["back"]) >= 3, (theme, colour, found["back"])


def test_two_charts_of_a_challenge_stand_side_by_side_where_there_is_room(page: Page) -> None:
    chart = bar_chart(bars=[Bar("85", 12)], label="x")
    figures = [Figure(title, chart, "x", "y", [("85", "12")]) for title in ("Moves", "Times")]
    row = {"code": "", "kind": "daily", "commitment": "0" * 64}
    context = {"row": row, "statistics": {"played": 1, "won": 1, "clean": 1}, "figures": figures}
    deal_piece = render_to_string("challenges/deal.html", context)
    show(page, f'<div class="split"><div class="split-main">{deal_piece}</div></div>')
    assert fits(page)
    tops = page.locator(".chart-box").evaluate_all(
        "boxes => boxes.map((box) => box.getBoundingClientRect().top)"
    )
    assert (tops[0] == tops[1]) is (page.viewport_size == DESKTOP["viewport"])


def test_the_records_of_a_player_fit_with_the_longest_headings(page: Page) -> None:
    heads = ("Gagnée", "Meilleur temps", "Le moins de coups")
    cells = "".join(f'<th scope="col" class="number">{head}</th>' for head in heads)
    figures = '<td class="number">4</td><td class="number">1:02:07</td><td class="number">146</td>'
    show(
        page,
        '<section class="sheet"><div class="table-wrap"><table class="table records">'
        f'<thead><tr><th scope="col">Partie</th>{cells}</tr></thead>'
        f'<tbody><tr><th scope="row">Klondike · pioche de trois cartes</th>{figures}</tr></tbody>'
        "</table></div></section>",
    )
    assert fits(page)
