"""Moves in words, for pages. The table's scripts have words of their own."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.cards import RANKS, SUITS
from engine.moves import COLUMNS, HINT, UNDO
from engine.position import Position

# The languages' own letters, where they differ from the English ones. The scripts' words and the
# deck's sprite have the same.
LOCAL_RANKS: Mapping[str, Mapping[str, str]] = {
    "fr": {"K": "R", "Q": "D", "J": "V"},
    "nb": {"Q": "D", "J": "Kn"},
}
_SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))


def rank_letters(*, local: bool) -> Mapping[str, str]:
    """What stands for an English rank letter in the language in use, where that is another one;
    nothing unless the reader wants `local` letters (their setting `local_ranks`)."""
    return LOCAL_RANKS.get(get_language() or "", {}) if local else {}


def card_words(card: int, *, local: bool) -> str:
    """A card as people write it: `10♥`, with `local` letters on court cards or English ones."""
    rank = RANKS[card % len(RANKS)]
    written = {"T": "10", **rank_letters(local=local)}.get(rank, rank)
    return f"{written}{_SIGNS[SUITS[card // len(RANKS)]]}"


def item_words(position: Position, text: str, *, local: bool) -> str:
    """What an item of a log does to the position before it: `K♥ and 3 more to column 1`."""
    plain = {
        ">": _("a draw from the stock"),
        "<": _("the waste turned over"),
        UNDO: _("an undo"),
        HINT: _("a hint"),
    }
    return plain[text] if text in plain else _move_words(position, text, local)


def _move_words(position: Position, text: str, local: bool) -> str:
    source, count, target = text[0], int(text[1:-1] or 1), text[-1]
    card = card_words(_head(position, source, count), local=local)
    values = {"card": card, "more": count - 1}
    if target in SUITS:
        return _("%(card)s to its foundation") % values
    values["column"] = COLUMNS.index(target) + 1
    if count == 1:
        return _("%(card)s to column %(column)s") % values
    more = ngettext(
        "%(card)s and %(more)s more to column %(column)s",
        "%(card)s and %(more)s more to column %(column)s",
        count - 1,
    )
    return more % values


def _head(position: Position, source: str, count: int) -> int:
    """The first of the cards that move."""
    if source == "w":
        return position.waste[-1]
    if source in SUITS:
        suit = SUITS.index(source)
        return suit * len(RANKS) + position.foundations[suit] - 1
    return position.columns[COLUMNS.index(source)][-count]
