"""What may lie on what, for every build rule: tables the rule book looks cards up in."""

from __future__ import annotations

from typing import Final

from engine.cards import DECK, KING, RANK, SUIT, SUITS, Card, is_red
from engine.errors import Wanted
from engine.position import Cards
from engine.variants import Build

KINGS: Final = tuple(card for card in DECK if RANK[card] == KING)
ANY_KING: Final = Wanted(KING, SUITS)


def _suits_that_fit(build: Build, card: Card) -> tuple[int, ...]:
    if build == "suit":
        return (SUIT[card],)
    return tuple(s for s in range(4) if build == "any" or is_red(13 * s) != is_red(card))


def _fitting(build: Build, card: Card) -> Cards:
    if RANK[card] == 1:
        return ()
    return tuple(13 * suit + RANK[card] - 2 for suit in _suits_that_fit(build, card))


_BUILDS: Final[tuple[Build, ...]] = ("suit", "any", "alternate")

FITS: Final = {build: tuple(_fitting(build, card) for card in DECK) for build in _BUILDS}
"""FITS[build][card]: the cards that may be laid on ``card``."""


def wanted_on(build: Build, last: Card) -> Wanted | None:
    """What may be laid on ``last``; None on an ace."""
    fitting = FITS[build][last]
    if not fitting:
        return None
    return Wanted(RANK[last] - 1, "".join(SUITS[SUIT[card]] for card in fitting))


def is_run(build: Build, cards: Cards) -> bool:
    """Whether each card may be laid on the one before it."""
    fits = FITS[build]
    below = cards[0]
    for card in cards[1:]:
        if card not in fits[below]:
            return False
        below = card
    return True
