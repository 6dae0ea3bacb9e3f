"""The picture of an analysis: every verdict has its place, and its share of the width."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.charts import WIDTH, run_chart
from tests.pages.markup import Markup


def drawn(verdicts: str, lost_at: int | None = None) -> Markup:
    ups = list(range(len(verdicts)))
    return Markup(run_chart(ups=ups, verdicts=verdicts, lost_at=lost_at, label="x"))


def visible(verdicts: str) -> list[tuple[str, float, float]]:
    """What is to be seen from left to right: verdict, left and right edge. Later bands cover."""
    bands = [
        (one["class"], float(one["x"]), float(one["x"]) + float(one["width"]))
        for one in drawn(verdicts).all("rect")
    ]
    edges = sorted({edge for _, *both in bands for edge in both} | {0.0, float(WIDTH)})
    pieces: list[tuple[str, float, float]] = []
    for left, right in pairwise(edges):
        over = [name for name, low, high in bands if low <= left and right <= high]
        assert over, f"nothing between {left} and {right}"
        if pieces and pieces[-1][0] == over[-1]:
            left = pieces.pop()[1]
        pieces.append((over[-1], left, right))
    return pieces


@pytest.mark.parametrize(
    ("verdicts", "seen"),
    [
        ("w", [("winnable", 0, 640)]),
        ("l", [("lost", 0, 640)]),
        ("wl", [("winnable", 0, 320), ("lost", 320, 640)]),
        ("wwl", [("winnable", 0, 480), ("lost", 480, 640)]),
        ("wul", [("winnable", 0, 160), ("unknown", 160, 480), ("lost", 480, 640)]),
        ("w" * 40 + "l" * 25, [("winnable", 0, 395), ("lost", 395, 640)]),
        # One position of thousands is a narrow band, but to be seen.
        ("w" * 3000 + "l", [("winnable", 0, 636), ("lost", 636, 640)]),
        ("u" + "w" * 3000, [("unknown", 0, 4), ("winnable", 4, 640)]),
        ("w" * 1000 + "u" + "w" * 1000, [
            ("winnable", 0, 319.8), ("unknown", 319.8, 323.8), ("winnable", 323.8, 640),
        ]),
    ],
)  # fmt: skip
def test_every_verdict_has_its_share_of_the_width(
    verdicts: str, seen: list[tuple[str, float, float]]
) -> None:
    assert [
        (name.removeprefix("chart-"), pytest.approx(left), pytest.approx(right))
        for name, left, right in visible(verdicts)
    ] == seen


@pytest.mark.parametrize("verdicts", ["wl", "wwl", "wwlll", "w" * 300 + "l" * 4, "w" * 3000 + "l"])
def test_the_mark_stands_where_lost_begins(verdicts: str) -> None:
    lost_at = verdicts.index("l") - 1
    [mark] = drawn(verdicts, lost_at).all("line", **{"class": "chart-mark"})
    assert mark["x1"] == mark["x2"]
    assert [left for name, left, _ in visible(verdicts) if name == "chart-lost"] == [
        float(mark["x1"])
    ]


def test_the_line_reaches_from_edge_to_edge() -> None:
    for verdicts in ("w", "wl", "wwwwl"):
        [line] = drawn(verdicts).all("polyline")
        places = [float(point.split(",")[0]) for point in line["points"].split()]
        assert (places[0], places[-1]) == (0, WIDTH)
