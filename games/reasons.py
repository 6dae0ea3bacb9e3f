"""Why an item or a record was refused, in words for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import RecordRefused

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

REASONS: dict[str, StrOrPromise] = {
    # of the rules
    "suit": gettext_lazy("The suits do not fit."),
    "colour": gettext_lazy("The colours do not fit."),
    "rank": gettext_lazy("The ranks do not fit."),
    "king_only": gettext_lazy("Only a king goes on an empty column."),
    "one_card": gettext_lazy("Only one card at a time goes there."),
    "face_down": gettext_lazy("A face-down card cannot be moved."),
    "not_a_run": gettext_lazy("These cards are no ordered run."),
    "group_limit": gettext_lazy("So many cards cannot be moved at once."),
    "empty_source": gettext_lazy("There is no card to move."),
    "no_stock": gettext_lazy("The stock is empty."),
    "stock_left": gettext_lazy("The stock is not empty yet."),
    "no_passes": gettext_lazy("There is no further pass through the stock."),
    "nothing_to_undo": gettext_lazy("There is nothing to undo."),
    "undo_limit": gettext_lazy("So far back cannot be undone."),
    "finished": gettext_lazy("The game is won before this."),
    "log_full": gettext_lazy("A game has at most 20,000 items."),
    "no_hints": gettext_lazy("There are three hints a game."),
    "notation": gettext_lazy("This is no move."),
    # of verification
    "clock": gettext_lazy("The clock turns back here, or leaves the time of the game."),
    "closed": gettext_lazy("This was played after the closing."),
    "gap": gettext_lazy("An item is missing here."),
    "hint": gettext_lazy("Ranked games have no hints."),
    "mismatch": gettext_lazy("The result, score or counters stored are not what the moves give."),
    # of records
    "record": gettext_lazy(
        'The text is not a record: it begins with tags such as [Code "…"], then an empty line, '
        "then the items."
    ),
    "rules": gettext_lazy("The record is of a version of the rules that is not known here."),
    "log_too_long": gettext_lazy("The record is too long: at most 20,000 items and 1 MiB."),
    "no_code": gettext_lazy("The record names no game code, and only codes have boards."),
    "unknown_code": gettext_lazy("The game code cannot be read."),
    "sealed_code": gettext_lazy(
        "This deal was sealed. Records stand for open codes and for thoughtful Klondike."
    ),
    "player": gettext_lazy("The record names another player. Submit only games of your own."),
    "no_move": gettext_lazy("There is no move in the record."),
    "copied": gettext_lazy("Another player has played exactly this game here."),
}


def reason_text(code: str) -> str:
    """The reason for people; the bare code when it is of a newer version than this text."""
    return str(REASONS.get(code, code))


def refusal_text(error: RecordRefused) -> str:
    """What is wrong with a submitted record, and where: `Item 31 (c4e): The ranks do not fit.`"""
    reason = reason_text(error.code)
    if error.code == "mismatch":
        return _("The tag %(tag)s says something else than the moves give.") % {"tag": error.detail}
    if error.index is not None and error.code != "record":
        where = {"number": error.index + 1, "item": error.detail, "reason": reason}
        return _("Item %(number)s (%(item)s): %(reason)s") % where
    if error.index is not None:
        return _("Item %(number)s is not written as item@milliseconds.") % {
            "number": error.index + 1
        }
    return f"{reason} ({error.detail})" if error.detail and error.code == "record" else reason
