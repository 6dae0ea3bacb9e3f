"""Names of games for people."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.codes import Code
from engine.variants import Variant, event_variant

_PLAIN = {
    "RU1-C": gettext_lazy("Russian · Classic"),
    "RU1-R": gettext_lazy("Russian · Relaxed"),
    "YU1-C": gettext_lazy("Yukon"),
}
_DRAWS = {
    1: gettext_lazy("Klondike · draw one"),
    3: gettext_lazy("Klondike · draw three"),
}
_OPTIONS = {
    "S": pgettext_lazy("game option", "strict passes"),
    "P": pgettext_lazy("game option", "three passes"),
    "A": pgettext_lazy("game option", "any card on an empty column"),
    "T": pgettext_lazy("game option", "thoughtful"),
    "V": pgettext_lazy("game option", "Vegas"),
    "W": pgettext_lazy("game option", "Windows score"),
}


def variant_title(variant: Variant) -> str:
    """`Klondike · draw three, Vegas`: family and rule, then options in the code's order."""
    if variant.event in _PLAIN:
        return str(_PLAIN[variant.event])
    options = [str(_OPTIONS[letter]) for letter in variant.rules[1:]]
    return ", ".join([str(_DRAWS[variant.draw]), *options])


def event_title(event: str) -> str:
    return variant_title(event_variant(event))


def code_title(code: Code) -> str:
    return _("%(game)s, deal %(code)s") % {"game": variant_title(code.variant), "code": code.text}
