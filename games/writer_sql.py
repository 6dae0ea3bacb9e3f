# ruff: noqa: S608 (only names of our own columns are put into the text)
"""The writer's SQL, for the two databases the service runs on.

Both do the same: move each run from its expected `seq` and clock on, if it is open, and add its
items.
Plain SQL because this is the one hot path: through the ORM a move costs ten times as much.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper


class RunRow(NamedTuple):
    """The columns of a run that change with its log, as they stand after a write."""

    id: int
    seq: int
    last_ms: int
    score: int
    moves: int
    up: int
    turned: int
    undos: int
    hints: int
    state: str
    result: str
    started_ms: int
    paused_ms: int | None
    ended_ms: int | None

    @property
    def ended(self) -> bool:
        return self.state != "open"


class Clock(NamedTuple):
    """When the run's clock started, and since when it stands still."""

    started_ms: int | None
    paused_ms: int | None


Item = tuple[str, int, str]
# The seq and clock a run must have, its row afterwards, and the items that make the difference.
Part = tuple[int, Clock, RunRow, list[Item]]

_SQLITE_UPDATE = (
    f"UPDATE games_run SET {', '.join(f'{name} = ?' for name in RunRow._fields[1:])}"
    " WHERE id = ? AND seq = ? AND state = 'open' AND started_ms IS ? AND paused_ms IS ?"
)
_SQLITE_INSERT = (
    "INSERT INTO games_logitem (run_id, place, text, at_ms, hint) VALUES (?, ?, ?, ?, ?)"
)
_TYPES = {"state": "varchar", "result": "varchar"}
_WANTED = (*RunRow._fields, "base", "was_started", "was_paused")
_ARRAYS = ", ".join(f"%s::{_TYPES.get(name, 'bigint')}[]" for name in _WANTED)
_AS_EXPECTED = """r.seq = w.base AND r.state = 'open'
        AND r.started_ms IS NOT DISTINCT FROM w.was_started
        AND r.paused_ms IS NOT DISTINCT FROM w.was_paused"""
_POSTGRES = f"""
WITH wanted AS (
    SELECT * FROM unnest({_ARRAYS}) AS w({", ".join(_WANTED)})
), locked AS (
    SELECT r.id FROM games_run r JOIN wanted w ON w.id = r.id
    WHERE {_AS_EXPECTED} ORDER BY r.id FOR UPDATE OF r
), moved AS (
    UPDATE games_run r
    SET {", ".join(f"{name} = w.{name}" for name in RunRow._fields[1:])}
    FROM wanted w JOIN locked l ON l.id = w.id
    WHERE r.id = w.id AND {_AS_EXPECTED}
    RETURNING r.id
), added AS (
    INSERT INTO games_logitem (run_id, place, text, at_ms, hint)
    SELECT i.run_id, i.place, i.text, i.at_ms, i.hint
    FROM unnest(%s::bigint[], %s::int[], %s::varchar[], %s::bigint[], %s::varchar[])
        AS i(run_id, place, text, at_ms, hint)
    JOIN moved m ON m.id = i.run_id
)
SELECT id FROM moved
"""


def rows_write(connection: BaseDatabaseWrapper, parts: list[Part]) -> set[int]:
    """Write all parts in one transaction; the ids of the runs that were as expected.

    Raises `django.db.Error`; then nothing is written, or, when the link broke during the
    commit, it is not known whether all or nothing is (`rows_stored` tells).
    """
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        return _sqlite_write(connection, parts)
    return _postgres_write(connection, parts)


def rows_stored(connection: BaseDatabaseWrapper, parts: list[Part]) -> set[int]:
    """The ids of the runs that stand exactly as their part wanted them.

    Asked after a lost link: the transaction may have been committed without a word.
    """
    return {row.id for base, _, row, items in parts if _is_stored(connection, base, row, items)}


def _is_stored(connection: BaseDatabaseWrapper, base: int, row: RunRow, items: list[Item]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(row._fields)} FROM games_run WHERE id = %s", [row.id])
        if cursor.fetchone() != tuple(row):
            return False
        cursor.execute(
            "SELECT text, at_ms, hint FROM games_logitem WHERE run_id = %s AND place >= %s"
            " ORDER BY place",
            [row.id, base],
        )
        return [tuple(item) for item in cursor.fetchall()] == items


def _sqlite_write(connection: BaseDatabaseWrapper, parts: list[Part]) -> set[int]:
    accepted = set()
    raw: sqlite3.Connection = connection.connection
    with connection.wrap_database_errors:
        raw.execute("BEGIN IMMEDIATE")
        try:
            for base, clock, row, items in parts:
                if raw.execute(_SQLITE_UPDATE, (*row[1:], row.id, base, *clock)).rowcount:
                    accepted.add(row.id)
                    raw.executemany(_SQLITE_INSERT, _item_rows(base, row, items))
            raw.execute("COMMIT")
        except sqlite3.Error:
            if raw.in_transaction:
                raw.execute("ROLLBACK")
            raise
    return accepted


def _postgres_write(connection: BaseDatabaseWrapper, parts: list[Part]) -> set[int]:
    rows = [(*row, base, *clock) for base, clock, row, _ in parts]
    items = [entry for base, _, row, its in parts for entry in _item_rows(base, row, its)]
    arrays: list[list[Any]] = [list(column) for column in zip(*rows, strict=True)]
    arrays += [list(column) for column in zip(*items, strict=True)] or [[] for _ in range(5)]
    with connection.cursor() as cursor:
        cursor.execute(_POSTGRES, arrays)
        return {id_ for (id_,) in cursor.fetchall()}


def _item_rows(base: int, row: RunRow, items: list[Item]) -> Iterable[tuple[Any, ...]]:
    for place, (text, at_ms, hint) in enumerate(items, base):
        yield row.id, place, text, at_ms, hint
