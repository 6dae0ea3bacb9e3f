"""Builds the two web fonts from the npm package `@fontsource-variable/figtree`.

    npm pack @fontsource-variable/figtree && tar xzf fontsource-variable-figtree-*.tgz
    python frontend/vendor/figtree/build.py package

`figtree.woff2` holds Latin-1, French and Norwegian, punctuation and figures, and besides what the
package has: the four suits (the deck's own drawings, so that no telephone replaces them by an
emoji), the narrow no-break and thin spaces, the no-break hyphen and the side arrows.
`figtree-ext.woff2` holds the rest of Latin; pages load it when a name needs it (unicode-range).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

HERE: Final = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "cards"))
from shapes import SUITS  # noqa: E402 (a script beside another folder)

WEIGHTS: Final = (400, 800)  # what the style sheets use
SIDE: Final = 40  # font units left and right of a drawn glyph
LEFT_ARROW: Final = "M38 14L2 50L38 86L46 78L24 56H98V44H24L46 22Z"
RIGHT_ARROW: Final = "M62 14L98 50L62 86L54 78L76 56H2V44H76L54 22Z"
DRAWN: Final = {
    0x2660: SUITS["S"],
    0x2665: SUITS["H"],
    0x2666: SUITS["D"],
    0x2663: SUITS["C"],
    0x2190: LEFT_ARROW,
    0x2192: RIGHT_ARROW,
}
SPACES: Final = {0x2009: 160, 0x202F: 160}
KEPT_FEATURES: Final = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "pnum", "rvrn"]


def add_glyph(font: TTFont, code: int, path: str, width: int | None = None) -> None:
    """Add a glyph that is the same at every weight: `path` in a 100 x 100 box over the baseline."""
    name = f"uni{code:04X}"
    pen = TTGlyphPen(None)
    if path:
        scale = 7.4  # cap height and a little: 740 of 1000 units
        moved = (scale, 0, 0, -scale, SIDE, 720)
        parse_path(path, TransformPen(Cu2QuPen(pen, 1.0, reverse_direction=False), moved))
    variations = font["gvar"].variations  # read while the glyph count still agrees
    font["glyf"].glyphs  # noqa: B018 (the table is read when touched)
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"].glyphs[name] = pen.glyph()
    font["hmtx"][name] = (width or int(740 + 2 * SIDE), 0)
    variations[name] = []
    glyph = font["glyf"][name]
    if path:
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (font["hmtx"][name][0], glyph.xMin)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[code] = name


def subset(font: TTFont) -> None:
    options = Options()
    options.layout_features = KEPT_FEATURES
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.flavor = "woff2"
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)


def build(package: Path, part: str, target: str) -> None:
    font = TTFont(package / "files" / f"figtree-{part}-wght-normal.woff2")
    if part == "latin":
        for code, path in DRAWN.items():
            add_glyph(font, code, path)
        for code, width in SPACES.items():
            add_glyph(font, code, "", width)
        hyphen = font.getBestCmap()[ord("-")]
        for table in font["cmap"].tables:
            table.cmap[0x2011] = hyphen
        del font["HVAR"]  # it knows nothing of the new glyphs; advances come from gvar
    subset(font)
    font.flavor = "woff2"
    font.save(HERE / target)


def main() -> None:
    package = Path(sys.argv[1])
    build(package, "latin", "figtree.woff2")
    build(package, "latin-ext", "figtree-ext.woff2")
    (HERE / "LICENSE").write_bytes((package / "LICENSE").read_bytes())


if __name__ == "__main__":
    main()
