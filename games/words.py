"""Moves in words, for pages. The table's scripts have words of their own."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cards import RANKS, SUITS
from engine.moves import COLUMNS, HINT, UNDO
from engine.position import Position

_SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))


def card_words(card: int) -> str:
    """A card as people write it: `10♥`."""
    rank = RANKS[card % len(RANKS)]
    return f"{'10' if rank == 'T' else rank}{_SIGNS[SUITS[card // len(RANKS)]]}"


def item_words(position: Position, text: str) -> str:
    """What an item of a log does to the position before it: `K♥ and 3 more to column 1`."""
    plain = {
        ">": _("a draw from the stock"),
        "<": _("the waste turned over"),
        UNDO: _("an undo"),
        HINT: _("a hint"),
    }
    return plain[text] if text in plain else _move_words(position, text)


def _move_words(position: Position, text: str) -> str:
    source, count, target = text[0], int(text[1:-1] or 1), text[-1]
    values = {"card": card_words(_head(position, source, count)), "more": count - 1}
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
