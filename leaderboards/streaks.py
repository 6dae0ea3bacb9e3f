"""Days in a row, with freezes: a plain fold over dates."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from datetime import date, timedelta

FREEZE_EVERY = 7
MOST_HELD = 2
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """`current` days, the `best` there were, freezes `held`, and the dates that `used` one."""

    current: int = 0
    best: int = 0
    held: int = 0
    used: list[date] = field(default_factory=list)


def streak_fold(
    *, wins: Set[date], exempt: Set[date] = frozenset(), first: date, through: date
) -> Streak:
    """The streak over the dates from `first` on.

    In date order: a win adds one, and at each multiple of 7 a freeze, of which two are held at
    most; a missed date takes a freeze if there is one, else ends the streak. An exempt date is
    nothing, and so is one after `through`, the last date that is over: it may still be won.
    """
    current = best = held = 0
    used: list[date] = []
    before = first - DAY
    for win in sorted(day for day in wins if day >= first):
        current, held = _missed(before, win, through, exempt, current, held, used)
        current += 1
        if current % FREEZE_EVERY == 0:
            held = min(MOST_HELD, held + 1)
        best = max(best, current)
        before = win
    current, held = _missed(before, through + DAY, through, exempt, current, held, used)
    return Streak(current, best, held, used)


def _missed(
    before: date,
    until: date,
    through: date,
    exempt: Set[date],
    current: int,
    held: int,
    used: list[date],
) -> tuple[int, int]:
    """The dates between two wins, both left out; those up to `through` count."""
    day = before + DAY
    while current and day < until and day <= through:
        if day not in exempt:
            if held:
                held -= 1
                used.append(day)
            else:
                current = 0
        day += DAY
    return current, held
