"""The fair hint: what a good player would try next, from the view alone."""

from __future__ import annotations

from engine.cards import SUITS
from engine.moves import STOCK
from engine.rules import group_move
from engine.view import PlayerView


def fair_hint(view: PlayerView) -> str | None:
    """A move's text, or ``>`` / ``<`` for the stock; None when there is nothing at all.

    It never takes a card back from a foundation.
    """
    for group, letters in view.legal.items():
        if group != STOCK and group not in SUITS:
            return str(group_move(group, letters[0]))
    return view.legal.get(STOCK)
