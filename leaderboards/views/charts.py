"""Charts as SVG text, made on the server. Each says in words what it shows; the page that has it
gives the same figures as a table. Colours and type are the style sheet's (`charts.css`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

# In units of the view box, which are pixels on a phone.
WIDTH, HEIGHT, TOP, FOOT, LEFT = 328, 150, 16, 20, 4
TREND_WIDTH, TREND_HEIGHT, TREND_EDGE = 280, 84, 8
RATE_ROW, RATE_BAR = 44, 10
# Bars stand no further apart: a few of them would be slabs.
MOST_STEP = 36.0


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what stands under it (may be empty), its value, and whether it is the reader's."""

    label: str
    value: int
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Rate:
    """`won` of `played`, with the name and the figures in words."""

    label: str
    won: int
    played: int
    words: str


def bar_chart(*, bars: Sequence[Bar], label: str) -> SafeString:
    """Upright bars on one line, the highest with its value; labels that would touch are left out.

    `label` is the picture in words.
    """
    step = min(MOST_STEP, (WIDTH - 2 * LEFT) / max(1, len(bars)))
    first = (WIDTH - step * (len(bars) - 1)) / 2
    middles = [first + place * step for place in range(len(bars))]
    values = [bar.value for bar in bars]
    highest = max([1, *values])
    room = HEIGHT - TOP - FOOT
    drawn = [
        _bar(middle, bar, step, room * bar.value / highest, place == values.index(max(values)))
        for place, (middle, bar) in enumerate(zip(middles, bars, strict=True))
    ]
    base = HEIGHT - FOOT
    axis = format_html(
        '<line class="chart-axis" x1="{}" x2="{}" y1="{}" y2="{}"/>',
        LEFT,
        WIDTH - LEFT,
        base,
        base,
    )
    return _svg(WIDTH, HEIGHT, label, mark_safe("".join(drawn) + axis + _labels(bars, middles)))  # noqa: S308


def _bar(middle: float, bar: Bar, step: float, height: float, named: bool) -> SafeString:
    gap = min(3.0, step * 0.2)
    base = HEIGHT - FOOT
    rect = format_html(
        '<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="2"/>',
        "chart-bar chart-own" if bar.marked else "chart-bar",
        f"{middle - (step - gap) / 2:.1f}",
        f"{base - height:.1f}",
        f"{step - gap:.1f}",
        f"{height:.1f}",
    )
    if not named:
        return rect
    number = format_html(
        '<text class="chart-value" x="{}" y="{}">{}</text>',
        f"{_within(middle):.1f}",
        f"{base - height - 4:.1f}",
        bar.value,
    )
    return rect + number


def _labels(bars: Sequence[Bar], middles: Sequence[float]) -> SafeString:
    """Names under bars, as many as have room."""
    shown, free = [], 0.0
    for wanted, bar in zip(middles, bars, strict=True):
        half = 3.2 * len(bar.label)
        middle = min(max(wanted, half), WIDTH - half)
        if bar.label and middle - half >= free:
            shown.append((f"{middle:.1f}", HEIGHT - 6, bar.label))
            free = middle + half + 6
    return format_html_join("", '<text class="chart-label" x="{}" y="{}">{}</text>', shown)


def _within(x: float) -> float:
    return min(max(x, 12.0), WIDTH - 12.0)


def trend_chart(*, values: Sequence[int], label: str) -> SafeString:
    """A line over the last values, oldest first, lower is better and higher up; the last marked."""
    low, high = min(values), max(values)
    step = (TREND_WIDTH - 2 * TREND_EDGE) / max(1, len(values) - 1)
    room = TREND_HEIGHT - 2 * TREND_EDGE
    points = [
        (
            TREND_EDGE + place * step,
            TREND_EDGE + room * ((value - low) / (high - low) if high > low else 0.5),
        )
        for place, value in enumerate(values)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    last_x, last_y = points[-1]
    area = f"{TREND_EDGE},{TREND_HEIGHT} {line} {last_x:.1f},{TREND_HEIGHT}"
    picture = format_html(
        '<polygon class="chart-area" points="{}"/><polyline class="chart-trend" points="{}"/>'
        '<circle class="chart-last" cx="{}" cy="{}" r="4"/>',
        area,
        line,
        f"{last_x:.1f}",
        f"{last_y:.1f}",
    )
    return _svg(TREND_WIDTH, TREND_HEIGHT, label, picture)


def rate_chart(*, rates: Sequence[Rate], label: str) -> SafeString:
    """Lying bars, one under another: how much of the whole was won."""
    rows = []
    for place, rate in enumerate(rates):
        y = place * RATE_ROW
        share = rate.won / rate.played if rate.played else 0.0
        rows.append(
            (
                *(y + 16, rate.label),
                *(WIDTH - 1, y + 16, rate.words),
                *(y + 24, WIDTH - 2, RATE_BAR),
                *(y + 24, f"{share * (WIDTH - 2):.1f}", RATE_BAR),
            )
        )
    picture = format_html_join(
        "",
        '<text class="chart-name" x="1" y="{}">{}</text>'
        '<text class="chart-words" x="{}" y="{}">{}</text>'
        '<rect class="chart-track" x="1" y="{}" width="{}" height="{}" rx="5"/>'
        '<rect class="chart-bar" x="1" y="{}" width="{}" height="{}" rx="5"/>',
        rows,
    )
    return _svg(WIDTH, RATE_ROW * len(rates) - 8, label, picture)


def _svg(width: int, height: int, label: str, picture: SafeString) -> SafeString:
    return format_html(
        '<svg class="figure" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        width,
        height,
        label,
        picture,
    )
