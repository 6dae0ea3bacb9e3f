"""Game codes: the whole deal and its rules in one line of text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.errors import UnknownCode
from engine.variants import OPTION_LETTERS, OPTIONED, PREFIXES, Variant, variant_for

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
OPEN_LETTERS: Final = 7
SEALED_LETTERS: Final = 28
_MAX_TEXT: Final = 120
_MAX_RULES: Final = 1 + len(OPTION_LETTERS)
_PREFIX_LENGTH: Final = 3
_UPPER: Final = str.maketrans(LETTERS.lower(), LETTERS)
# People paste codes from letters and pages, where dashes come in every length.
_DASHES: Final = re.compile("[-\u2010-\u2015\u2212\u00ad_]+")
_SEED: Final = re.compile(f"[{LETTERS}]+")


@dataclass(frozen=True, slots=True)
class Code:
    """One deal under one variant; ``rules`` is canonical, ``seed`` 7 or 28 letters."""

    prefix: str
    rules: str
    seed: str

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The one canonical way to write it."""
        groups = [self.seed[at : at + 7] for at in range(0, len(self.seed), 7)]
        return "-".join([self.prefix, self.rules, *groups])

    @property
    def event(self) -> str:
        return f"{self.prefix}-{self.rules}"

    @property
    def variant(self) -> Variant:
        return variant_for(self.prefix, self.rules)

    @property
    def sealed(self) -> bool:
        """A seed too long to be found by search."""
        return len(self.seed) == SEALED_LETTERS


def make_code(event: str, seed: str) -> Code:
    """The code of ``seed`` under ``event`` (prefix and rules part)."""
    return parse_code(f"{event}-{seed}")


def parse_code(text: str) -> Code:
    """Read a code whatever its case, spaces and missing dashes; raises UnknownCode."""
    if len(text) > _MAX_TEXT:
        raise UnknownCode("length", "far too long")
    parts = _DASHES.split("".join(text.split()).translate(_UPPER).strip("-"))
    joined = "".join(parts)
    prefix = joined[:_PREFIX_LENGTH]
    if prefix not in PREFIXES:
        raise UnknownCode("prefix", f"no such game: {prefix!r}")
    if parts[0] == prefix and len(parts) > 2 and len(parts[1]) <= _MAX_RULES:
        rules, seed = parts[1], "".join(parts[2:])
    else:
        rules, seed = _split_by_length(prefix, joined[_PREFIX_LENGTH:])
    variant = variant_for(prefix, rules)
    if len(seed) not in (OPEN_LETTERS, SEALED_LETTERS):
        raise UnknownCode("length", f"a seed has 7 or 28 letters, not {len(seed)}")
    if not _SEED.fullmatch(seed):
        raise UnknownCode("seed", "a seed has letters A to Z only")
    return Code(prefix, variant.rules, seed)


def _split_by_length(prefix: str, body: str) -> tuple[str, str]:
    """Rules part and seed of a code without its dashes: no two readings have one length."""
    longest = _MAX_RULES if prefix == OPTIONED else 1
    for letters in (OPEN_LETTERS, SEALED_LETTERS):
        if 1 <= len(body) - letters <= longest:
            return body[:-letters], body[-letters:]
    if body and body[0].isdigit() is not (prefix == OPTIONED):
        raise UnknownCode("rules", f"no such rules: {body[:1]!r}")
    raise UnknownCode("length", f"no code has {len(prefix) + len(body)} letters and digits")


def random_seed(randbelow: Callable[[int], int], letters: int = OPEN_LETTERS) -> str:
    """A seed from the caller's generator, ``randbelow(n)`` giving 0 to n - 1."""
    if letters not in (OPEN_LETTERS, SEALED_LETTERS):
        raise ValueError(f"a seed has 7 or 28 letters, not {letters}")
    return "".join(LETTERS[randbelow(len(LETTERS))] for _ in range(letters))
