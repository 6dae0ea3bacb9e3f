"""Draws the deck: `python frontend/cards/build.py` writes `deck.svg` beside this file,
`--check` fails if it is not up to date.

One sprite of symbols, viewBox 0 0 100 140, each a whole card with its own rounded ground:

    #p-TH            ten of hearts, phone face (card narrower than 76 px); `p-` + rank + suit
    #r-TH            the same, roomy face (76 px and wider)
    #p-back #r-back  the back for either width
    #p-RH #p-DH #p-VH #p-KnH   local ranks: fr roi R, dame D, valet V; nb dame D, knekt Kn
                     (also `r-`, and every suit). The others are as in English: `LOCAL_RANKS`.
    #s-S #s-H #s-D #s-C        suits alone, viewBox 0 0 100 100, in `currentColor`
    #k-K #k-R        the letter of the king alone (empty column), 0 0 100 100, `currentColor`

Ranks are A 2..9 T J Q K, suits S H D C, as the engine writes cards. The sprite is an external
file, cached for good: `<svg class="face"><use href="…/cards/deck.svg#p-TH"/></svg>`. Measured in
Chromium: the first use waits 2 to 4 frames for the file, every later change of `href` is at once,
as with a sprite in the page; so begin the load in the page's own HTML with
`<svg width="0" height="0" aria-hidden="true"><use href="…/cards/deck.svg#p-back"/></svg>`
(`rel=preload` fetches it twice). The same ids work with the text of the sprite in the page.
Colours are presentation attributes with custom properties, which `<use>` inherits from the page
and a strict style-src allows:
--card --spade --heart --diamond --club --emblem --gold --back-1 --back-2 --back-line.

A face is two or three paths (ground, index, pips), not a tree of `<use>`: fewer nodes on a board
of 52. Equal drawings have equal text, so they compress to a few kilobytes all the same.
The letters are outlines of Figtree (OFL, ../vendor/figtree).
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from fontTools.ttLib import TTFont
from paths import Lettering, Outline, Point, numbers
from shapes import EMBLEM_HEIGHT, EMBLEMS, SUITS

HERE: Final = Path(__file__).parent
FONT: Final = HERE.parent / "vendor" / "figtree" / "figtree.woff2"
RANKS: Final = "A23456789TJQK"
LOCAL_RANKS: Final[dict[str, dict[str, str]]] = {
    "fr": {"K": "R", "Q": "D", "J": "V"},
    "nb": {"Q": "D", "J": "Kn"},
}
LOCAL_COURTS: Final = {"R": "K", "D": "Q", "V": "J", "Kn": "J"}  # letter -> whose emblem
COLOURS: Final = {
    "S": "var(--spade,#1c2230)",
    "H": "var(--heart,#c8163a)",
    "D": "var(--diamond,#d0480a)",
    "C": "var(--club,#0f5f55)",
}
CARD: Final = "var(--card,#fffdf7)"
EMBLEM: Final = "var(--emblem,#fff1d6)"
GOLD: Final = "var(--gold,#ffc857)"
RADIUS: Final = 8.5

LEFT, MIDDLE, RIGHT = 28.0, 50.0, 72.0
TOP, BOTTOM = 53.5, 120.5


class Face(NamedTuple):
    """Measures of a face in units of the viewBox; `scale` is that of its drawing."""

    scale: float
    block: float  # y where a court's block begins
    edge: float  # light line around it
    emblem: float  # width
    emblem_y: float  # its middle
    ace: float
    ace_y: float


PHONE: Final = Face(scale=0.1, block=66, edge=1.2, emblem=58, emblem_y=102.5, ace=70, ace_y=95)
ROOMY: Final = Face(scale=0.07, block=46, edge=0.8, emblem=62, emblem_y=83, ace=62, ace_y=88)
FACES: Final = {"p": PHONE, "r": ROOMY}

# Drawings have one size, so that equal parts have equal text; a face scales them. In tenths of the
# phone face: cap height 30, suit 29. On the roomy face that makes 21 and 20.3.
CAP, SUIT, GAP = 300.0, 290.0, 48.0
CORNER: Final = (8.0, 9.0)


def rows(count: int) -> list[float]:
    step = (BOTTOM - TOP) / (count - 1)
    return [TOP + step * row for row in range(count)]


def pips(rank: int) -> list[Point]:
    """Centres of the pips of a number card, 2..10, laid out as on printed cards."""
    side = rows({2: 2, 3: 3, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}[rank])
    if rank <= 3:
        return [(MIDDLE, y) for y in side]
    halves = [(a + b) / 2 for a, b in pairwise(side)]
    middle = {5: halves, 7: halves[:1], 8: halves, 9: halves[1:2], 10: halves[::2]}.get(rank, [])
    return [(x, y) for x in (LEFT, RIGHT) for y in side] + [(MIDDLE, y) for y in middle]


def suit_path(suit: str, x: float, y: float, turned: bool = False) -> str:
    """The suit with its middle at x, y."""
    unit = (-SUIT if turned and suit != "D" else SUIT) / 100
    return Outline(SUITS[suit]).placed((unit, 0, 0, unit, x - 50 * unit, y - 50 * unit))


def path(fill: str, data: str, scale: float = 1.0, at: Point | None = None) -> str:
    move = f"translate({at[0]:g} {at[1]:g})" if at else ""
    move += f"scale({scale:.4g})" if scale != 1.0 else ""
    return f'<path fill="{fill}"' + (f' transform="{move}"' if move else "") + f' d="{data}"/>'


def one_suit(fill: str, suit: str, size: float, x: float, y: float) -> str:
    """A suit of another size than the index has."""
    return path(fill, suit_path(suit, 0, 0), size / SUIT, (x, y))


class Deck:
    def __init__(self) -> None:
        self.letters = Lettering(TTFont(FONT), 780)

    def index(self, face: Face, letters: str, suit: str) -> str:
        """Rank in the corner and its suit right after it, squeezed where both would be too wide."""
        outline = Outline(letters, self.letters)
        x_min, _, x_max, _ = outline.bounds()
        left, _, right, _ = Outline(SUITS[suit]).bounds()
        up = CAP / self.letters.cap_height
        room = 950 - CORNER[0] * 10 - GAP - (right - left) * SUIT / 100
        across = min(up, room / (x_max - x_min))
        x, y = CORNER[0] / face.scale, CORNER[1] / face.scale
        rank = outline.placed((across, 0, 0, -up, x - x_min * across, y + CAP))
        x += (x_max - x_min) * across + GAP + (50 - left) * SUIT / 100
        return rank + suit_path(suit, x, y + CAP / 2)

    def pips(self, fill: str, rank: int, suit: str) -> str:
        scale = 0.072 if rank <= 6 else 0.063
        middle = (TOP + BOTTOM) / 2 + 1
        places = [(x / scale, y / scale, y > middle) for x, y in pips(rank)]
        return path(fill, "".join(suit_path(suit, *place) for place in places), scale)

    def number_symbol(self, key: str, rank: str, suit: str) -> str:
        face, fill = FACES[key], COLOURS[suit]
        data = self.index(face, "10" if rank == "T" else rank, suit)
        more = ""
        if rank == "A":
            more = one_suit(fill, suit, face.ace, 50, face.ace_y)
        elif face is PHONE:
            more = one_suit(fill, suit, 62, 61, 95)
        else:
            more = self.pips(fill, RANKS.index(rank) + 1, suit)
        body = path(CARD, rounded(0, RADIUS)) + path(fill, data, face.scale) + more
        return symbol(f"{key}-{rank}{suit}", body)

    def court_symbol(self, key: str, letters: str, court: str, suit: str) -> str:
        face, fill = FACES[key], COLOURS[suit]
        body = path(CARD, rounded(0, RADIUS)) + path(fill, block(face.block, face.edge))
        body += path(fill, self.index(face, letters, suit), face.scale)
        emblem = Outline(EMBLEMS[court]).placed((5, 0, 0, 5, -250, -EMBLEM_HEIGHT * 2.5))
        body += path(EMBLEM, emblem, face.emblem / 500, (50, face.emblem_y))
        if face is ROOMY:
            body += path(
                GOLD, f"M{face.edge} {face.block + 2:g}H{100 - face.edge}v1.2H{face.edge}z"
            )
            body += one_suit(GOLD, suit, 13, 50, 126)
        return symbol(f"{key}-{letters}{suit}", body)

    def letter_symbol(self, letter: str) -> str:
        outline = Outline(letter, self.letters)
        x_min, _, x_max, _ = outline.bounds()
        up = CAP / self.letters.cap_height
        data = outline.placed((up, 0, 0, -up, -(x_min + x_max) / 2 * up, CAP / 2))
        return symbol(f"k-{letter}", path("currentColor", data, 0.24, (50, 50)), 100)


def symbol(key: str, body: str, height: int = 140) -> str:
    return f'<symbol id="{key}" viewBox="0 0 100 {height}">{body}</symbol>'


def rounded(inset: float, radius: float) -> str:
    w, h, r = 100 - 2 * inset - 2 * radius, 140 - 2 * inset - 2 * radius, radius
    return (
        f"M{inset + r:g} {inset:g}h{w:g}a{r:g} {r:g} 0 0 1 {r:g} {r:g}v{h:g}"
        f"a{r:g} {r:g} 0 0 1-{r:g} {r:g}h-{w:g}a{r:g} {r:g} 0 0 1-{r:g}-{r:g}v-{h:g}"
        f"a{r:g} {r:g} 0 0 1 {r:g}-{r:g}z"
    )


def block(y: float, edge: float) -> str:
    """A court's block, a hair inside the card: a light edge shows it on a dark table."""
    r, far, foot = RADIUS - edge, 100 - edge, 140 - edge
    return (
        f"M{edge:g} {y:g}H{far:g}V{foot - r:g}a{r:g} {r:g} 0 0 1-{r:g} {r:g}"
        f"H{edge + r:g}a{r:g} {r:g} 0 0 1-{r:g}-{r:g}z"
    )


def lattice(inset: float, columns: int, lines: int) -> str:
    """Crossing lines in tenths that meet the rectangle's edge in pairs: whole diamonds only."""
    x, y = inset * 10, inset * 10
    a, b = (1000 - 2 * x) / columns, (1400 - 2 * y) / lines

    def line(i: int, turn: int) -> str:
        """The line that begins i steps along the left and bottom edges, cut at the rectangle."""
        c0, r0 = max(0, i - lines), min(i, lines)
        steps = min(columns - c0, r0)
        at = x + a * c0 if turn > 0 else 1000 - x - a * c0
        move = numbers(round(at), round(y + b * r0))
        return f"M{move}l{numbers(round(turn * a * steps), round(-b * steps))}"

    return "".join(line(i, turn) for turn in (1, -1) for i in range(1, columns + lines))


def back(key: str) -> str:
    """The edge line is 1 px wide at 49 px (phone) and at 100 px (roomy)."""
    edge, inner, columns, lines, wide = (
        (2.0, 7.0, 6, 9, 42) if key == "p" else (1.0, 4.5, 8, 12, 36)
    )
    line = "var(--back-line,#f3efe4)"
    body = path(line, rounded(0, RADIUS))
    body += path("var(--back-1,#2b3f78)", rounded(edge, RADIUS - edge))
    frame = f'fill="none" stroke="{line}" stroke-opacity=".45" stroke-width="{edge / 2:g}"'
    net = 'fill="none" stroke="var(--back-2,#22325f)" transform="scale(0.1)"'
    body += f'<path {net} stroke-width="{wide}" d="{lattice(inner, columns, lines)}"/>'
    return symbol(f"{key}-back", body + f'<path {frame} d="{rounded(inner, RADIUS - 5)}"/>')


def build() -> str:
    """The text of the sprite; the same text every time. Neighbours share most of their text."""
    deck = Deck()
    courts = {**{rank: rank for rank in "JQK"}, **LOCAL_COURTS}
    symbols = [deck.number_symbol(k, rank, s) for rank in RANKS[:10] for s in SUITS for k in FACES]
    symbols += [deck.court_symbol(k, *c, s) for c in courts.items() for s in SUITS for k in FACES]
    symbols += [back(key) for key in FACES]
    for suit in SUITS:
        body = one_suit("currentColor", suit, 100, 50, 50)
        symbols.append(symbol(f"s-{suit}", body, 100))
    symbols += [deck.letter_symbol(letter) for letter in "KR"]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>", ""])


def main() -> int:
    """Write the sprite, or with `--check` say whether the written one is what would be written."""
    target, text = HERE / "deck.svg", build()
    if "--check" in sys.argv[1:]:
        return 0 if target.read_text(encoding="utf-8") == text else 1
    target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
