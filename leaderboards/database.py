# ruff: noqa: S608 (names of our own tables and numbers are all that is put in)
"""Statements in the SQL that both databases understand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import islice
from typing import Any

import psycopg
from django.db import connection
from psycopg.types.numeric import Int8

Row = tuple[Any, ...]
CHUNK = 2000


def execute(*statements: str) -> None:
    """Runs statements without parameters, one after the other."""
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def insert_numbers(table: str, rows: Iterable[Sequence[int]]) -> None:
    """Adds rows of numbers, one for each column of the table, some thousand a statement."""
    waiting = iter(rows)
    while chunk := list(islice(waiting, CHUNK)):
        values = ", ".join(f"({', '.join(map(str, row))})" for row in chunk)
        execute(f"INSERT INTO {table} VALUES {values}")


def execute_many(statement: str, rows: Sequence[Sequence[Any]]) -> None:
    """Runs a statement once a row, with its values as parameters."""
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(statement, rows)


def fetch(statement: str, parameters: Sequence[Any] | dict[str, Any] | None = None) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[Row] = cursor.fetchall()
        return rows


def fetch_prepared(statement: str, numbers: dict[str, int]) -> list[Row]:
    """As `fetch`, for a statement that is asked over and over with other numbers.

    PostgreSQL keeps its plan on the connection: planning costs more than the answer. Numbers are
    sent as bigint whatever their size, or each size would be a statement of its own.
    """
    if connection.vendor == "sqlite":
        return fetch(statement, numbers)
    connection.ensure_connection()
    with psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(
            statement.encode(), {name: Int8(value) for name, value in numbers.items()}, prepare=True
        )
        return cursor.fetchall()


def listed(numbers: Iterable[int]) -> str:
    """What stands between the parentheses of `IN (…)`; neither database takes none."""
    return ", ".join(map(str, sorted(numbers)))


def as_date(value: date | str) -> date:
    """A date as either database gives it in plain SQL."""
    return date.fromisoformat(value) if isinstance(value, str) else value


def drop(names: Iterable[str]) -> None:
    """Drops the tables that there are of these; in one statement where that is understood."""
    if connection.vendor == "sqlite":
        execute(*(f"DROP TABLE IF EXISTS {name}" for name in names))
    else:
        execute(f"DROP TABLE IF EXISTS {', '.join(names)}")


def table_from(name: str, select: str) -> None:
    """A temporary table of this session, and what the planner must know of it.

    PostgreSQL never looks at temporary tables by itself, and would read all results for the sake
    of ten rows.
    """
    execute(f"CREATE TEMPORARY TABLE {name} AS {select}")
    analyze([name])


def tables_new(columns: dict[str, str]) -> None:
    """Empty temporary tables by name, in the place of those there were."""
    drop(columns)
    execute(*(f"CREATE TEMPORARY TABLE {name} {parts}" for name, parts in columns.items()))


def analyze(names: Iterable[str]) -> None:
    if connection.vendor != "sqlite":
        execute(*(f"ANALYZE {name}" for name in names))
