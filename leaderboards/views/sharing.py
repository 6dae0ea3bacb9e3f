"""What a player may tell others of a challenge: no card, no line, easy to read aloud."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.dates import day_long, time_spoken
from games.selectors.runs import RunRow
from games.titles import event_title


def share_text(*, kind: str, event: str, day: date, run: RunRow, ms: int, streak: int = 0) -> str:
    """Sentences; `ms` is time on the clock, a `streak` of none is left out."""
    facts = {
        "game": event_title(event).replace(" · ", " "),
        "day": day_long(day),
        "outcome": _outcome(run, ms),
    }
    if kind == "daily":
        told = _("Réussite daily, %(day)s, %(game)s: %(outcome)s") % facts
    else:
        told = _("Réussite weekly from %(day)s, %(game)s: %(outcome)s") % facts
    return told + _streak(streak)


def _outcome(run: RunRow, ms: int) -> str:
    if run.result != "won":
        return _("%(up)s of 52 cards up.") % {"up": run.up}
    moves = ngettext("%(n)s move", "%(n)s moves", run.moves) % {"n": run.moves}
    facts = {"moves": moves, "time": time_spoken(ms)}
    if run.clean:
        return _("solved in %(moves)s, %(time)s, no undo.") % facts
    return _("solved in %(moves)s, %(time)s.") % facts


def _streak(streak: int) -> str:
    return " " + _("Streak %(days)s.") % {"days": streak} if streak else ""
