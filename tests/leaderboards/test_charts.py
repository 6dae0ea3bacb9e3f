"""Charts, as text."""

from __future__ import annotations

from itertools import pairwise

import pytest

from leaderboards.views.charts import WIDTH, Bar, Rate, bar_chart, rate_chart, trend_chart
from tests.pages.markup import Markup


def test_a_bar_chart_says_its_words_and_names_the_highest_bar_once() -> None:
    bars = [Bar("a", 3), Bar("b", 7, marked=True), Bar("c", 7), Bar("d", 0)]
    chart = Markup(bar_chart(bars=bars, label='"most" at b & c'))
    assert chart.all("svg")[0]["aria-label"] == '"most" at b & c'
    assert [rect["class"] for rect in chart.all("rect")].count("chart-bar chart-own") == 1
    assert chart.text.split() == ["7", "a", "b", "c", "d"]
    heights = [float(rect["height"]) for rect in chart.all("rect")]
    assert heights[1] == heights[2] > heights[0] > heights[3] == 0


@pytest.mark.parametrize("values", [[1], [1, 4], [2, 0, 5]])
def test_a_few_bars_are_no_slabs_and_stand_in_the_middle(values: list[int]) -> None:
    chart = Markup(bar_chart(bars=[Bar("0:40", value) for value in values], label="x"))
    rects = chart.all("rect")
    edges = [float(rect["x"]) for rect in rects]
    widths = [float(rect["width"]) for rect in rects]
    assert max(widths) <= WIDTH / 8
    assert edges[0] == pytest.approx(WIDTH - edges[-1] - widths[-1], abs=0.2)
    [named] = chart.all("text", **{"class": "chart-value"})
    tallest = values.index(max(values))
    assert float(named["x"]) == pytest.approx(edges[tallest] + widths[tallest] / 2, abs=0.2)


def test_many_bars_take_the_whole_width() -> None:
    rects = Markup(bar_chart(bars=[Bar("", 1)] * 26, label="x")).all("rect")
    assert float(rects[0]["x"]) < 6
    assert float(rects[-1]["x"]) + float(rects[-1]["width"]) > WIDTH - 6


def test_labels_that_would_touch_are_left_out() -> None:
    bars = [Bar(f"{day} November", 1) for day in range(1, 27)]
    shown = Markup(bar_chart(bars=bars, label="x")).all("text", **{"class": "chart-label"})
    assert 3 <= len(shown) <= 6
    places = [float(text["x"]) for text in shown]
    assert min(after - before for before, after in pairwise(places)) > 60


def test_the_better_time_is_higher_and_the_last_is_marked() -> None:
    chart = Markup(trend_chart(values=[300, 100, 200], label="x"))
    [line] = chart.all("polyline")
    heights = [float(point.split(",")[1]) for point in line["points"].split()]
    assert heights[1] < heights[2] < heights[0]
    [last] = chart.all("circle")
    assert float(last["cy"]) == heights[2]


def test_equal_times_make_a_level_line() -> None:
    [line] = Markup(trend_chart(values=[5, 5], label="x")).all("polyline")
    assert len({point.split(",")[1] for point in line["points"].split()}) == 1


def test_a_rate_fills_its_share_of_the_track() -> None:
    rates = [Rate("A", 1, 2, "half"), Rate("B", 0, 0, "none")]
    rects = Markup(rate_chart(rates=rates, label="x")).all("rect")
    widths = [float(rect["width"]) for rect in rects]
    assert widths[1] == widths[0] / 2
    assert widths[3] == 0
