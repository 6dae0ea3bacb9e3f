"""The sentences people read for this app's error codes."""

from typing import TYPE_CHECKING

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_LENGTH, MIN_LENGTH

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

FRIEND_REFUSALS: "dict[str, StrOrPromise]" = {
    "guest": _("A guest has no lasting name to be found by. Sign up first: it keeps your games."),
    "unknown": _("No player has this name. Look at how it is written."),
    "self": _("That is you."),
    "friends": _("You are friends already."),
    "blocking": _("You block this player. Lift the block first."),
    "gone": _("That is not there any more."),
    "asked_many": _("Too many of your requests are still unanswered. Take some back first."),
    "friends_many": _("One of you has as many friends as a player can have."),
}
REPORT_REFUSALS: "dict[str, StrOrPromise]" = {
    "unknown": _("This player has no name that could be reported."),
    "self": _("That is you. You can change your name in the settings."),
}
NAME_REFUSALS: "dict[str, StrOrPromise]" = {
    "length": format_lazy(
        _("A name has {least} to {most} characters."), least=MIN_LENGTH, most=MAX_LENGTH
    ),
    "characters": _(
        "Use letters and digits, with single spaces, hyphens, dots or apostrophes between them."
    ),
    "reserved": _("This name is reserved. Please choose another one."),
    "taken": _("Somebody has this name, or one that looks like it. Please choose another one."),
}
