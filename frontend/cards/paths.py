"""Compact SVG path data: whole numbers, relative to the first point of the outline.

Equal drawings give equal text wherever they stand, which is what compresses the sprite.
"""

# ruff: noqa: N802 (fontTools calls the pen by these names)
from __future__ import annotations

from fontTools.pens.basePen import AbstractPen, BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]


def numbers(*values: int) -> str:
    """The numbers with as few separators as the grammar allows."""
    text = ""
    for value in values:
        part = str(value)
        text += part if not text or part[0] == "-" else f" {part}"
    return text


class CompactPen(BasePen):  # type: ignore[misc]
    """Writes relative path data, every point rounded once, so that errors do not add up."""

    def __init__(self) -> None:
        super().__init__(None)
        self.parts: list[str] = []
        self.origin: Point | None = None
        self.start = self.at = (0, 0)

    def _point(self, point: Point) -> tuple[int, int]:
        """Whole units from the first point of the outline."""
        if self.origin is None:
            self.origin = point
        return round(point[0] - self.origin[0]), round(point[1] - self.origin[1])

    def _draw(self, command: str, *points: Point) -> None:
        places = [self._point(point) for point in points]
        x, y = self.at
        steps = [step for place in places for step in (place[0] - x, place[1] - y)]
        self.parts.append(command + numbers(*steps))
        self.at = places[-1]

    def _moveTo(self, pt: Point) -> None:
        first = self.origin is None
        place = self._point(pt)
        if not first:
            self.parts.append("m" + numbers(place[0] - self.start[0], place[1] - self.start[1]))
        self.start = self.at = place

    def _lineTo(self, pt: Point) -> None:
        x, y = self._point(pt)
        if (x, y) == self.at or (x, y) == self.start:
            return  # closing draws the last line
        if x == self.at[0]:
            self.parts.append("v" + str(y - self.at[1]))
            self.at = (x, y)
        elif y == self.at[1]:
            self.parts.append("h" + str(x - self.at[0]))
            self.at = (x, y)
        else:
            self._draw("l", pt)

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:
        self._draw("c", pt1, pt2, pt3)

    def _qCurveToOne(self, pt1: Point, pt2: Point) -> None:
        self._draw("q", pt1, pt2)

    def _closePath(self) -> None:
        self.parts.append("z")
        self.at = self.start


class Outline:
    """A drawing that can be placed: `path` is SVG path data or, with `font`, letters to set."""

    def __init__(self, path: str, font: Lettering | None = None) -> None:
        self.path, self.font = path, font

    def _draw(self, pen: AbstractPen) -> None:
        if self.font is None:
            parse_path(self.path, pen)
        else:
            self.font.draw(self.path, pen)

    def bounds(self) -> tuple[float, float, float, float]:
        """xMin, yMin, xMax, yMax."""
        pen = BoundsPen(None)
        self._draw(pen)
        return pen.bounds  # type: ignore[no-any-return]

    def placed(self, matrix: Matrix) -> str:
        """Path data of the drawing under `matrix` (SVG order: a b c d e f)."""
        pen = CompactPen()
        self._draw(TransformPen(pen, matrix))
        x, y = pen.origin or (0.0, 0.0)
        return "M" + numbers(round(x), round(y)) + "".join(pen.parts)


class Lettering:
    """Letters of a variable font at one weight, set on the baseline y = 0, in font units."""

    def __init__(self, font: TTFont, weight: int) -> None:
        self.glyphs = font.getGlyphSet(location={"wght": weight})
        self.names = font.getBestCmap()
        self.cap_height = float(font["OS/2"].sCapHeight)

    def draw(self, text: str, pen: AbstractPen, gap: float = -14.0) -> None:
        x = 0.0
        for letter in text:
            glyph = self.glyphs[self.names[ord(letter)]]
            glyph.draw(TransformPen(pen, (1, 0, 0, 1, x, 0)))
            x += glyph.width + gap
