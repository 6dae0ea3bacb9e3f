"""Races in words for people: why something was refused."""

from __future__ import annotations

from django.utils.translation import gettext as _


def race_refusal(code: str) -> str:
    """The text of a `GameError` of the services of races."""
    return {
        "limit": _("Choose one of the limits."),
        "not_ranked_event": _("Choose one of the games."),
        "too_many_rooms": _("You host five open rooms already: start or leave one of them first."),
        "started": _("This race has started. You can watch it."),
        "over": _("This race is over."),
        "full": _("All ten seats are taken. You can watch the race."),
        "name_length": _("A name has 3 to 20 letters."),
        "name_characters": _("A name has letters, digits and a few marks between them."),
        "name_reserved": _("Nobody may have this name. Choose another one."),
        "name_taken": _("Somebody has this name, or one that looks like it. Choose another one."),
        "not_over": _("A rematch comes after the end."),
        "not_seated": _("Only those who raced are asked to the rematch."),
    }.get(code, _("That is not possible now."))
