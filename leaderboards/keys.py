"""The names of boards, and the one number by which each board sorts.

A board's number is put together from its name, so that the fold computes it in SQL without a
look-up. A *rank key* orders a board's rows: lower is better, equal keys share a rank. Both are
positive and fit a signed 64-bit column. What a key is made of can be read back from it.

Keys are counted by prefix (`leaderboards.ranks`), down to buckets of `1 << LEAF` keys. Whatever
many players share (wins, moves, points) stands above these bits; only milliseconds go below.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from typing import TypeVar

from engine.variants import EVENTS
from games.days import week_monday


class Metric(IntEnum):
    """What a board is about. Stored: numbers are never reused."""

    WINS = 1
    SCORE = 2
    TIME = 3
    MOVES = 4
    DAY_STREAK = 5
    CHALLENGE = 6
    STANDINGS = 7
    CODE = 8
    RATING = 9


class Period(IntEnum):
    ALL = 0
    DAY = 1
    WEEK = 2
    MONTH = 3


WORLD = {
    "wins": Metric.WINS,
    "score": Metric.SCORE,
    "time": Metric.TIME,
    "moves": Metric.MOVES,
}
_KINDS = WORLD | {
    "day_streak": Metric.DAY_STREAK,
    "daily": Metric.CHALLENGE,
    "weekly": Metric.CHALLENGE,
    "standings": Metric.STANDINGS,
    "code": Metric.CODE,
    "rating": Metric.RATING,
}
_PERIODS = {"": Period.ALL, "all": Period.ALL} | {
    period.name.lower(): period for period in (Period.DAY, Period.WEEK, Period.MONTH)
}
#: The place of an event in a board's number; 0 is for boards that are of no event.
EVENT_NUMBERS = {event: number for number, event in enumerate(EVENTS, start=1)}
EVENT_NAMES = {number: event for event, number in EVENT_NUMBERS.items()}
T = TypeVar("T")
EPOCH = date(1970, 1, 1)

METRIC_BIT = 56
EVENT_BIT = 48
PERIOD_BIT = 46
CLEAN_BIT = 45

LEAF = 12
FANOUT_BITS = 6
SHIFTS = (12, 18, 24, 30, 36, 42, 48)
#: Keys stay below this power of two, so that the first level has sixteen prefixes at most.
KEY_BITS = 52
#: What is better when it is more is stored as its distance from here.
TOP = (1 << 24) - 1
TIME_BITS = 6
MOST_MS = (1 << KEY_BITS - TIME_BITS) - 1

# A challenge's key: won by moves, then ms; else, after all those, by cards up, turned, moves.
LOST = 1 << 51
MOVES_BIT = 33
MOST_MOVES = (1 << 18) - 1
MOST_CHALLENGE_MS = (1 << MOVES_BIT) - 1
LOST_UP_BIT, LOST_TURNED_BIT, LOST_MOVES_BIT = 45, 39, 21
MOST_UP, MOST_TURNED = 52, 63

# Standings: points of at most 150, then the moves of the games that earned them.
MOST_POINTS = 255
POINTS_BIT = 22 + LEAF
MOST_TOTAL_MOVES = (1 << 22) - 1

# Ratings are compared by hundredths, and may be below nothing.
RATING_ZERO = 1_000_000


def ordinal(day: date) -> int:
    """A date as days since 1970."""
    return (day - EPOCH).days


@dataclass(frozen=True, slots=True)
class BoardKey:
    """The name of a board.

    `metric`: `wins`, `score`, `time`, `moves` (of an event and a period), `day_streak`, `daily`
    and `weekly` (of a challenge), `standings` (of an event, `start` its week's Monday), `code`
    (of an open deal), `rating`. `start` is any date in the period and is taken as its first one.
    """

    metric: str
    event: str = ""
    period: str = ""
    start: date | None = None
    challenge_id: int | None = None
    code: str = ""
    clean: bool = False

    @property
    def kind(self) -> Metric:
        return _KINDS[self.metric]

    def number(self, *, code_id: int | None = None) -> int:
        """The board's number. Raises ValueError for a name that lacks or has too much.

        A code's board is numbered by `code_id`, which its table gives.
        """
        kind = self.kind
        if kind == Metric.CHALLENGE:
            return _number(kind, subject=_required(self.challenge_id), clean=self.clean)
        if kind == Metric.CODE:
            return _number(kind, subject=_required(code_id), clean=self.clean)
        if kind == Metric.DAY_STREAK:
            return _number(kind)
        event = EVENT_NUMBERS.get(self.event)
        if kind == Metric.RATING:
            return _number(kind, event=_required(event))
        period = Period.WEEK if kind == Metric.STANDINGS else _PERIODS.get(self.period)
        subject = _subject(_required(period), self.start)
        clean = self.clean and kind != Metric.STANDINGS
        return _number(kind, event=_required(event), period=period, subject=subject, clean=clean)


def period_start(period: str, day: date) -> date | None:
    """The first date of the period that `day` is in; None for all time."""
    kind = _PERIODS[period]
    if kind == Period.ALL:
        return None
    if kind == Period.WEEK:
        return week_monday(day)
    return day.replace(day=1) if kind == Period.MONTH else day


def _subject(period: int, start: date | None) -> int:
    if period == Period.ALL:
        return 0
    if start is None:
        raise ValueError("a board of a period needs its start")
    first = period_start(Period(period).name.lower(), start)
    return ordinal(_required(first))


def _number(
    kind: int, *, event: int = 0, period: int | None = 0, subject: int = 0, clean: bool = False
) -> int:
    whole = kind << METRIC_BIT | event << EVENT_BIT | (period or 0) << PERIOD_BIT
    return whole | int(clean) << CLEAN_BIT | subject


def _required(value: T | None) -> T:
    if value is None:
        raise ValueError("the name of a board lacks a part")
    return value


def kind_of(number: int) -> Metric:
    return Metric(number >> METRIC_BIT)


def event_of(number: int) -> int:
    """The number of the event that a board is of, 0 for none."""
    return number >> EVENT_BIT & ((1 << METRIC_BIT - EVENT_BIT) - 1)


# --- rank keys ---


def more_is_better(value: int) -> int:
    """The key of wins, of a score, of days in a row."""
    return (TOP - value) << LEAF


def more_of(key: int) -> int:
    """What `more_is_better` was given."""
    return TOP - (key >> LEAF)


def challenge_key(*, won: bool, moves: int, ms: int, up: int = 52, turned: int = 0) -> int:
    """Competition's order: won first, fewest moves, least ms; else most up, most turned, fewest
    moves."""
    moves = min(moves, MOST_MOVES)
    if won:
        return moves << MOVES_BIT | min(ms, MOST_CHALLENGE_MS)
    missing = (MOST_UP - up) << LOST_UP_BIT | (MOST_TURNED - turned) << LOST_TURNED_BIT
    return LOST | missing | moves << LOST_MOVES_BIT


def rating_key(shown: float) -> int:
    """The key of a rating as it is shown."""
    return more_is_better(RATING_ZERO + round(shown * 100))


def rating_of(key: int) -> int:
    """The shown rating in hundredths."""
    return more_of(key) - RATING_ZERO


def standings_key(*, points: int, moves: int) -> int:
    return (MOST_POINTS - points) << POINTS_BIT | min(moves, MOST_TOTAL_MOVES) << LEAF


def standings_of(key: int) -> tuple[int, int]:
    """Points and moves."""
    return MOST_POINTS - (key >> POINTS_BIT), key >> LEAF & MOST_TOTAL_MOVES
