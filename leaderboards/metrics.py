"""What each kind of board compares, in words and in columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.dates import clock, decimal, number

if TYPE_CHECKING:
    from leaderboards.selectors.boards import BoardRow

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Column:
    """One column of figures; a `wide` one is left out on phones."""

    title: Text
    text: Callable[[BoardRow], str]
    wide: bool = False


@dataclass(frozen=True, slots=True)
class WorldBoard:
    """A board of the world: its name, its columns (the first decides), its rule of ties."""

    name: str
    title: Text
    rule: Text
    columns: tuple[Column, ...]


def up_of(row: BoardRow) -> str:
    return _("%(up)s/52") % {"up": row.up}


_MOVES = Column(gettext_lazy("Moves"), lambda row: number(row.moves))
_TIME = Column(gettext_lazy("Time"), lambda row: clock(row.ms))
_SCORE = Column(gettext_lazy("Score"), lambda row: number(row.score))
_WINS = Column(gettext_lazy("Wins"), lambda row: number(row.wins))

#: In the order of their tabs.
METRICS: Mapping[str, WorldBoard] = {
    metric.name: metric
    for metric in (
        WorldBoard(
            "wins",
            gettext_lazy("Games won"),
            gettext_lazy("Most verified ranked wins first. Equals share a rank."),
            (_WINS,),
        ),
        WorldBoard(
            "time",
            gettext_lazy("Fastest win"),
            gettext_lazy("Everybody’s fastest verified win. Equals share a rank."),
            (_TIME, Column(_MOVES.title, _MOVES.text, wide=True)),
        ),
        WorldBoard(
            "moves",
            gettext_lazy("Fewest moves"),
            gettext_lazy("Everybody’s verified win with fewest moves. Equals share a rank."),
            (_MOVES, Column(_TIME.title, _TIME.text, wide=True)),
        ),
        WorldBoard(
            "score",
            gettext_lazy("Best score"),
            gettext_lazy(
                "Everybody’s best verified score, with the time bonus where the game has one; each "
                "card counts once on its way up. Equals share a rank."
            ),
            (_SCORE, Column(_TIME.title, _TIME.text, wide=True)),
        ),
        WorldBoard(
            "day_streak",
            gettext_lazy("Longest day streak"),
            gettext_lazy(
                "Days in a row with a verified ranked win in any game; freezes bridge a missed "
                "day. Equals share a rank."
            ),
            (Column(gettext_lazy("Days"), lambda row: number(row.days)),),
        ),
        WorldBoard(
            "rating",
            gettext_lazy("Race rating"),
            gettext_lazy(
                "What verified rated races surely show: the estimated strength less three times "
                "its uncertainty (OpenSkill, Plackett–Luce). Listed from the tenth race on. "
                "Equals share a rank."
            ),
            (
                Column(gettext_lazy("Rating"), lambda row: decimal(row.rating / 100)),
                Column(gettext_lazy("Uncertainty"), lambda row: f"± {decimal(row.sigma / 100)}"),
                Column(gettext_lazy("Races"), lambda row: number(row.races), wide=True),
            ),
        ),
    )
}

CHALLENGE = (
    Column(_MOVES.title, lambda row: number(row.moves) if row.won else up_of(row)),
    Column(_TIME.title, lambda row: clock(row.ms) if row.won else "–"),
    Column(_SCORE.title, _SCORE.text, wide=True),
)
STANDINGS = (
    Column(pgettext_lazy("of a week", "Points"), lambda row: number(row.points)),
    _MOVES,
)
CODE = (
    Column(_MOVES.title, lambda row: number(row.moves) if row.won else up_of(row)),
    Column(_TIME.title, lambda row: clock(row.ms) if row.won and not row.submitted else "–"),
)
PERIODS: Mapping[str, Text] = {
    "day": gettext_lazy("Day"),
    "week": gettext_lazy("Week"),
    "month": gettext_lazy("Month"),
    "all": gettext_lazy("All time"),
}
