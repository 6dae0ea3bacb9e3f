# ruff: noqa: S608 (numbers of our own are all that is put in)
"""The longest day streak of every player, from the wins that count on the world's boards."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby
from operator import itemgetter

from django.db import connection

from accounts.homes import dates_skipped_by_player
from games.selectors.challenges import exempt_dates
from leaderboards.contributions import COUNTS_IN_WORLD, newest_sql
from leaderboards.database import as_date, fetch, listed
from leaderboards.fold_sql import IN_WORK
from leaderboards.keys import METRIC_BIT, BoardKey, Metric, more_is_better
from leaderboards.streaks import streak_fold

BOARD = BoardKey("day_streak").number()
CHUNK = 5000


def outage_days() -> set[date]:
    """Dates on which no event could be won, so that nobody's day counts as missed."""
    return exempt_dates(event="", start=date.min, end=date.max)


def outages_digest(days: set[date]) -> str:
    """What tells one set of outages from another."""
    return hashlib.sha256(",".join(sorted(map(str, days))).encode()).hexdigest()


def players_in_work() -> list[int]:
    """Those whose wins of events `lb_fresh` and `lb_again` are about to change."""
    rows = fetch(f"""
SELECT w.player FROM ({IN_WORK}) w
WHERE w.board >> {METRIC_BIT} = {Metric.WINS} GROUP BY w.player""")
    return [player for (player,) in rows]


def players_on_board() -> list[int]:
    rows = fetch(f"SELECT player FROM leaderboards_entry WHERE board = {BOARD}")
    return [player for (player,) in rows]


def streak_rows(
    *, through: int, exempt: set[date], players: Iterable[int] | None = None
) -> Iterator[tuple[int, int, int, int]]:
    """(board, player, rank key, place 0) of all players, or of these; none for one without wins."""
    if players is None:
        yield from _rows(_days(through, ""), exempt, dates_skipped_by_player(None))
        return
    wanted = sorted(set(players))
    for start in range(0, len(wanted), CHUNK):
        some = wanted[start : start + CHUNK]
        condition = f"AND r.player_id IN ({listed(some)})"
        yield from _rows(_days(through, condition), exempt, dates_skipped_by_player(some))


def _days(through: int, condition: str) -> Iterator[tuple[int, date]]:
    """(player, date of a win), in order."""
    with connection.cursor() as cursor:
        cursor.execute(f"""
SELECT DISTINCT r.player_id, r.day FROM games_result r
WHERE r.won AND {COUNTS_IN_WORLD} AND {newest_sql(through)} {condition}
ORDER BY r.player_id, r.day""")
        while rows := cursor.fetchmany(CHUNK):
            yield from rows


def _rows(
    days: Iterator[tuple[int, date]], exempt: set[date], skipped: dict[int, set[date]]
) -> Iterator[tuple[int, int, int, int]]:
    for player, group in groupby(days, key=itemgetter(0)):
        wins = {as_date(day) for _, day in group}
        yield BOARD, player, more_is_better(_best(wins, exempt, skipped.get(player))), 0


def _best(wins: set[date], exempt: set[date], skipped: set[date] | None) -> int:
    if len(wins) == 1:
        return 1
    free = exempt | skipped if skipped else exempt
    return streak_fold(wins=wins, exempt=free, first=min(wins), through=max(wins)).best
