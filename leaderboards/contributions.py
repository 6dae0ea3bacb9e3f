# ruff: noqa: S608 (names of our own columns and numbers of our own are all that is put in)
"""Which rows of which boards a result stands for: one SELECT, in the SQL of both databases.

This is the only place that knows the columns of `games_result` and `games_challenge`. Boards are
folded inside the database, at the speed it sorts; `games.results` says what the columns mean.
"""

from __future__ import annotations

from django.db import connection

from leaderboards.keys import (
    CLEAN_BIT,
    EVENT_BIT,
    EVENT_NUMBERS,
    LEAF,
    LOST,
    LOST_MOVES_BIT,
    LOST_TURNED_BIT,
    LOST_UP_BIT,
    METRIC_BIT,
    MOST_CHALLENGE_MS,
    MOST_MOVES,
    MOST_MS,
    MOST_TURNED,
    MOST_UP,
    MOVES_BIT,
    PERIOD_BIT,
    TIME_BITS,
    TOP,
    WORLD,
    Metric,
    Period,
)

#: A metric, a period and whether clean: the boards of an event that one result may be on.
Slot = tuple[int, int, int]
SLOTS: tuple[Slot, ...] = tuple(
    (metric, period, clean) for metric in WORLD.values() for period in Period for clean in (0, 1)
)
#: Whether a version `r` of a result counts on the boards of events.
COUNTS_IN_WORLD = "r.counts AND r.state = 'verified' AND r.kind = 'ranked'"
#: What boards of challenges and of codes make of a result.
OTHERS = ("challenge", "code")

_EVENT = " ".join(f"WHEN '{event}' THEN {number}" for event, number in EVENT_NUMBERS.items())


def _at_most(number: str, most: int) -> str:
    return f"(CASE WHEN {number} > {most} THEN {most} ELSE {number} END)"


_MOVES = _at_most("x.moves", MOST_MOVES)


def runs_sql(where: str) -> str:
    """The versions that `where` picks, with the numbers that boards are named by.

    `day`, `week` and `month` are the first days of the periods they count in, as days since 1970:
    a challenge's by its own date (a weekly's is its Monday), others by that of their end in UTC.
    `world` tells what counts on the boards of events, `own` what stands on its challenge's.
    """
    day, month = _days()
    return f"""
SELECT d.*, (d.day + 3) / 7 * 7 - 3 AS week, {month} AS month
FROM (
    SELECT r.token, r.place, r.player_id AS player, r.won, r.clean, r.ended_ms,
        CAST(r.score AS bigint) AS score, CAST(r.moves AS bigint) AS moves, r.ms,
        CAST(r.up AS bigint) AS up, CAST(r.turned AS bigint) AS turned,
        r.challenge_id, code.id AS code_id,
        CAST(CASE r.event {_EVENT} END AS bigint) AS event,
        CASE WHEN r.challenge_id IS NULL THEN r.ended_ms / 86400000 ELSE {day} END AS day,
        ({COUNTS_IN_WORLD}) AS world,
        (r.counts AND r.state <> 'withdrawn' AND r.kind = 'ranked') AS own,
        (r.kind = 'casual' AND r.state <> 'withdrawn') AS casual
    FROM games_result r LEFT JOIN leaderboards_codeboard code ON code.code = r.code
        LEFT JOIN games_challenge h ON h.id = r.challenge_id
    WHERE {where}
) d
"""


def _days() -> tuple[str, str]:
    """A challenge's date as days since 1970; the first of the month of such a number."""
    if connection.vendor == "sqlite":
        of_month = "CAST(strftime('%d', d.day * 86400, 'unixepoch') AS integer)"
        return "CAST(julianday(h.day) - 2440587.5 AS integer)", f"d.day - {of_month} + 1"
    of_month = "extract(day FROM DATE '1970-01-01' + d.day::int)::int"
    return "(h.day - DATE '1970-01-01')", f"d.day - {of_month} + 1"


def newest_sql(through: int) -> str:
    """Of every run the version that counts, after the first `through` places."""
    return f"""r.place <= {through} AND NOT EXISTS (
    SELECT 1 FROM games_result n
    WHERE n.token = r.token AND n.version > r.version AND n.place <= {through})"""


def contributions_sql(
    runs: str, *, slots: tuple[Slot, ...] = SLOTS, others: tuple[str, ...] = OTHERS
) -> str:
    """(board, player, rank_key, tie, token, place) of every row that the runs stand for.

    `runs` names a relation made by `runs_sql`. Of a player's rows on a board the first by
    (rank_key, tie, token) is shown: of equal results the earlier, of wins the latest.
    """
    parts = [_world(runs, slots)] if slots else []
    if "challenge" in others:
        parts.append(_challenge(runs))
    if "code" in others:
        parts.append(_code(runs))
    return "\nUNION ALL\n".join(parts)


def _world(runs: str, slots: tuple[Slot, ...]) -> str:
    values = ", ".join(f"({metric}, {period}, {clean})" for metric, period, clean in slots)
    ms = _at_most("x.ms", MOST_MS)
    return f"""
SELECT (CAST(s.metric AS bigint) << {METRIC_BIT}) + (x.event << {EVENT_BIT})
        + (CAST(s.period AS bigint) << {PERIOD_BIT}) + (CAST(s.clean AS bigint) << {CLEAN_BIT})
        + CASE s.period WHEN {Period.DAY} THEN x.day WHEN {Period.WEEK} THEN x.week
                        WHEN {Period.MONTH} THEN x.month ELSE 0 END AS board,
    x.player,
    CASE s.metric WHEN {Metric.SCORE} THEN ({TOP} - x.score) << {LEAF}
                  WHEN {Metric.TIME} THEN {ms} << {TIME_BITS}
                  WHEN {Metric.MOVES} THEN {_MOVES} << {LEAF}
                  ELSE 0 END AS rank_key,
    CASE s.metric WHEN {Metric.WINS} THEN -x.ended_ms ELSE x.ended_ms END AS tie,
    x.token, x.place
FROM {runs} x, (SELECT 0 AS metric, 0 AS period, 0 AS clean WHERE 0 = 1
                UNION ALL VALUES {values}) s
WHERE x.world AND x.event IS NOT NULL
    AND (s.metric = {Metric.SCORE} OR x.won) AND (s.clean = 0 OR (x.won AND x.clean))"""


def _challenge(runs: str) -> str:
    ms = _at_most("x.ms", MOST_CHALLENGE_MS)
    return f"""
SELECT (CAST({Metric.CHALLENGE} AS bigint) << {METRIC_BIT})
        + (CAST(c.clean AS bigint) << {CLEAN_BIT}) + x.challenge_id AS board,
    x.player,
    CASE WHEN x.won THEN ({_MOVES} << {MOVES_BIT}) + {ms}
         ELSE {LOST} + (({MOST_UP} - x.up) << {LOST_UP_BIT})
            + (({MOST_TURNED} - x.turned) << {LOST_TURNED_BIT}) + ({_MOVES} << {LOST_MOVES_BIT})
         END AS rank_key,
    x.ended_ms AS tie, x.token, x.place
FROM {runs} x, (SELECT 0 AS clean UNION ALL SELECT 1) c
WHERE x.own AND x.challenge_id IS NOT NULL AND (c.clean = 0 OR (x.won AND x.clean))"""


def _code(runs: str) -> str:
    return f"""
SELECT (CAST({Metric.CODE} AS bigint) << {METRIC_BIT})
        + (CAST(c.clean AS bigint) << {CLEAN_BIT}) + x.code_id AS board,
    x.player, {_MOVES} << {LEAF} AS rank_key, x.ended_ms AS tie, x.token, x.place
FROM {runs} x, (SELECT 0 AS clean UNION ALL SELECT 1) c
WHERE x.casual AND x.code_id IS NOT NULL AND x.won AND (c.clean = 0 OR x.clean)"""


def best_sql(candidates: str) -> str:
    """(board, player, rank_key, place): one row a player, the best of `candidates`, a relation
    of (board, player, rank_key, tie, token, place, wins)."""
    return f"""
SELECT board, player,
    CASE WHEN board >> {METRIC_BIT} = {Metric.WINS} THEN ({TOP} - wins) << {LEAF}
         ELSE rank_key END AS rank_key,
    place
FROM (
    SELECT c.board, c.player, c.rank_key, c.place,
        CAST(SUM(c.wins) OVER (PARTITION BY c.board, c.player) AS bigint) AS wins,
        ROW_NUMBER() OVER (
            PARTITION BY c.board, c.player ORDER BY c.rank_key, c.tie, c.token) AS nth
    FROM ({candidates}) c
) b
WHERE nth = 1"""
