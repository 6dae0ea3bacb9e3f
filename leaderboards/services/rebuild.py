# ruff: noqa: S608 (names of our own tables and numbers of our own are all that is put in)
"""The same fold from the first result on, into tables aside, held against the boards there are."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection, transaction

from games.clock import now_ms
from leaderboards import fold_sql
from leaderboards.contributions import (
    OTHERS,
    SLOTS,
    best_sql,
    contributions_sql,
    newest_sql,
    runs_sql,
)
from leaderboards.database import (
    analyze,
    drop,
    execute,
    fetch,
    insert_numbers,
    table_from,
    tables_new,
)
from leaderboards.day_streaks import outage_days, outages_digest, streak_rows
from leaderboards.fold_sql import LIVE, Tables, codes_sql, counted_sql
from leaderboards.keys import EVENT_NUMBERS
from leaderboards.models import FoldState
from leaderboards.ratings import MODEL, Rating
from leaderboards.services.boards import fold_state_lock
from leaderboards.services.ratings import (
    RACE_COLUMNS,
    STEP_COLUMNS,
    entry_rows,
    races_insert,
    races_rate,
    rows_settled,
    steps_insert,
)
from leaderboards.standings import (
    STANDINGS_WORK,
    all_dailies,
    daily_points,
    standings_sql,
    standings_tables,
)

ASIDE = Tables(
    "lb_aside_entry", "lb_aside_board", "lb_aside_count", "lb_aside_race", "lb_aside_step"
)
COLUMNS = {
    "entry": "board, player, rank_key, place",
    "board": "number, size, counted",
    "count": "board, shift, prefix, size",
    "race": RACE_COLUMNS,
    "step": STEP_COLUMNS,
}
_ASIDE_WORK = {
    ASIDE.entry: "(board bigint, player bigint, rank_key bigint, place bigint)",
    ASIDE.board: "(number bigint, size integer, counted boolean)",
    ASIDE.count: "(board bigint, shift smallint, prefix bigint, size integer)",
    ASIDE.race: "(race bigint, event smallint, ended_ms bigint, outcome varchar(250))",
    ASIDE.step: "(race bigint, player bigint, event smallint, ended_ms bigint,"
    " mu double precision, sigma double precision, races integer)",
}
_MEMORY = "256MB"
# A race that ended so lately may wait for the next fold: its end is no version of a result.
NOT_YET_MS = 300_000


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild came to: `results` versions made `rows` rows in `seconds`; by table how many
    rows the boards lack (`missing`) and have too many (`extra`)."""

    results: int
    rows: int
    seconds: float
    missing: dict[str, int]
    extra: dict[str, int]

    @property
    def same(self) -> bool:
        return not any(self.missing.values()) and not any(self.extra.values())


def boards_rebuild(*, replace: bool = False) -> Rebuilt:
    """Folds all results that are folded already once more, aside, and compares.

    The boards stay readable and, on PostgreSQL, go on being written meanwhile. With `replace`
    what differs is put in their place, from which the fold then goes on.
    """
    with _one_moment():
        state = FoldState.objects.filter(pk=1).first() or FoldState()
        started = time.monotonic()
        rows = fill_aside(state.place)
        seconds = time.monotonic() - started
        missing = {name: _difference(name, ASIDE, LIVE) for name in COLUMNS}
        extra = {name: _difference(name, LIVE, ASIDE) for name in COLUMNS}
    rebuilt = Rebuilt(state.place, rows, seconds, missing, extra)
    if replace and not rebuilt.same:
        _replace(state.place)
    drop(_ASIDE_WORK)
    return rebuilt


def fill_aside(through: int) -> int:
    """Fills the tables aside from the results up to a place; the number of rows."""
    if connection.vendor != "sqlite":
        execute(f"SET work_mem = '{_MEMORY}'")
    tables_new(_ASIDE_WORK)
    drop(["lb_batch", *STANDINGS_WORK])
    table_from("lb_batch", runs_sql(newest_sql(through)))
    for slot in SLOTS:
        _insert(_best(contributions_sql("lb_batch", slots=(slot,), others=())))
    for other in OTHERS:
        _insert(_best(contributions_sql("lb_batch", slots=(), others=(other,))))
    insert_numbers(ASIDE.entry, streak_rows(through=through, exempt=outage_days()))
    _fill_ratings(through)
    analyze([ASIDE.entry])
    standings_tables({daily: daily_points(daily, ASIDE.entry) for daily in all_dailies()})
    _insert(standings_sql(ASIDE.entry))
    execute(
        f"""INSERT INTO {ASIDE.board} (number, size, counted)
            SELECT board, COUNT(*), COUNT(*) > {fold_sql.SMALL}
            FROM {ASIDE.entry} GROUP BY board""",
        counted_sql(ASIDE),
    )
    drop(["lb_batch", *STANDINGS_WORK])
    ((rows,),) = fetch(f"SELECT COUNT(*) FROM {ASIDE.entry}")
    if connection.vendor != "sqlite":
        execute("RESET work_mem")
    return int(rows)


def _fill_ratings(through: int) -> None:
    """Every settled rated race that the fold has counted, or has had the time to count."""
    counted = {race for (race,) in fetch(f"SELECT race FROM {LIVE.race}")}
    before = now_ms() - NOT_YET_MS
    rows = [
        row for row in rows_settled(through=through) if row.race in counted or row.ended_ms < before
    ]
    races_insert(rows, ASIDE.race)
    for event in EVENT_NUMBERS.values():
        ratings: dict[int, Rating] = {}
        steps_insert(races_rate((row for row in rows if row.event == event), ratings), ASIDE.step)
        insert_numbers(ASIDE.entry, entry_rows(event, ratings))


def _best(contributions: str) -> str:
    return best_sql(f"SELECT c.*, 1 AS wins FROM ({contributions}) c")


def _insert(select: str) -> None:
    columns = COLUMNS["entry"]
    execute(f"INSERT INTO {ASIDE.entry} ({columns}) SELECT {columns} FROM ({select}) s")


def _difference(name: str, one: Tables, other: Tables) -> int:
    """How many rows of one table are not in the other."""
    columns = COLUMNS[name]
    ((count,),) = fetch(
        f"""SELECT COUNT(*) FROM (
            SELECT {columns} FROM {getattr(one, name)} EXCEPT
            SELECT {columns} FROM {getattr(other, name)}) d"""
    )
    return int(count)


@contextmanager
def _one_moment() -> Iterator[None]:
    """Everything read inside is as of one moment, with nothing locked but temporary tables."""
    if connection.in_atomic_block:
        yield
        return
    isolation = "" if connection.vendor == "sqlite" else " ISOLATION LEVEL REPEATABLE READ"
    execute(f"BEGIN{isolation}")
    try:
        yield
        execute("COMMIT")
    except BaseException:
        execute("ROLLBACK")
        raise


@transaction.atomic
def _replace(place: int) -> None:
    """Puts the tables aside in the place of the boards."""
    state = fold_state_lock()
    for name, columns in COLUMNS.items():
        live, aside = getattr(LIVE, name), getattr(ASIDE, name)
        execute(
            f"DELETE FROM {live}",
            f"INSERT INTO {live} ({columns}) SELECT {columns} FROM {aside} ORDER BY 1, 2",
        )
    state.place, state.exempt, state.model = place, outages_digest(outage_days()), MODEL
    state.save()
    execute(codes_sql(0, place))
