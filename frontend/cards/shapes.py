"""The drawings of the deck: suits, court emblems, back, as SVG path data in their own boxes.

Suits fill a 100 x 100 box; emblems a box 100 wide, as tall as `EMBLEM_HEIGHT` says. All contours
turn the same way, so that overlapping ones add up under the non-zero rule.
"""

from __future__ import annotations

from typing import Final

SUITS: Final[dict[str, str]] = {
    "S": (
        "M50 2C57 18 70 28 81 38C90 46 96 54 96 64C96 76 87 84 76 84C68 84 61 81 56.5 75"
        "C57.5 85 61 91 68 94V98H32V94C39 91 42.5 85 43.5 75C39 81 32 84 24 84"
        "C13 84 4 76 4 64C4 54 10 46 19 38C30 28 43 18 50 2Z"
    ),
    "H": (
        "M50 96C46 88 36 79 25 69C12 57 3 47 3 32C3 17 13 6 27 6C37 6 45 11 50 20"
        "C55 11 63 6 73 6C87 6 97 17 97 32C97 47 88 57 75 69C64 79 54 88 50 96Z"
    ),
    "D": "M50 1C58 19 71 37 88 50C71 63 58 81 50 99C42 81 29 63 12 50C29 37 42 19 50 1Z",
    "C": (
        "M50 3A22.5 22.5 0 0 1 67.5 39.6A23 23 0 1 1 56.2 71.2C57 84 61 91 68 94V98H32V94"
        "C39 91 43 84 43.8 71.2A23 23 0 1 1 32.5 39.6A22.5 22.5 0 0 1 50 3Z"
    ),
}

EMBLEM_HEIGHT: Final = 84.0


def _ball(x: float, y: float, r: float) -> str:
    """A circle, turning the way the other contours do."""
    return f"M{x - r} {y}A{r} {r} 0 1 1 {x + r} {y}A{r} {r} 0 1 1 {x - r} {y}Z"


_BAND = "M16 73H84A5 5 0 0 1 84 84H16A5.5 5.5 0 0 1 16 73Z"

EMBLEMS: Final[dict[str, str]] = {
    # three points, the middle one highest, a ball on each
    "K": (
        "M5 25L31 42L50 13L69 42L95 25L86 68H14Z"
        + _ball(50, 9, 8.5)
        + _ball(6, 23, 6.5)
        + _ball(94, 23, 6.5)
        + _BAND
    ),
    # a coronet: pearls on a low arc of scallops
    "Q": (
        "M4 31C12 45 22 49 29 22C35 46 44 44 50 17C56 44 65 46 71 22C78 49 88 45 96 31"
        "L86 68H14Z"
        + _ball(5, 28, 6)
        + _ball(28, 18, 6.5)
        + _ball(50, 12, 7)
        + _ball(72, 18, 6.5)
        + _ball(95, 28, 6)
        + _BAND
    ),
    # a cap with a plume
    "J": (
        "M13 68C13 46 25 33 46 31C71 29 87 45 87 68Z"
        "M46 34C44 17 55 5 72 3C80 2 90 1 97 5C93 8 91 9 89 11C92 12 93 12 95 14C88 17 84 18 80 21"
        "C82 22 83 22 84 24C74 26 66 28 62 36Z" + _BAND
    ),
}
