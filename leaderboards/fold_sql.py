# ruff: noqa: S608 (names of our own tables and numbers of our own are all that is put in)
"""The fold's statements: from versions of results to rows, and from rows to counts by prefix.

A batch is the versions with places in (after, through]. Where nothing that was counted before is
taken back, a row becomes the better of itself and what the batch adds; else it is made anew from
all results of its player. From 0 on nothing is ever taken back, so a rebuild is the first case.

Work is kept in temporary tables of the session: `lb_again` (rows to be made anew, whatever comes of
it) and `lb_fresh` (rows as they shall stand).
"""

from __future__ import annotations

from dataclasses import dataclass

from leaderboards.contributions import (
    best_sql,
    contributions_sql,
    newest_sql,
    runs_sql,
)
from leaderboards.keys import (
    CLEAN_BIT,
    LEAF,
    METRIC_BIT,
    SHIFTS,
    TOP,
    Metric,
)

#: Boards up to this size are counted row by row.
SMALL = 1024
SUBJECT = (1 << CLEAN_BIT) - 1
WORK = ("lb_moved", "lb_fresh", "lb_again", "lb_runs", "lb_before", "lb_batch")

#: The rows that are about to change.
IN_WORK = "SELECT board, player FROM lb_fresh UNION SELECT board, player FROM lb_again"


@dataclass(frozen=True, slots=True)
class Tables:
    """The names of the tables that a fold writes."""

    entry: str = "leaderboards_entry"
    board: str = "leaderboards_board"
    count: str = "leaderboards_prefixcount"
    race: str = "leaderboards_ratedrace"
    step: str = "leaderboards_ratingstep"


LIVE = Tables()


def codes_sql(after: int, through: int) -> str:
    """Gives new open deals a board."""
    return f"""
INSERT INTO leaderboards_codeboard (code)
SELECT DISTINCT r.code FROM games_result r
WHERE r.place > {after} AND r.place <= {through} AND r.kind = 'casual' AND r.code <> ''
    AND NOT EXISTS (SELECT 1 FROM leaderboards_codeboard c WHERE c.code = r.code)
ON CONFLICT DO NOTHING"""


def collect_sql(after: int, through: int) -> dict[str, str]:
    """What to fill, in this order: `lb_batch` (the batch's runs as they count now), `lb_before` (as
    they counted up to `after`), `lb_again` and `lb_fresh`."""
    of_batch = f"""r.token IN (SELECT b.token FROM games_result b
        WHERE b.place > {after} AND b.place <= {through})"""
    before = contributions_sql("lb_before")
    return {
        "lb_batch": runs_sql(f"{newest_sql(through)} AND {of_batch}"),
        "lb_before": runs_sql(f"{newest_sql(after)} AND {of_batch}"),
        "lb_again": f"SELECT DISTINCT c.board, c.player FROM ({before}) c",
        "lb_runs": runs_sql(f"{newest_sql(through)} AND {_may_stand_for_again()}"),
        "lb_fresh": best_sql(_candidates()),
    }


def _may_stand_for_again() -> str:
    """Results of the players to be counted anew: all that count on boards of events, else those
    of the challenge or the code."""
    boards = "SELECT a.board FROM lb_again a WHERE a.board >> " + str(METRIC_BIT)
    return f"""r.player_id IN (SELECT a.player FROM lb_again a) AND (
    r.player_id IN (SELECT a.player FROM lb_again a
        WHERE a.board >> {METRIC_BIT} < {Metric.DAY_STREAK})
    OR r.challenge_id IN (SELECT s.board & {SUBJECT}
        FROM ({boards} = {Metric.CHALLENGE}) s)
    OR code.id IN (SELECT s.board & {SUBJECT} FROM ({boards} = {Metric.CODE}) s))"""


def _candidates() -> str:
    wins = f"e.board >> {METRIC_BIT} = {Metric.WINS}"
    added = f"""SELECT c.* FROM ({contributions_sql("lb_batch")}) c
    WHERE NOT EXISTS (
        SELECT 1 FROM lb_again a WHERE a.board = c.board AND a.player = c.player)"""
    return f"""
SELECT n.*, 1 AS wins FROM ({added}) n
UNION ALL
SELECT e.board, e.player, CASE WHEN {wins} THEN 0 ELSE e.rank_key END,
    CASE WHEN {wins} THEN -r.ended_ms ELSE r.ended_ms END, r.token, e.place,
    CASE WHEN {wins} THEN {TOP} - (e.rank_key >> {LEAF}) ELSE 1 END
FROM (SELECT DISTINCT n.board, n.player FROM ({added}) n) p
JOIN leaderboards_entry e ON e.board = p.board AND e.player = p.player
JOIN games_result r ON r.place = e.place
UNION ALL
SELECT c.*, 1 FROM ({contributions_sql("lb_runs")}) c
JOIN lb_again a ON a.board = c.board AND a.player = c.player"""


def moved_sql(tables: Tables = LIVE) -> str:
    """What `lb_moved` is to hold before `apply_sql`: how many more rows a key of a board gets."""
    return f"""
SELECT v.board, v.rank_key, SUM(v.n) AS n FROM (
    SELECT f.board, f.rank_key, 1 AS n FROM lb_fresh f
    UNION ALL
    SELECT e.board, e.rank_key, -1 FROM {tables.entry} e JOIN ({IN_WORK}) t
        ON t.board = e.board AND t.player = e.player
) v GROUP BY v.board, v.rank_key HAVING SUM(v.n) <> 0"""


def apply_sql(tables: Tables = LIVE) -> list[str]:
    """Makes the rows named by `lb_again` and `lb_fresh` what `lb_fresh` says, and their counts."""
    entry, board, count = tables.entry, tables.board, tables.count
    return [
        f"""DELETE FROM {entry} WHERE (board, player) IN (
            SELECT a.board, a.player FROM lb_again a WHERE NOT EXISTS (
                SELECT 1 FROM lb_fresh f WHERE f.board = a.board AND f.player = a.player))""",
        f"""INSERT INTO {entry} AS e (board, player, rank_key, place)
            SELECT board, player, rank_key, place FROM lb_fresh WHERE 1 = 1
            ON CONFLICT (board, player) DO UPDATE
            SET rank_key = excluded.rank_key, place = excluded.place
            WHERE e.rank_key <> excluded.rank_key OR e.place <> excluded.place""",
        f"""INSERT INTO {board} AS b (number, size, counted)
            SELECT board, CAST(SUM(n) AS integer), (1 = 0) FROM lb_moved GROUP BY board
            HAVING 1 = 1 ON CONFLICT (number) DO UPDATE SET size = b.size + excluded.size""",
        # Boards whose prefixes are counted: the differences.
        f"""INSERT INTO {count} AS c (board, shift, prefix, size)
            SELECT m.board, s.shift, m.rank_key >> s.shift, CAST(SUM(m.n) AS integer)
            FROM lb_moved m JOIN {board} b ON b.number = m.board, {_shifts()} s
            WHERE b.counted GROUP BY 1, 2, 3 HAVING SUM(m.n) <> 0
            ON CONFLICT (board, shift, prefix) DO UPDATE SET size = c.size + excluded.size""",
        f"""DELETE FROM {count} WHERE size = 0 AND (board, shift, prefix) IN (
            SELECT m.board, s.shift, m.rank_key >> s.shift FROM lb_moved m, {_shifts()} s)""",
        *_outgrown(tables),
    ]


def _outgrown(tables: Tables) -> list[str]:
    """Boards that are no longer small get counts by prefix, those that are again lose them."""
    board, count = tables.board, tables.count
    touched = "IN (SELECT board FROM lb_moved)"
    return [
        counted_sql(tables, f"b.number {touched} AND NOT b.counted"),
        f"""DELETE FROM {count} WHERE board IN (
            SELECT number FROM {board} WHERE number {touched} AND counted AND size <= {SMALL})""",
        f"""UPDATE {board} SET counted = (size > {SMALL})
            WHERE number {touched} AND counted <> (size > {SMALL})""",
        f"DELETE FROM {board} WHERE size = 0 AND number {touched}",
    ]


def counted_sql(tables: Tables, which: str = "1 = 1") -> str:
    """Counts the prefixes of large boards among `which` from their rows."""
    return f"""
INSERT INTO {tables.count} (board, shift, prefix, size)
SELECT l.board, s.shift, l.leaf >> (s.shift - {LEAF}), CAST(SUM(l.size) AS integer)
FROM (SELECT e.board, e.rank_key >> {LEAF} AS leaf, COUNT(*) AS size
      FROM {tables.entry} e JOIN {tables.board} b ON b.number = e.board
      WHERE {which} AND b.size > {SMALL} GROUP BY 1, 2) l, {_shifts()} s
GROUP BY 1, 2, 3"""


def _shifts() -> str:
    rows = " UNION ALL ".join(f"SELECT {shift} AS shift" for shift in SHIFTS)
    return f"({rows})"
