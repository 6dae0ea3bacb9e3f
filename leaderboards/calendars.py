"""A month of an event as a calendar shows it: which mark each date bears. Pure."""

from __future__ import annotations

import calendar
from collections.abc import Mapping, Set
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

#: Nothing was played here before.
FIRST_DAY = date(2025, 1, 1)


class Mark(StrEnum):
    """What a date was to the player; every one has a glyph and words of its own."""

    WON = "won"
    PLAYED = "played"  # not won
    RUNNING = "running"  # the player's attempt is open
    OPEN = "open"  # may still be begun
    FROZEN = "frozen"  # a freeze was used
    EXEMPT = "exempt"  # an outage, or a date that the zone skipped
    PAST = "past"  # from before the player came; its deal may be played casually
    MISSED = "missed"
    SOON = "soon"  # not open yet
    NONE = "none"  # nothing was dealt


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of one date with a deal. `result` is the player's run: "" none, "open",
    "won" or "lost"; `open` whether a run may begin or go on now, `over` whether it has closed."""

    open: bool
    over: bool
    result: str = ""


def month_weeks(first: date) -> list[list[date | None]]:
    """The weeks of the month of `first`, Monday to Sunday; None outside the month."""
    weeks = calendar.Calendar(calendar.MONDAY).monthdatescalendar(first.year, first.month)
    return [[day if day.month == first.month else None for day in week] for week in weeks]


def month_after(first: date, months: int) -> date:
    """The first of the month so many months later (earlier, when negative)."""
    place = first.year * 12 + first.month - 1 + months
    return date(place // 12, place % 12 + 1, 1)


def month_end(first: date) -> date:
    return month_after(first, 1) - timedelta(days=1)


def day_mark(
    day: date,
    *,
    facts: Mapping[date, Facts],
    frozen: Set[date],
    exempt: Set[date],
    came: date = date.min,
) -> Mark:
    """One date's mark. A win stands above all; a freeze above the attempt that it made good.
    Nobody has missed a date from before they `came`, whatever befell it."""
    known = facts.get(day)
    if known is not None and known.result == "won":
        return Mark.WON
    if known is not None and known.open:
        return {"open": Mark.RUNNING, "lost": Mark.PLAYED}.get(known.result, Mark.OPEN)
    if day in frozen:
        return Mark.FROZEN
    if day < came and (known is None or not known.result):
        return _mark_before(known)
    if day in exempt:
        return Mark.EXEMPT
    if known is None:
        return Mark.NONE
    if known.result:
        return Mark.PLAYED
    return Mark.MISSED if known.over else Mark.SOON


def _mark_before(known: Facts | None) -> Mark:
    if known is None:
        return Mark.NONE
    return Mark.PAST if known.over else Mark.SOON
