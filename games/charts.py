"""Charts as SVG text, made on the server: pictures that cost the page no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDTH, HEIGHT, BAND = 640, 150, 18
# No verdict is narrower: one position of hundreds would not be seen.
LEAST = 4
_NAMES = {"w": "winnable", "l": "lost", "u": "unknown"}


def run_chart(*, ups: Sequence[int], verdicts: str, lost_at: int | None, label: str) -> SafeString:
    """Cards up over the run, above a band of verdicts; a mark where the game was lost.

    `ups` has the cards up at each position, `verdicts` a letter for each (`w`, `l`, `u`).
    `label` is the picture in words.
    """
    if len(ups) == 1:  # it lasted from one edge to the other
        ups, verdicts = [*ups, *ups], verdicts * 2
    step = WIDTH / (len(ups) - 1)
    line = " ".join(
        f"{n * step:.1f},{(HEIGHT - BAND) * (1 - up / 52):.1f}" for n, up in _corners(ups)
    )
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}"'
        ' preserveAspectRatio="none">{}<polyline class="chart-line" points="{}"/>{}</svg>',
        WIDTH,
        HEIGHT,
        label,
        _bands(verdicts, step),
        line,
        _mark(lost_at, step),
    )


def _corners(ups: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The points of the line that matter: a log may have thousands of items."""
    last = len(ups) - 1
    for n, up in enumerate(ups):
        if n in (0, last) or not ups[n - 1] == up == ups[n + 1]:
            yield n, up


def _bands(verdicts: str, step: float) -> SafeString:
    """A band a verdict, each from half-way to the position before to half-way to the one after."""
    bands, at = [], 0
    for letter, group in groupby(verdicts):
        left = _edge(at, step)
        at += len(list(group))
        width = max(LEAST, min(WIDTH, (at - 0.5) * step) - left)
        bands.append((_NAMES[letter], f"{left:.1f}", HEIGHT - BAND, f"{width:.1f}", BAND))
    # Narrow ones last, so that no neighbour covers what was added to them.
    bands.sort(key=lambda band: -float(band[3]))
    return format_html_join(
        "", '<rect class="chart-{}" x="{}" y="{}" width="{}" height="{}"/>', bands
    )


def _edge(at: int, step: float) -> float:
    """Where the band of the position `at` begins."""
    return min(max(0.0, (at - 0.5) * step), WIDTH - LEAST)


def _mark(lost_at: int | None, step: float) -> SafeString | str:
    if lost_at is None:
        return ""
    x = f"{_edge(lost_at + 1, step):.1f}"
    return format_html('<line class="chart-mark" x1="{}" x2="{}" y1="0" y2="{}"/>', x, x, HEIGHT)
