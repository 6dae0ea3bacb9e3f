"""The chart of a race: everybody's cards up over time, as SVG text made on the server.

It stretches to whatever width the page gives it: lines in a picture of their own that is pulled
out of shape (with strokes that are not), all words in true pixels at places in per cent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.selectors.race_pages import Course

CARDS = 52
MINUTE_MS = 60_000
# Every so many minutes a line, so that there are never more than six.
STEPS = (1, 2, 5, 10)
# Dots nearer to each other than this (per cent across, per cent down) would cover each other.
NEAR_X, NEAR_Y = 5.0, 9.0


def race_chart(*, courses: Sequence[Course], label: str) -> SafeString:
    """A line a player, in the colour of their seat (`s0` … `s9`), with their letter at its end.

    `label` is the picture in words.
    """
    last = max([MINUTE_MS, *(course.points[-1][0] for course in courses)])
    lines = format_html_join(
        "",
        '<polyline class="course s{}" points="{}"/>',
        ((course.seat, _steps(course.points, last)) for course in reversed(courses)),
    )
    return format_html(
        '<svg class="race-chart" role="img" aria-label="{}">{}'
        '<svg class="courses" viewBox="0 0 1000 {}" preserveAspectRatio="none">{}</svg>{}</svg>',
        label,
        _grid(last),
        CARDS,
        lines,
        _dots(courses, last),
    )


def _steps(points: Sequence[tuple[int, int]], last: int) -> str:
    """The cards up stay what they are until the next change."""
    path, before = [], 0
    for ms, up in points:
        x = 1000 * ms / last
        path += [f"{x:.1f},{CARDS - before}", f"{x:.1f},{CARDS - up}"]
        before = up
    return " ".join(path[1:])


def _grid(last: int) -> SafeString:
    step = next((step for step in STEPS if last / MINUTE_MS / step <= 6), STEPS[-1])
    minutes = range(0, last // MINUTE_MS + 1, step)
    across = ((f"{100 * (CARDS - up) / CARDS:.1f}", up) for up in (0, 13, 26, 39, 52))
    down = (
        (f"{100 * minute * MINUTE_MS / last:.2f}", _("%(n)s min") % {"n": minute})
        for minute in minutes
    )
    return mark_safe(  # noqa: S308
        format_html_join(
            "",
            '<line class="grid" x1="0" x2="100%" y1="{0}%" y2="{0}%"/>'
            '<text class="tick tick-up" x="0" y="{0}%" dx="-8" dy="4">{1}</text>',
            across,
        )
        + format_html_join("", '<text class="tick" x="{0}%" y="100%" dy="20">{1}</text>', down)
    )


def _dots(courses: Sequence[Course], last: int) -> SafeString:
    return format_html_join(
        "",
        '<circle class="dot s{}" cx="{}%" cy="{}%" r="10"/>'
        '<text class="letter" x="{}%" y="{}%" dy="4">{}</text>',
        (
            (course.seat, *(f"{x:.2f}", f"{y:.2f}") * 2, course.name[:1].upper())
            for course, (x, y) in zip(courses, _places(courses, last), strict=True)
        ),
    )


def _places(courses: Sequence[Course], last: int) -> Iterator[tuple[float, float]]:
    """Where the lines end; dots that would cover each other make way up or down in the chart."""
    taken: list[tuple[float, float]] = []
    for course in courses:
        ms, up = course.points[-1]
        x, y = 100 * ms / last, 100 * (CARDS - up) / CARDS
        y = _free(y, [b for a, b in taken if abs(x - a) < NEAR_X])
        taken.append((x, y))
        yield x, y


def _free(wanted: float, taken: Sequence[float]) -> float:
    """The place nearest to the wanted one that keeps its distance, else the one that keeps most."""

    def worth(y: float) -> tuple[float, float]:
        return min([NEAR_Y, *(abs(y - other) for other in taken)]), -abs(y - wanted)

    return max([wanted, *map(float, range(101))], key=worth)
