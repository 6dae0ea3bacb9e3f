"""What forms may ask for, the *new game* form above all."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from engine.codes import Code, parse_code
from engine.errors import UnknownCode
from engine.variants import EVENTS, event_variant
from games.models import RunKind

MAX_TEXT = 120


@dataclass(frozen=True, slots=True)
class NewGame:
    """`code` when one was typed, else an `event` to be dealt; `kind` as `RunKind`."""

    kind: str
    event: str
    code: Code | None


def new_game_read(data: QueryDict) -> NewGame:
    """Read the form. Raises `UnknownCode`, whose `part` names what cannot be read."""
    typed = data.get("code", "").strip()
    if typed:
        code = parse_code(typed)
        return NewGame(RunKind.CASUAL, code.event, code)
    event = event_variant(_event_text(data)).event
    ranked = data.get("kind", RunKind.RANKED) == RunKind.RANKED and event in EVENTS
    return NewGame(RunKind.RANKED if ranked else RunKind.CASUAL, event, None)


def number_read(text: str, *, default: int = 0) -> int:
    """A number of at most six digits; the default for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else default


def _event_text(data: QueryDict) -> str:
    """`rules` as `KL1-3SA`, or the parts of the options form put together."""
    rules = data.get("rules", "").strip().upper()
    if rules or not data.get("family"):
        return rules[:MAX_TEXT]
    options = "".join(data.getlist("opt"))
    # Vegas has its own passes; what the form's other field says is moot.
    letters = options if "V" in options.upper() else data.get("passes", "") + options
    return f"{data['family']}-{data.get('draw', '1')}{letters}".upper()[:MAX_TEXT]


def code_error_text(error: UnknownCode) -> str:
    """The error of a typed code, for people: it names the part that cannot be read."""
    return {
        "prefix": _("This code does not begin with a game we know: RU1, KL1 or YU1."),
        "rules": _("The rules part of this code, after the first dash, is not one we know."),
        "seed": _("The deal part of this code may only hold the letters A to Z."),
        "length": _("This code is too short or too long: a deal has 7 or 28 letters."),
    }[error.part]
