# ruff: noqa: S608 (names of our own tables and numbers of our own are all that is put in)
"""Weekly standings: points for the ranks on a week's seven dailies of an event.

Only the first fifteen ranks earn more than a point, so that a result changes the points of few
others however many play: of those at a key whose points are other ones than before.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from leaderboards.database import analyze, as_date, fetch, insert_numbers, listed, tables_new
from leaderboards.fold_sql import IN_WORK, LIVE, SUBJECT
from leaderboards.keys import (
    EPOCH,
    LEAF,
    LOST,
    METRIC_BIT,
    MOST_POINTS,
    MOST_TOTAL_MOVES,
    MOVES_BIT,
    POINTS_BIT,
    BoardKey,
    Metric,
)

#: Of rank 1, 2, 3 …; every win below earns the last.
POINTS = (25, 20, 16, 13, 11, *range(10, 0, -1))
LEAST = POINTS[-1]
BEST = 6
DAYS = 7

Points = dict[int, int]

STANDINGS_WORK = {
    "lb_daily": "(board bigint, standings bigint)",
    "lb_points": "(board bigint, rank_key bigint, points integer)",
}


class Daily(NamedTuple):
    """A daily's board, and that of its week's standings."""

    board: int
    standings: int


def dailies_in_work() -> list[Daily]:
    """The dailies whose rows `lb_fresh` and `lb_again` are about to change."""
    return _dailies(f"""AND c.id IN (
        SELECT w.board & {SUBJECT} FROM (
            SELECT board FROM lb_fresh UNION SELECT board FROM lb_again) w
        WHERE w.board >> {METRIC_BIT} = {Metric.CHALLENGE})""")


def dailies_of(standings: Iterable[int]) -> list[Daily]:
    """All dailies of the weeks and events of these boards."""
    wanted = set(standings)
    if not wanted:
        return []
    mondays = [_monday(board) for board in wanted]
    last = max(mondays) + timedelta(days=DAYS - 1)
    dailies = _dailies(f"AND c.day >= '{min(mondays)}' AND c.day <= '{last}'")
    return [daily for daily in dailies if daily.standings in wanted]


def all_dailies() -> list[Daily]:
    return _dailies("")


def _monday(board: int) -> date:
    return EPOCH + timedelta(days=board & SUBJECT)


def _dailies(condition: str) -> list[Daily]:
    rows = fetch(
        f"SELECT c.id, c.event, c.day FROM games_challenge c WHERE c.kind = 'daily' {condition}"
    )
    return [
        Daily(
            BoardKey("daily", challenge_id=challenge).number(),
            BoardKey("standings", event, start=as_date(day)).number(),
        )
        for challenge, event, day in rows
    ]


def daily_points(daily: Daily, entry: str = LIVE.entry) -> Points:
    """The points by rank key of a daily's first fifteen ranks, verified wins alone."""
    rows = fetch(f"""
SELECT e.rank_key FROM {entry} e JOIN games_result r ON r.place = e.place
WHERE e.board = {daily.board} AND e.rank_key < {LOST} AND r.state = 'verified'
ORDER BY e.rank_key LIMIT {len(POINTS)}""")
    points: Points = {}
    for rank, (key,) in enumerate(rows, start=1):
        points.setdefault(key, POINTS[rank - 1])
    return points


def players_challenged(dailies: list[Daily]) -> set[tuple[int, int]]:
    """(standings board, player) of those whose own rows on these dailies are in work."""
    standings = {daily.board: daily.standings for daily in dailies}
    rows = fetch(IN_WORK)
    return {(standings[board], player) for board, player in rows if board in standings}


def players_moved(daily: Daily, before: Points, after: Points) -> list[tuple[int, int]]:
    """(standings board, player) of those whose rank on the daily earns other points than before."""
    changed = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
    if not changed:
        return []
    keys = listed(changed)
    rows = fetch(
        f"SELECT player FROM {LIVE.entry} WHERE board = {daily.board} AND rank_key IN ({keys})"
    )
    return [(daily.standings, player) for (player,) in rows]


def standings_tables(points: dict[Daily, Points]) -> None:
    """Makes `lb_daily` (board, standings) and `lb_points` (board, rank_key, points)."""
    tables_new(STANDINGS_WORK)
    insert_numbers("lb_daily", points)
    insert_numbers(
        "lb_points",
        (
            (daily.board, key, worth)
            for daily, worths in points.items()
            for key, worth in worths.items()
        ),
    )
    analyze(STANDINGS_WORK)


def standings_sql(entry: str = LIVE.entry, condition: str = "1 = 1") -> str:
    """(board, player, place, rank_key) of the standings in `lb_daily`: the best six of seven days,
    by points and then by moves. `condition` may choose from `e` and `d`."""
    return f"""
SELECT s.standings AS board, s.player, 0 AS place,
    (({MOST_POINTS} - CAST(SUM(s.points) AS bigint)) << {POINTS_BIT})
    + ((CASE WHEN SUM(s.moves) > {MOST_TOTAL_MOVES} THEN {MOST_TOTAL_MOVES}
        ELSE CAST(SUM(s.moves) AS bigint) END) << {LEAF}) AS rank_key
FROM (
    SELECT w.standings, w.player, w.points, w.moves, ROW_NUMBER() OVER (
        PARTITION BY w.standings, w.player ORDER BY w.points DESC, w.moves) AS nth
    FROM (
        SELECT d.standings, e.player, COALESCE(p.points, {LEAST}) AS points,
            e.rank_key >> {MOVES_BIT} AS moves
        FROM lb_daily d JOIN {entry} e ON e.board = d.board
        JOIN games_result r ON r.place = e.place
        LEFT JOIN lb_points p ON p.board = e.board AND p.rank_key = e.rank_key
        WHERE e.rank_key < {LOST} AND r.state = 'verified' AND {condition}
    ) w
) s WHERE s.nth <= {BEST} GROUP BY s.standings, s.player"""
