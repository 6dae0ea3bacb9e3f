"""The deck, the themes and the fonts: fresh, whole, light and readable."""

import gzip
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont

FRONTEND = Path(__file__).parents[2] / "frontend"
DECK = FRONTEND / "cards" / "deck.svg"
TOKENS = (FRONTEND / "css" / "tokens.css").read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"
THEMES = ("felt", "midnight", "linen")
Colour = tuple[float, float, float, float]


def tokens(theme: str) -> dict[str, str]:
    """The custom properties that hold under `theme`, its own over those of :root."""
    block = re.compile(
        r"\n(?P<names>:root|(?::root,\n)?\[data-theme=\"\w+\"\]) \{(?P<body>[^}]*)\}"
    )
    found: dict[str, str] = {}
    for match in block.finditer(TOKENS):
        if ":root" in match["names"] or f'"{theme}"' in match["names"]:
            found |= dict(re.findall(r"(--[\w-]+):\s*([^;]+);", match["body"]))
    return found


def colour(text: str) -> Colour:
    """#rgb, #rgba, #rrggbb or #rrggbbaa; channels 0..255, alpha 0..1."""
    digits = text.removeprefix("#")
    if len(digits) <= 4:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue, alpha = (int(digits.ljust(8, "f")[i : i + 2], 16) for i in (0, 2, 4, 6))
    return red, green, blue, alpha / 255


def over(top: Colour, ground: Colour) -> Colour:
    mixed = [a * top[3] + b * (1 - top[3]) for a, b in zip(top[:3], ground[:3], strict=True)]
    return mixed[0], mixed[1], mixed[2], 1.0


def luminance(value: Colour) -> float:
    """WCAG 2: relative luminance."""
    parts = [c / 255 for c in value[:3]]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(text: str, ground: Colour) -> float:
    bright, dark = sorted((luminance(over(colour(text), ground)), luminance(ground)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def table_grounds(theme: str) -> list[Colour]:
    """The table at its lightest and darkest, bare and under a panel."""
    values = tokens(theme)
    bare = [colour(values[f"--table-{n}"]) for n in (1, 2, 3)]
    return bare + [over(colour(values["--panel"]), ground) for ground in bare]


def symbols() -> dict[str, ElementTree.Element]:
    root = ElementTree.parse(DECK).getroot()
    return {element.get("id", ""): element for element in root.iter(f"{SVG}symbol")}


def weight(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9, mtime=0))


def test_the_sprite_is_what_its_script_draws() -> None:
    script = FRONTEND / "cards" / "build.py"
    assert subprocess.run([sys.executable, script, "--check"], check=False).returncode == 0


def test_every_card_has_both_faces_in_every_language() -> None:
    ranks = [*"A23456789TJQK", "R", "D", "V", "Kn"]
    cards = {f"{f}-{rank}{suit}" for f, rank, suit in product("pr", ranks, "SHDC")}
    others = {"p-back", "r-back", "k-K", "k-R", *(f"s-{suit}" for suit in "SHDC")}
    found = symbols()
    assert set(found) == cards | others
    assert {found[card].get("viewBox") for card in cards} == {"0 0 100 140"}


def test_no_two_faces_look_alike() -> None:
    drawings = [ElementTree.tostring(symbol).split(b">", 1)[1] for symbol in symbols().values()]
    assert len(set(drawings)) == len(drawings)


@pytest.mark.parametrize("face", ["p", "r"])
def test_a_face_is_painted_in_its_own_suit_alone(face: str) -> None:
    names = {"S": "--spade", "H": "--heart", "D": "--diamond", "C": "--club"}
    for key, symbol in symbols().items():
        if key.startswith(face) and "back" not in key:
            used = {part for path in symbol for part in re.findall(r"--\w+", path.get("fill", ""))}
            assert used & set(names.values()) == {names[key[-1]]}, key


@pytest.mark.parametrize(
    ("path", "limit"),
    [("cards/deck.svg", 8000), ("icons.svg", 1500), ("vendor/lit-html/lit-html.js", 3300)],
)
def test_what_the_table_loads_is_light(path: str, limit: int) -> None:
    assert weight(FRONTEND / path) <= limit


@pytest.mark.parametrize(("name", "limit"), [("figtree", 20_000), ("figtree-ext", 10_000)])
def test_the_fonts_are_light_and_licensed(name: str, limit: int) -> None:
    folder = FRONTEND / "vendor" / "figtree"
    assert (folder / f"{name}.woff2").stat().st_size <= limit
    assert "SIL Open Font License" in (folder / "LICENSE").read_text(encoding="utf-8")


def test_the_font_writes_the_three_languages() -> None:
    font = TTFont(FRONTEND / "vendor" / "figtree" / "figtree.woff2")
    letters = "æøåÆØÅàâçéèêëîïôùûüœŒ«»’“”–—…·×−←→♠♥♦♣0123456789%€\u00a0\u202f\u2011"
    assert [c for c in letters if ord(c) not in font.getBestCmap()] == []
    assert "tnum" in {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}


@pytest.mark.parametrize("theme", THEMES)
def test_text_reads_on_every_ground(theme: str) -> None:
    values = tokens(theme)
    for ground in table_grounds(theme):
        assert contrast(values["--text"], ground) >= 5.5
        assert contrast(values["--muted"], ground) >= 4.5
        assert contrast(values["--accent"], ground) >= 3  # rings, bars, large figures
    assert contrast(values["--on-accent"], colour(values["--accent"])) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_dialogs_and_toasts_read(theme: str) -> None:
    values = tokens(theme)
    dialog = colour(values["--dialog"])
    for name in ("--dialog-ink", "--dialog-muted", "--dialog-good", "--dialog-bad", "--call"):
        assert contrast(values[name], dialog) >= 4.5, name
    assert contrast(values["--dialog-on-action"], colour(values["--dialog-action"])) >= 4.5
    toast = over(colour(values["--toast"]), colour("#fff"))
    assert contrast(values["--toast-ink"], toast) >= 4.5
    assert contrast(values["--toast-mark"], toast) >= 4.5
    for player in range(1, 7):
        assert contrast(values["--on-player"], colour(values[f"--player-{player}"])) >= 4.5


@pytest.mark.parametrize(
    ("suit", "day", "night"),
    [("spade", 15.6, 13.6), ("heart", 5.7, 4.9), ("diamond", 4.5, 3.9), ("club", 7.4, 6.4)],
)
def test_suits_stand_out_on_the_card(suit: str, day: float, night: float) -> None:
    measured = {
        theme: contrast(values[f"--{suit}"], colour(values["--card"]))
        for theme in THEMES
        for values in [tokens(theme)]
    }
    assert {theme: round(ratio, 1) for theme, ratio in measured.items()} == {
        "felt": day,
        "midnight": night,
        "linen": day,
    }


@pytest.mark.parametrize(("scheme", "theme"), [("light", "linen"), ("dark", "midnight")])
def test_the_automatic_theme_is_one_of_the_others(scheme: str, theme: str) -> None:
    block = re.search(
        rf'prefers-color-scheme: {scheme}\) {{\n  \[data-theme="auto"\] {{([^}}]*)}}', TOKENS
    )
    own = re.search(rf'\n\[data-theme="{theme}"\] {{([^}}]*)}}', TOKENS)
    assert block
    assert own
    assert block[1].split() == own[1].split()


def test_symbols_the_templates_and_scripts_use_exist() -> None:
    icons = set(re.findall(r'<symbol id="(\w+)"', (FRONTEND / "icons.svg").read_text("utf-8")))
    assert len(icons) >= 30
    used: set[str] = set()
    for path in [*FRONTEND.rglob("templates/**/*.html"), *FRONTEND.rglob("js/**/*.js")]:
        used |= set(re.findall(r"icons\.svg[^#\n]{0,8}#([a-z]\w*)", path.read_text("utf-8")))
    assert used <= icons
