"""Display names: what may be one, and when two of them are too alike.

Two names clash when either key is equal: ``name_key`` (case and width folded) or
``name_skeleton`` (what the eye sees, after Unicode TS 39, whatever the script).
"""

import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib import resources

from confusable_homoglyphs.confusables import confusables_data

MIN_LENGTH = 3
MAX_LENGTH = 20
# NFKC and the skeleton may lengthen a name: no code point becomes more than a handful.
MAX_KEY_LENGTH = 255

_SEPARATORS = " -_.'’"
_PAIRS = frozenset({". ", "' ", "’ "})
_DIRECTION_MARK = "\u200e"
_LETTERS_AND_DIGITS = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nd"})
_MARKS = frozenset({"Mn", "Mc"})
_MAX_MARKS_IN_A_ROW = 2
_RESERVED = resources.files("accounts").joinpath("data/reserved-names.txt")


class InvalidNameError(ValueError):
    """A refused name; ``code`` is one of length, characters, reserved, taken."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def name_normalise(typed: str) -> str:
    """The form that is stored and shown: NFKC, single spaces, none at the ends."""
    return " ".join(unicodedata.normalize("NFKC", typed).split())


def name_key(name: str) -> str:
    """Equal for spellings that differ in case or width only; signing in looks names up by it."""
    folded = unicodedata.normalize("NFKC", name_normalise(name).casefold())
    return unicodedata.normalize("NFKC", folded.casefold())


def name_skeleton(name: str) -> str:
    """Equal for names that look alike: Ægir and аegir with a Cyrillic а, Paul and PauI.

    Folded before and after the change of case, because a capital may look like a letter
    its small form does not; i and l are one, for I is both; separators do not count.
    """
    seen = _prototype(name_normalise(name))
    seen = _prototype(seen.casefold()).casefold().replace("i", "l").replace("l\u0307", "l")
    return "".join(c for c in seen if c not in _SEPARATORS)


def name_check(typed: str) -> str:
    """The stored form of a well-formed, unreserved name, or InvalidNameError. Asks no database."""
    name = name_normalise(typed)
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise InvalidNameError("length")
    if not _is_well_formed(name):
        raise InvalidNameError("characters")
    if _is_reserved(name):
        raise InvalidNameError("reserved")
    return name


def _is_well_formed(name: str) -> bool:
    kinds = [unicodedata.category(c) for c in name]
    if kinds[0] not in _LETTERS_AND_DIGITS or not any(kind.startswith("L") for kind in kinds):
        return False
    marks = 0
    before = ""
    for c, kind in zip(name, kinds, strict=True):
        marks = marks + 1 if kind in _MARKS else 0
        known = c in _SEPARATORS or kind in _MARKS or kind in _LETTERS_AND_DIGITS
        # Of two separators in a row, only "Dr. Who" and its like: the second is the space.
        doubled = before in _SEPARATORS and c in _SEPARATORS and before + c not in _PAIRS
        if not known or marks > _MAX_MARKS_IN_A_ROW or (before and doubled):
            return False
        before = c
    return before not in _SEPARATORS


def _is_reserved(name: str) -> bool:
    bare = _without_marks(name_skeleton(name))
    stem = _without_marks(name_skeleton(name.rstrip("0123456789") or name))
    reserved = _reserved_skeletons()
    if bare in reserved or stem in reserved:
        return True
    # "Guest 4F7K" is what the service itself calls people without a name.
    first, _, tag = name.partition(" ")
    return len(tag) == 4 and _without_marks(name_skeleton(first)) in _guest_words()


def _without_marks(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


@cache
def _reserved_skeletons() -> frozenset[str]:
    lines = _RESERVED.read_text(encoding="utf-8").splitlines()
    words = [word for line in lines if not line.startswith("#") for word in line.split()]
    return frozenset(name_skeleton(word) for word in words)


@cache
def _guest_words() -> frozenset[str]:
    return frozenset(name_skeleton(word) for word in ("guest", "invite", "gjest"))


def _prototype(text: str) -> str:
    table = _prototypes()
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(table.get(c, c) for c in decomposed))


@cache
def _prototypes() -> dict[str, str]:
    """Code point → the sequence that stands for all that look like it (TS 39, confusables).

    The data lists each pair in both directions: one hub, many look-alikes around it.
    """
    return {c: hub for c, hub in _hubs() if c != hub}


def _hubs() -> Iterator[tuple[str, str]]:
    for text in confusables_data:
        likes = _like(text)
        if len(text) != 1 or len(likes) != 1:
            continue
        hub = likes[0]
        if len(hub) > 1 or len(_like(hub)) > 1 or hub < text:
            yield text, hub.strip(_DIRECTION_MARK)


def _like(text: str) -> list[str]:
    return list(dict.fromkeys(entry["c"] for entry in confusables_data.get(text, ())))
