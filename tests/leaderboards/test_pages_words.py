"""Dates, lengths of time, results and charts, as text: pure, in every language."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from django.utils import translation

from leaderboards import dates
from leaderboards.views.charts import Bar, Rate, bar_chart, rate_chart, trend_chart
from tests.pages.markup import Markup

DAY = date(2026, 11, 30)
NOW = datetime(2026, 11, 30, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["30 November 2026", "30 November", "Monday 30 November", "November 2026"]),
        ("fr", ["30 novembre 2026", "30 novembre", "lundi 30 novembre", "Novembre 2026"]),
        ("nb", ["30. november 2026", "30. november", "mandag 30. november", "November 2026"]),
    ],
)
def test_dates_are_written_as_each_language_does(language: str, said: list[str]) -> None:
    with translation.override(language):
        assert [
            dates.day_long(DAY), dates.day_plain(DAY), dates.day_full(DAY), dates.month_name(DAY)
        ] == said  # fmt: skip
        assert len({name for _, name in dates.weekday_names()}) == 7


@pytest.mark.parametrize(
    ("language", "number", "share"),
    [("en", "12,345", "43%"), ("fr", "12\u202f345", "43\xa0%"), ("nb", "12\xa0345", "43\xa0%")],
)
def test_numbers_are_grouped_as_each_language_does(language: str, number: str, share: str) -> None:
    with translation.override(language):
        assert dates.number(12345) == number
        assert dates.percent(3, 7) == share
        assert dates.percent(0, 0) == "–"


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (timedelta(days=3, hours=4, minutes=59), "3 d 4 h"),
        (timedelta(hours=22, minutes=18), "22 h 18 min"),
        (timedelta(minutes=9, seconds=59), "9 min"),
        (timedelta(seconds=5), "1 min"),
        (timedelta(seconds=-50), "1 min"),
    ],
)
def test_the_time_left_is_told_in_two_units(left: timedelta, text: str) -> None:
    with translation.override("en"):
        assert dates.time_left(until=NOW + left, now=NOW) == text


@pytest.mark.parametrize(
    ("ms", "said"),
    [
        (0, "0 seconds"),
        (1_999, "1 second"),
        (60_000, "1 minute"),
        (252_000, "4 minutes 12 seconds"),
        (3_723_000, "1 hour 2 minutes 3 seconds"),
    ],
)
def test_time_is_said_in_whole_words(ms: int, said: str) -> None:
    with translation.override("en"):
        assert dates.time_spoken(ms) == said


def test_a_bar_chart_says_its_words_and_names_the_highest_bar_once() -> None:
    bars = [Bar("a", 3), Bar("b", 7, marked=True), Bar("c", 7), Bar("d", 0)]
    chart = Markup(bar_chart(bars=bars, label='"most" at b & c'))
    assert chart.all("svg")[0]["aria-label"] == '"most" at b & c'
    assert [rect["class"] for rect in chart.all("rect")].count("chart-bar chart-own") == 1
    assert chart.text.split() == ["7", "a", "b", "c", "d"]
    heights = [float(rect["height"]) for rect in chart.all("rect")]
    assert heights[1] == heights[2] > heights[0] > heights[3] == 0


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
