"""The games as data: one frozen value a variant, read by the one rule book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Final, Literal

from engine.errors import UnknownCode

Build = Literal["suit", "any", "alternate"]
Group = Literal["any", "run"]
EmptyColumn = Literal["king", "any"]
Tap = Literal["russian", "klondike"]
# A single tap only sends a last card up; only a double tap looks for a place on the tableau.
TAP_UP: Final[Tap] = "russian"
# A tap plays the best place.
TAP_BEST: Final[Tap] = "klondike"

_TRIANGLE: Final = tuple(tuple(range(row, 7)) for row in range(7))
_ROWS_ABOVE: Final = (tuple(range(1, 7)),) * 4


@dataclass(frozen=True, slots=True)
class Variant:
    """Everything the rules, the deal, the score and the taps need to know of a game."""

    prefix: str
    rules: str
    name: str
    rows: tuple[tuple[int, ...], ...]
    """Dealing: the columns each row of cards goes to, row by row."""
    down: tuple[int, ...]
    """Face-down cards at the bottom of each column."""
    build: Build
    group: Group
    """``run``: only an ordered run moves together."""
    group_limit: int | None
    """The most cards that move at once."""
    undo_limit: int | None
    score: str
    """Name of its table in ``scoring.SCORE_TABLES``."""
    tap: Tap
    empty_column: EmptyColumn = "king"
    taking_back: bool = True
    foundation_first: Literal["always", "safe"] = "always"
    """When a foundation is a better target than a column."""
    draw: int = 0
    """Cards turned at once; 0: the game has no stock."""
    passes: int | None = None
    """Times through the stock; None: without limit."""
    thoughtful: bool = False
    finish: bool = False
    tick: tuple[int, int] | None = None
    """(ms, points): what the clock takes off the score."""

    @property
    def event(self) -> str:
        """The canonical code without its seed: ``KL1-3SA``."""
        return f"{self.prefix}-{self.rules}"

    @property
    def sizes(self) -> tuple[int, ...]:
        """Cards each column is dealt."""
        return tuple(sum(column in row for row in self.rows) for column in range(7))


_CLASSIC: Final = Variant(
    prefix="RU1",
    rules="C",
    name="russian-classic",
    rows=_TRIANGLE + _ROWS_ABOVE,
    down=(0, 1, 2, 3, 4, 5, 6),
    build="suit",
    group="any",
    group_limit=20,
    undo_limit=100,
    score="house",
    tap=TAP_UP,
)
_FIXED: Final = (
    _CLASSIC,
    replace(_CLASSIC, rules="R", name="russian-relaxed", build="any"),
    replace(_CLASSIC, prefix="YU1", name="yukon", build="alternate", tap=TAP_BEST),
)
_BY_EVENT: Final = {variant.event: variant for variant in _FIXED}
_BY_NAME: Final = {variant.name: variant for variant in _FIXED}

OPTIONED: Final = "KL1"
"""The prefix whose rules part is a number of cards to draw and option letters."""
OPTION_LETTERS: Final = "SPATVW"
_OPTIONED_NAME: Final = "klondike-"
PREFIXES: Final = ("RU1", OPTIONED, "YU1")
EVENTS: Final = ("RU1-C", "RU1-R", "KL1-1", "KL1-3", "YU1-C")
"""The five events of ranked play."""


def canonical_options(rules: str) -> str:
    """The one way to write a rules part of draw and options; raises UnknownCode."""
    draw, options = rules[:1], set(rules[1:])
    if draw not in ("1", "3") or options - set(OPTION_LETTERS):
        raise UnknownCode("rules", f"no such rules: {rules[:12]!r}")
    if len(options) != len(rules) - 1:
        raise UnknownCode("rules", f"an option twice: {rules[:12]!r}")
    if ("P" in options and options & {"S", "V"}) or options >= {"V", "W"}:
        raise UnknownCode("rules", f"options that exclude each other: {rules[:12]!r}")
    if "V" in options:
        options.discard("S")
    if draw == "3" and "P" in options:
        options = options - {"P"} | {"S"}
    return draw + "".join(letter for letter in OPTION_LETTERS if letter in options)


@cache
def _with_options(rules: str) -> Variant:
    draw = int(rules[0])
    strict = draw if "S" in rules or "V" in rules else None
    return Variant(
        prefix=OPTIONED,
        rules=rules,
        name=_OPTIONED_NAME + rules,
        rows=_TRIANGLE,
        down=(0, 1, 2, 3, 4, 5, 6),
        build="alternate",
        group="run",
        group_limit=None,
        undo_limit=None,
        score="vegas" if "V" in rules else f"standard-{draw}",
        tap=TAP_BEST,
        empty_column="any" if "A" in rules else "king",
        foundation_first="safe",
        draw=draw,
        passes=3 if "P" in rules else strict,
        thoughtful="T" in rules,
        finish=True,
        tick=(10_000, 2) if "W" in rules else None,
    )


def variant_for(prefix: str, rules: str) -> Variant:
    """The variant a code's first two parts name; the rules part need not be canonical."""
    if prefix not in PREFIXES:
        raise UnknownCode("prefix", f"no such game: {prefix[:12]!r}")
    if prefix == OPTIONED:
        return _with_options(canonical_options(rules))
    variant = _BY_EVENT.get(f"{prefix}-{rules}")
    if variant is None:
        raise UnknownCode("rules", f"no such rules: {rules[:12]!r}")
    return variant


def variant_named(name: str) -> Variant:
    """By the name used in shells and records: ``russian-classic``, ``klondike-3S``."""
    if name in _BY_NAME:
        return _BY_NAME[name]
    if not name.startswith(_OPTIONED_NAME):
        raise UnknownCode("prefix", f"no such variant: {name[:24]!r}")
    return variant_for(OPTIONED, name.removeprefix(_OPTIONED_NAME))


def event_variant(event: str) -> Variant:
    """By prefix and rules part: ``KL1-3SA``."""
    prefix, _, rules = event.partition("-")
    return variant_for(prefix, rules)


def _option_sets() -> Iterator[str]:
    for draw, passes, any_card, thoughtful, score in product(
        "13", ("", "S", "P"), ("", "A"), ("", "T"), ("", "V", "W")
    ):
        rules = draw + passes + any_card + thoughtful + score
        if not (passes and score == "V") and not (draw == "3" and passes == "P"):
            yield rules


def all_variants() -> tuple[Variant, ...]:
    """Every variant once, under its canonical rules part."""
    return _FIXED + tuple(_with_options(rules) for rules in _option_sets())
