"""Pictures of cards from the deck's sprite, for pages that are not the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import template

from accounts.readers import reader_setting
from engine.cards import card_text
from engine.codes import parse_code
from engine.deals import deal
from games.words import rank_letters

register = template.Library()

BACK = "back"
Context = Mapping[str, Any]
Ranks = Mapping[str, str]
# Of a card 100 wide and 140 high: what shows of one with another on it, and a column's pitch.
OPEN_STRIP, DOWN_STRIP, PITCH = 46, 14, 108


class Placed(NamedTuple):
    """A symbol of the sprite and its corner."""

    symbol: str
    x: int
    y: int


@register.simple_tag(takes_context=True)
def card_symbol(context: Context, card: str) -> str:
    """The sprite's symbol of a card text such as ``QH``, or of ``back``."""
    return _symbol(card, _local_ranks(context))


@register.inclusion_tag("partials/card_stack.html", takes_context=True)
def card_stack(context: Context, cards: str) -> dict[str, object]:
    """One column of cards, ``"8H 7H"``, the deepest first. A picture: say it in words beside it."""
    placed = list(_column(cards.split(), 0, _local_ranks(context)))
    return {"cards": placed, "width": 100, "height": placed[-1].y + 140}


@register.inclusion_tag("partials/card_stack.html", takes_context=True)
def deal_picture(context: Context, code: str) -> dict[str, object]:
    """The seven columns that `code` deals, as the player first sees them."""
    start = deal(parse_code(code))
    ranks = _local_ranks(context)
    placed: list[Placed] = []
    for place, (cards, down) in enumerate(zip(start.columns, start.down, strict=True)):
        shown = [BACK] * down + [card_text(card) for card in cards[down:]]
        placed += _column(shown, place * PITCH, ranks)
    deepest = max(card.y for card in placed)
    return {"cards": placed, "width": 6 * PITCH + 100, "height": deepest + 140}


def _column(cards: list[str], x: int, ranks: Ranks) -> Iterator[Placed]:
    y = 0
    for card in cards:
        yield Placed(_symbol(card, ranks), x, y)
        y += DOWN_STRIP if card == BACK else OPEN_STRIP


def _symbol(card: str, ranks: Ranks) -> str:
    return "p-back" if card == BACK else f"p-{ranks.get(card[0], card[0])}{card[1]}"


def _local_ranks(context: Context) -> Ranks:
    return rank_letters(local=reader_setting(context, "local_ranks"))
