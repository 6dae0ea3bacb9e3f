"""The chart of a race: dots at the lines' ends neither hide each other nor leave the chart."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from games.race_charts import NEAR_Y, race_chart
from games.selectors.race_pages import Course


@pytest.mark.parametrize("ends", [[0] * 10, [52] * 10, [1, 0, 3, 2, 1, 0, 26, 1, 2, 0]])
def test_ten_who_end_alike_have_their_dots_apart_within_the_chart(ends: list[int]) -> None:
    courses = [Course(n, f"P{n}", ((0, 0), (600_000, up))) for n, up in enumerate(ends)]
    chart = race_chart(courses=courses, label="")
    places = sorted(float(y) for y in re.findall(r'<circle [^>]*cy="([\d.]+)%"', chart))
    assert len(places) == 10
    assert places[0] >= 0
    assert places[-1] <= 100
    gaps = [b - a for a, b in pairwise(places)]
    assert min(gaps) >= NEAR_Y - 0.01


def test_a_dot_alone_stands_at_its_lines_end() -> None:
    courses = [Course(0, "A", ((0, 0), (60_000, 26))), Course(1, "B", ((0, 0), (600_000, 26)))]
    chart = race_chart(courses=courses, label="")
    assert re.findall(r'<circle [^>]*cy="([\d.]+)%"', chart) == ["50.00", "50.00"]
