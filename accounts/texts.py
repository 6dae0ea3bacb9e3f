"""The sentences people read for this app's error codes."""

from typing import TYPE_CHECKING

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_LENGTH, MIN_LENGTH

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

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
