# ruff: noqa: S608 (only names of our own columns are put into the text)
"""The writer's SQL, for the two databases the service runs on.

Both do the same: move each run from its expected `seq` and clock on, if it is open, and add its
items.
Plain SQL because this is the one hot path: through the ORM a move costs ten times as much.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

import msgspec
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

_WANTED = (*RunRow._fields, "base", "was_started", "was_paused")
_FROM_JSON = ", ".join(f"json_extract(value, '$[{n}]') AS {name}" for n, name in enumerate(_WANTED))
_SQLITE_WANTED = f"WITH wanted AS (SELECT {_FROM_JSON} FROM json_each(?))"
_SQLITE_WHERE = """r.id = w.id AND r.seq = w.base AND r.state = 'open'
    AND r.started_ms IS w.was_started AND r.paused_ms IS w.was_paused"""
# Two statements: RETURNING is younger than some SQLite that Python 3.11 is built with.
_SQLITE_SELECT = f"""{_SQLITE_WANTED}
SELECT r.id FROM wanted w JOIN games_run r ON {_SQLITE_WHERE}
"""
_SQLITE_UPDATE = f"""{_SQLITE_WANTED}
UPDATE games_run AS r SET {", ".join(f"{name} = w.{name}" for name in RunRow._fields[1:])}
FROM wanted w WHERE {_SQLITE_WHERE}
"""
_SQLITE_INSERT = f"""
INSERT INTO games_logitem (run_id, place, text, at_ms, hint)
SELECT {", ".join(f"json_extract(value, '$[{n}]')" for n in range(5))} FROM json_each(?)
"""
_TYPES = {"state": "varchar", "result": "varchar"}
_FROM_JSONB = ", ".join(
    f"(v ->> {n})::{_TYPES.get(name, 'bigint')} AS {name}" for n, name in enumerate(_WANTED)
)
_AS_EXPECTED = """r.seq = w.base AND r.state = 'open'
        AND r.started_ms IS NOT DISTINCT FROM w.was_started
        AND r.paused_ms IS NOT DISTINCT FROM w.was_paused"""
_POSTGRES = f"""
WITH wanted AS (
    SELECT {_FROM_JSONB} FROM jsonb_array_elements(%s::jsonb) AS v
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
    SELECT m.id, (v ->> 1)::int, v ->> 2, (v ->> 3)::bigint, v ->> 4
    FROM jsonb_array_elements(%s::jsonb) AS v JOIN moved m ON m.id = (v ->> 0)::bigint
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
    """Five statements for the whole group: each hands the interpreter lock to the event loop and
    waits for it again, so that two for every run cost more than the work.
    """
    raw: sqlite3.Connection = connection.connection
    rows = [_rows(parts)]
    with connection.wrap_database_errors:
        raw.execute("BEGIN IMMEDIATE")
        try:
            accepted = {id_ for (id_,) in raw.execute(_SQLITE_SELECT, rows).fetchall()}
            raw.execute(_SQLITE_UPDATE, rows)
            raw.execute(
                _SQLITE_INSERT, [_items([part for part in parts if part[2].id in accepted])]
            )
            raw.execute("COMMIT")
        except sqlite3.Error:
            if raw.in_transaction:
                raw.execute("ROLLBACK")
            raise
    return accepted


def _postgres_write(connection: BaseDatabaseWrapper, parts: list[Part]) -> set[int]:
    """One statement, prepared: Django's own cursor would have it parsed and planned every time."""
    import psycopg  # a service on SQLite never loads it

    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(_POSTGRES, [_rows(parts), _items(parts)], prepare=True)
        return {id_ for (id_,) in cursor.fetchall()}


def _rows(parts: list[Part]) -> str:
    return msgspec.json.encode([(*row, base, *clock) for base, clock, row, _ in parts]).decode()


def _items(parts: list[Part]) -> str:
    entries = [
        (row.id, place, *item)
        for base, _, row, items in parts
        for place, item in enumerate(items, base)
    ]
    return msgspec.json.encode(entries).decode()
