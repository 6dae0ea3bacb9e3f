"""What a player may tell others of a challenge: no card, no line, easy to read aloud."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors.runs import RunRow
from games.titles import event_title
from leaderboards.dates import day_long, time_spoken


def share_text(*, kind: str, event: str, day: date, run: RunRow, ms: int, streak: int = 0) -> str:
    """Sentences; `ms` is time on the clock, a `streak` of none is left out."""
    where = {"game": event_title(event).replace(" · ", " "), "day": day_long(day)}
    title = (
        _("Réussite daily, %(day)s, %(game)s")
        if kind == "daily"
        else _("Réussite weekly from %(day)s, %(game)s")
    ) % where
    return f"{title}{_colon()}{_outcome(run, ms)}{_streak(streak)}"


def _colon() -> str:
    # Translators: between what was played and how it went; French has a space before it.
    return _(": ")


def _outcome(run: RunRow, ms: int) -> str:
    if run.result != "won":
        return _("%(up)s of 52 cards up.") % {"up": run.up}
    moves = ngettext("%(n)s move", "%(n)s moves", run.moves) % {"n": run.moves}
    facts = {"moves": moves, "time": time_spoken(ms)}
    if run.clean:
        return _("solved in %(moves)s, %(time)s, no undo.") % facts
    return _("solved in %(moves)s, %(time)s.") % facts


def _streak(streak: int) -> str:
    return " " + _("Streak %(days)s.") % {"days": streak} if streak > 1 else ""
