"""Score tables as data, and what one move is worth under a table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.moves import WASTE, Move

BONUS_POINTS: Final = 700_000
BONUS_FULL_SECONDS: Final = 30
BONUS_LAST_SECOND: Final = 600


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Points of a move; penalties are negative, ``floor`` None means it may go below zero."""

    start: int = 0
    floor: int | None = 0
    to_foundation: int = 10
    to_column: int = 0
    turn: int = 5
    taken_back: int = 0
    recycle: int = 0
    free_recycles: int = 0
    bonus: bool = False


SCORE_TABLES: Final = MappingProxyType(
    {
        "house": ScoreTable(),
        "standard-1": ScoreTable(to_column=5, taken_back=-15, recycle=-100, bonus=True),
        "standard-3": ScoreTable(
            to_column=5, taken_back=-15, recycle=-20, free_recycles=2, bonus=True
        ),
        "vegas": ScoreTable(start=-52, floor=None, to_foundation=5, turn=0, taken_back=-5),
    }
)


@lru_cache(maxsize=4096)
def counts(move: Move) -> bool:
    """Whether ``move`` itself, not just a card it turns, is worth something in any table."""
    return move.is_up or move.is_taking_back or move.is_recycle or move.source == WASTE


def move_points(table: ScoreTable, move: Move, *, turned: bool, recycles: int) -> int:
    """Points of ``move`` before the floor; ``recycles`` counts those before it."""
    if move.is_recycle:
        return 0 if recycles < table.free_recycles else table.recycle
    points = table.turn if turned else 0
    if move.is_up:
        return points + table.to_foundation
    if move.is_taking_back:
        return points + table.taken_back
    return points + table.to_column if move.source == WASTE and move.is_to_column else points


def floored(table: ScoreTable, score: int) -> int:
    return score if table.floor is None or score > table.floor else table.floor


def time_bonus(table: ScoreTable, ms: int) -> int:
    """What a win after ``ms`` milliseconds adds; whole seconds, rounded down."""
    seconds = ms // 1000
    if not table.bonus or seconds > BONUS_LAST_SECOND:
        return 0
    return BONUS_POINTS // max(BONUS_FULL_SECONDS, seconds)


def points_once(table: ScoreTable, move: Move, points: int, bit: int, paid: int) -> tuple[int, int]:
    """Points of a move for boards, and the cards paid for after it, as a bit set.

    A card's points for going up count once, so that no cycle of moves gains anything: a card
    that comes back gives them back, or, where taking back costs more than that, is never paid for
    again.
    """
    if move.is_up:
        return (points - table.to_foundation if paid & bit else points), paid | bit
    if move.is_taking_back and -table.taken_back <= table.to_foundation:
        return -table.to_foundation, paid & ~bit
    return points, paid
