"""Cards as small integers: ``suit * 13 + rank - 1``, suits S H D C, ranks ace 1 to king 13."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.errors import NotationError

Card = int

SUITS: Final = "SHDC"
RANKS: Final = "A23456789TJQK"
KING: Final = 13
DECK: Final[tuple[Card, ...]] = tuple(range(52))

# Tables instead of arithmetic: a lookup is the cheapest thing the rules can do.
RANK: Final = tuple(card % 13 + 1 for card in DECK)
SUIT: Final = tuple(card // 13 for card in DECK)
CARD_TEXT: Final[tuple[str, ...]] = tuple(
    suit_rank[1] + suit_rank[0] for suit_rank in ((suit, rank) for suit in SUITS for rank in RANKS)
)
_CARDS: Final = {text: card for card, text in enumerate(CARD_TEXT)}


def suit(card: Card) -> int:
    """0 spades, 1 hearts, 2 diamonds, 3 clubs."""
    return SUIT[card]


def rank(card: Card) -> int:
    """1 (ace) to 13 (king)."""
    return RANK[card]


def is_red(card: Card) -> bool:
    return SUIT[card] in (1, 2)


def card_text(card: Card) -> str:
    """Rank, then suit: ``TH``."""
    return CARD_TEXT[card]


def cards_text(cards: Iterable[Card], separator: str = "") -> str:
    return separator.join([CARD_TEXT[card] for card in cards])


def parse_card(text: str) -> Card:
    card = _CARDS.get(text)
    if card is None:
        raise NotationError(f"not a card: {text[:8]!r}")
    return card
