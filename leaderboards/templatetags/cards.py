"""Pictures of cards from the deck's sprite, for pages that are not the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django import template
from django.utils.translation import get_language

from engine.cards import card_text
from engine.codes import parse_code
from engine.deals import deal

register = template.Library()

# The sprite's local ranks: an English rank letter is only replaced where it differs.
LOCAL_RANKS = {"fr": {"K": "R", "Q": "D", "J": "V"}, "nb": {"Q": "D", "J": "Kn"}}
BACK = "back"
# Of a card 100 wide and 140 high: what shows of one with another on it, and a column's pitch.
OPEN_STRIP, DOWN_STRIP, PITCH = 46, 14, 108


class Placed(NamedTuple):
    """A symbol of the sprite and its corner."""

    symbol: str
    x: int
    y: int


@register.simple_tag
def card_symbol(card: str) -> str:
    """The sprite's symbol of a card text such as ``QH``, or of ``back``."""
    if card == BACK:
        return "p-back"
    rank = LOCAL_RANKS.get(get_language() or "", {}).get(card[0], card[0])
    return f"p-{rank}{card[1]}"


@register.inclusion_tag("partials/card_stack.html")
def card_stack(cards: str) -> dict[str, object]:
    """One column of cards, ``"8H 7H"``, the deepest first. A picture: say it in words beside it."""
    placed = list(_column(cards.split(), 0))
    return {"cards": placed, "width": 100, "height": placed[-1].y + 140}


@register.inclusion_tag("partials/card_stack.html")
def deal_picture(code: str) -> dict[str, object]:
    """The seven columns that `code` deals, as the player first sees them."""
    start = deal(parse_code(code))
    placed: list[Placed] = []
    for place, (cards, down) in enumerate(zip(start.columns, start.down, strict=True)):
        shown = [BACK] * down + [card_text(card) for card in cards[down:]]
        placed += _column(shown, place * PITCH)
    deepest = max(card.y for card in placed)
    return {"cards": placed, "width": 6 * PITCH + 100, "height": deepest + 140}


def _column(cards: list[str], x: int) -> Iterator[Placed]:
    y = 0
    for card in cards:
        yield Placed(card_symbol(card), x, y)
        y += DOWN_STRIP if card == BACK else OPEN_STRIP
