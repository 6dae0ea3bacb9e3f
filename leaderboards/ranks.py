# ruff: noqa: S608 (names of our own tables and numbers of our own are all that is put in)
"""Rows of a board in order, with exact ranks, in one query whose cost does not grow with the board.

A rank is one more than the rows with a better key. On large boards those are summed from counts by
prefix, some tens of rows a level, and one bucket of single rows; small boards are counted row by
row. Ranks of a stretch need that for its first key and for the next one: from there on whole groups
of equal keys lie in the stretch.
"""

from __future__ import annotations

from collections.abc import Set
from functools import cache
from typing import NamedTuple

from leaderboards.database import Row, fetch, fetch_prepared, listed
from leaderboards.keys import FANOUT_BITS, LEAF, SHIFTS


class Ranked(NamedTuple):
    """A row of a board, with the result it shows (None where it shows none)."""

    rank: int
    tied: bool
    rank_key: int
    player: int
    token: str | None
    state: str | None
    submitted: bool | None
    won: bool | None
    clean: bool | None
    moves: int | None
    ms: int | None
    score: int | None
    up: int | None
    turned: int | None


_RESULT = ", ".join(f"r.{name}" for name in Ranked._fields[4:])
_LEVELS = " + ".join(
    f"""COALESCE((SELECT SUM(c.size) FROM leaderboards_prefixcount c
        WHERE c.board = %(board)s AND c.shift = {shift}
            AND c.prefix >= ((k.rank_key >> {shift + FANOUT_BITS}) << {FANOUT_BITS})
            AND c.prefix < (k.rank_key >> {shift})), 0)"""
    for shift in SHIFTS
)
# Whether large is asked once; of a board without counts the sums above are nothing.
_BETTER = f"""(SELECT COUNT(*) FROM leaderboards_entry e WHERE e.board = %(board)s
        AND e.rank_key < k.rank_key AND e.rank_key >= CASE WHEN (SELECT counted FROM known)
            THEN (k.rank_key >> {LEAF}) << {LEAF} ELSE 0 END)
    + {_LEVELS}"""

_QUERY = f"""
WITH known AS (SELECT size, counted FROM leaderboards_board WHERE number = %(board)s),
span AS (#0),
first AS (SELECT MIN(s.rank_key) AS rank_key FROM span s),
keys AS (SELECT f.rank_key FROM first f UNION ALL
    SELECT MIN(s.rank_key) FROM span s WHERE s.rank_key > (SELECT f.rank_key FROM first f)),
ranks AS (SELECT k.rank_key, {_BETTER} AS better FROM keys k WHERE k.rank_key IS NOT NULL)
SELECT (SELECT size FROM known), n.better, s.rank_key, s.player, {_RESULT}
FROM span s LEFT JOIN ranks n ON n.rank_key = s.rank_key
LEFT JOIN games_result r ON r.place = s.place
ORDER BY s.rank_key, s.player"""

_ROW = "SELECT e.rank_key, e.player, e.place FROM leaderboards_entry e WHERE e.board = %(board)s"
_AFTER = f"""SELECT * FROM ({_ROW} AND (e.rank_key, e.player) > (%(key)s, %(player)s)
    ORDER BY e.rank_key, e.player LIMIT #1) t"""
# With one row more than asked for, which tells whether the last one is tied.
_BEFORE = f"""SELECT * FROM ({_ROW} AND (e.rank_key, e.player) < (%(key)s, %(player)s)
    ORDER BY e.rank_key DESC, e.player DESC LIMIT #1) t
UNION ALL
SELECT * FROM ({_ROW} AND (e.rank_key, e.player) >= (%(key)s, %(player)s)
    ORDER BY e.rank_key, e.player LIMIT 1) t"""
_MINE = """(SELECT m.rank_key FROM leaderboards_entry m
    WHERE m.board = %(board)s AND m.player = %(player)s)"""
_AROUND = f"""SELECT * FROM ({_ROW} AND (e.rank_key, e.player) < ({_MINE}, %(player)s)
    ORDER BY e.rank_key DESC, e.player DESC LIMIT #1) t
UNION ALL
SELECT * FROM ({_ROW} AND (e.rank_key, e.player) >= ({_MINE}, %(player)s)
    ORDER BY e.rank_key, e.player LIMIT #2) t"""


@cache
def _query(span: str, *limits: int) -> str:
    """The whole query for a stretch. Limits stand in its text: a plan for unknown ones would be one
    for a tenth of the board."""
    for number, limit in enumerate(limits, start=1):
        span = span.replace(f"#{number}", str(limit))
    return _QUERY.replace("#0", span)


class Stretch(NamedTuple):
    """Rows in the board's order; `size` is the board's, `more` whether it goes on beyond them in
    the direction asked for."""

    size: int
    rows: list[Ranked]
    more: bool


def rows_after(*, board: int, key: int, player: int, limit: int) -> Stretch:
    """The first `limit` rows after (key, player)."""
    size, rows = _ranked(_query(_AFTER, limit + 1), board=board, key=key, player=player)
    return Stretch(size, rows[:limit], len(rows) > limit)


def rows_before(*, board: int, key: int, player: int, limit: int) -> Stretch:
    """The last `limit` rows before (key, player)."""
    size, rows = _ranked(_query(_BEFORE, limit + 1), board=board, key=key, player=player)
    rows = [row for row in rows if (row.rank_key, row.player) < (key, player)]
    return Stretch(size, rows[-limit:], len(rows) > limit)


def rows_around(*, board: int, player: int, each_side: int) -> list[Ranked]:
    """The player's row among its neighbours; nothing when the player has none on the board."""
    return _around(board, player, each_side)[1]


def row_of_player(*, board: int, player: int) -> tuple[int, Ranked] | None:
    """The board's size and the player's row; None when the player has none on the board."""
    size, rows = _around(board, player, 0)
    return (size, rows[0]) if rows else None


def _around(board: int, player: int, each_side: int) -> tuple[int, list[Ranked]]:
    size, rows = _ranked(_query(_AROUND, each_side, each_side + 2), board=board, player=player)
    own = next((place for place, row in enumerate(rows) if row.player == player), None)
    return size, [] if own is None else rows[: own + each_side + 1]


def rows_of_players(*, board: int, players: Set[int]) -> list[Ranked]:
    """These players' rows alone, ranked among themselves."""
    if not players:
        return []
    rows = fetch(
        f"""SELECT s.rank_key, s.player, {_RESULT} FROM leaderboards_entry s
LEFT JOIN games_result r ON r.place = s.place
WHERE s.board = %(board)s AND s.player IN ({listed(players)}) ORDER BY s.rank_key, s.player""",
        {"board": board},
    )
    return _with_ranks(rows, {rows[0][0]: 0} if rows else {}, len(rows))


def _ranked(query: str, **numbers: int) -> tuple[int, list[Ranked]]:
    rows = fetch_prepared(query, numbers)
    if not rows:
        return 0, []
    size: int = rows[0][0]
    better = {row[2]: int(row[1]) for row in rows if row[1] is not None}
    return size, _with_ranks([row[2:] for row in rows], better, size)


def _with_ranks(rows: list[Row], better: dict[int, int], size: int) -> list[Ranked]:
    """Rows of (key, player, …) in order. `better` says how many rows are better than the first key
    and than the second: the first group of equals may have begun before the first row."""
    keys = [row[0] for row in rows]
    ranked: list[Ranked] = []
    above = group = 0
    for place, row in enumerate(rows):
        if place == 0 or keys[place - 1] != row[0]:
            above, group = better.get(row[0], above + group), 0
        group += 1
        tied = row[0] in (keys[place - 1] if place else None, *keys[place + 1 : place + 2])
        ranked.append(Ranked(above + 1, tied, *row))
    return _tied_before(ranked, size)


def _tied_before(rows: list[Ranked], size: int) -> list[Ranked]:
    """The first row may have its equals before the stretch: there are more rows up to the next
    rank than it. A stretch of one row is the board's end."""
    if not rows or rows[0].tied:
        return rows
    through = rows[1].rank - 1 if len(rows) > 1 else size
    return [rows[0]._replace(tied=through - rows[0].rank > 0), *rows[1:]]
