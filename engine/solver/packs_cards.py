"""Cards as Klondike's kernel numbers them."""

from __future__ import annotations

from typing import Final

from engine.cards import RANK, SUIT, Card

KERNEL_SUIT: Final = (0, 2, 3, 1)
"""Suits S H D C as the kernel orders them: the two of one colour side by side."""
_SUIT: Final = (0, 3, 1, 2)


def kernel_card(card: Card) -> int:
    return 4 * (RANK[card] - 1) + KERNEL_SUIT[SUIT[card]]


def engine_card(card: int) -> Card:
    return 13 * _SUIT[card & 3] + (card >> 2)
