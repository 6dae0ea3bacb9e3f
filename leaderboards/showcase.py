"""The five ranked events as the start page shows them: names, a line of text, a fan of cards."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise


class Fan(NamedTuple):
    """One card of a picture: its text (or ``back``) and where it lies."""

    card: str
    transform: str


class Showcase(NamedTuple):
    """One event on the start page; `rules` is the slug of its rules page."""

    event: str
    rules: str
    family: Text
    variant: Text
    text: Text
    fan: tuple[Fan, ...]


def _fan(*cards: str) -> tuple[Fan, ...]:
    """Cards held in a hand, in a picture of 160 x 124 units: turned about a point below it."""
    spread = 15
    middle = (len(cards) - 1) / 2
    return tuple(
        Fan(card, f"rotate({(place - middle) * spread:g} 80 200) translate(51 22) scale(.58)")
        for place, card in enumerate(cards)
    )


def _row(*cards: str) -> tuple[Fan, ...]:
    """Cards side by side, in a picture of 160 x 124 units: every index shows."""
    step = 41
    left = 80 - (step * (len(cards) - 1) + 62) / 2
    return tuple(
        Fan(card, f"translate({left + place * step:g} 18) scale(.62)")
        for place, card in enumerate(cards)
    )


SHOWCASES: tuple[Showcase, ...] = (
    Showcase(
        event="RU1-C",
        rules="russian",
        family=_("Russian Solitaire"),
        variant=_("Classic"),
        text=_("Same suit on same suit. Take any face-up card with all that lies on it."),
        fan=_fan("JH", "QH", "KH"),
    ),
    Showcase(
        event="RU1-R",
        rules="russian",
        family=_("Russian Solitaire"),
        variant=_("Relaxed"),
        text=_("The same deals, kinder: any suit goes on any suit."),
        fan=_fan("JD", "QC", "KH"),
    ),
    Showcase(
        event="KL1-1",
        rules="klondike",
        family=_("Klondike"),
        variant=_("Draw one"),
        text=_("The patience everybody knows: one card at a time from the stock."),
        fan=_row("back", "AS"),
    ),
    Showcase(
        event="KL1-3",
        rules="klondike",
        family=_("Klondike"),
        variant=_("Draw three"),
        text=_("Three cards at a time, and only the top one plays. Think ahead."),
        fan=_row("7C", "QD", "AS"),
    ),
    Showcase(
        event="YU1-C",
        rules="yukon",
        family=_("Yukon"),
        variant=_("Red on black"),
        text=_("No stock, loose groups, and red on black all the way down."),
        fan=_fan("JS", "QD", "KC"),
    ),
)
