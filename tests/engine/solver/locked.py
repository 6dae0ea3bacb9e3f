"""A plain proof that a Yukon-family position is lost, made without the solver.

A card is *locked* on the one it lies on when it is one of a set of cards of which none can be the
first to leave its place. For that it is enough that each of the set

* cannot go up: some lower card of its suit is *out of reach*;
* has no place: every card it might be laid on is out of reach.

Out of reach, while nothing of the set has left its place: a card under one of the set, which is
never the last of a column; if it lies face down, it never turns, and so the cards under it are out
of reach, too. (A face-up one may be carried off with what lies on it.)
The largest such set is what is left when those that break the rule are struck out, again and again.
"""

from __future__ import annotations

from engine.building import FITS
from engine.cards import DECK, KING, RANK, Card
from engine.position import Position


def out_of_reach(position: Position, locked: set[Card]) -> set[Card]:
    found = set()
    for cards, down in zip(position.columns, position.down, strict=True):
        for at in range(1, len(cards)):
            if cards[at] in locked:
                found |= set(cards[:at] if at <= down else cards[at - 1 : at])
    return found


def _may_leave(position: Position, card: Card, kept: set[Card]) -> bool:
    lower = range(card - RANK[card] + 1, card)
    if not kept & set(lower):
        return True
    if RANK[card] == KING:
        return True
    parents = {other for other in DECK if card in FITS[position.variant.build][other]}
    return not parents <= kept


def locked_cards(position: Position) -> set[Card]:
    """Cards that never leave the one they lie on; if there are any, the position is lost."""
    locked = {card for cards in position.columns for card in cards[1:]}
    while True:
        kept = out_of_reach(position, locked)
        free = {card for card in locked if _may_leave(position, card, kept)}
        if not free:
            return locked
        locked -= free
