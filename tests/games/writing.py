"""What the tests of the writer are made of: rows, writes and a database held by somebody else."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from typing import Any

import psycopg
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection, connections

from games.models import LogItem, Run
from games.writer import Epoch, GroupCommitWriter, Write
from games.writer_sql import Clock, RunRow
from tests.games.support import make_player, make_run

STARTED = Clock(started_ms=1, paused_ms=None)


def make_runs(count: int) -> list[Run]:
    """Open casual runs of one player."""
    player = make_player()
    runs = [make_run(player, "KL1-1-AAAAABB") for _ in range(count)]
    Run.objects.update(started_ms=STARTED.started_ms)
    return runs


def run_row(run: Run, seq: int, *, result: str = "") -> RunRow:
    """A row that says where its writer thinks the run is; the score tells rows apart."""
    return RunRow(
        id=run.pk, seq=seq, last_ms=seq, score=seq * 10, moves=seq, up=0, turned=0, undos=0,
        hints=0, state="ended" if result else "open", result=result, **STARTED._asdict(),
        ended_ms=seq if result else None,
    )  # fmt: skip


def make_write(
    run: Run,
    base: int,
    *texts: str,
    epoch: Epoch | None = None,
    result: str = "",
    clock: Clock | None = None,
) -> Write:
    items = [(text, base + number, "") for number, text in enumerate(texts)]
    row = run_row(run, base + len(texts), result=result)
    return Write(epoch or Epoch(), base, clock or STARTED, items, row)


@sync_to_async
def logs_of(*runs: Run) -> list[list[str]]:
    items = LogItem.objects.filter(run__in=runs).order_by("run_id", "place")
    rows = items.values_list("run_id", "place", "text")
    found: dict[int, list[str]] = {run.pk: [] for run in runs}
    for run_id, place, text in rows:
        assert place == len(found[run_id]), "a log has no holes"
        found[run_id].append(text)
    return [found[run.pk] for run in runs]


@sync_to_async
def stored(run: Run) -> Run:
    return Run.objects.get(pk=run.pk)


def other_program() -> Any:
    """A connection of nobody in the service, through the driver alone, without transactions."""
    name = settings.DATABASES["default"]["NAME"]
    if connection.vendor == "sqlite":
        return sqlite3.connect(name, isolation_level=None)
    return psycopg.connect(
        host=str(settings.POSTGRES_DATA), user="postgres", dbname=name, autocommit=True
    )


@contextmanager
def held(*statements: str) -> Iterator[Any]:
    """While inside another program has a transaction open that began with these statements."""
    other = other_program()
    try:
        for statement in statements:
            other.execute(statement)
        yield other
        other.execute("ROLLBACK")
    finally:
        other.close()


def database_held() -> AbstractContextManager[Any]:
    """While inside nobody else can write; readers are served. As long as a slow commit takes."""
    if connection.vendor == "sqlite":
        return held("BEGIN IMMEDIATE")
    return held("BEGIN", "LOCK TABLE games_run IN EXCLUSIVE MODE")


def row_held(run: Run) -> AbstractContextManager[Any]:
    """While inside nobody else can change this one run."""
    return held("BEGIN", f"SELECT id FROM games_run WHERE id = {run.pk} FOR UPDATE")


def taken(writer: GroupCommitWriter) -> bool:
    """Whether the thread has everything that was queued and so is in the database with it."""
    return not writer._queue


async def until(condition: Callable[[], bool], *, turns: int = 2_000) -> None:
    """Wait for a condition of this process; looked at every few milliseconds."""
    for _ in range(turns):
        if condition():
            return
        await asyncio.wait([asyncio.ensure_future(asyncio.sleep(0.005))])
    raise AssertionError("waited 10 s in vain")


async def as_one_group(
    writer: GroupCommitWriter, plug: Run, *writes: Write
) -> list[bool | BaseException]:
    """Have `writes` committed in one transaction: they gather while another one waits.

    The plug is a write of a run of its own, which the held database keeps busy.
    """
    with database_held():
        first = make_write(plug, 0, ">")
        writer.submit(first)
        await until(lambda: taken(writer))
        for write in writes:
            writer.submit(write)
    assert await first.done
    return list(await asyncio.gather(*(write.done for write in writes), return_exceptions=True))


# --- PostgreSQL's own troubles ---------------------------------------------------------------


def end_waiting_backends() -> int:
    """Cut the links of the backends that wait for a lock; how many there were."""
    return _end("AND wait_event_type = 'Lock'")


def end_all_backends() -> int:
    """Cut every link to the test's database but the one that says so."""
    return _end("")


def _end(condition: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE datname = current_database() AND pid <> pg_backend_pid() {condition})"
        )
        (count,) = cursor.fetchone()
    return int(count)


async def until_waiting_for_lock() -> None:
    @sync_to_async
    def waiting() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND wait_event_type = 'Lock'"
            )
            return bool(cursor.fetchone()[0])

    for _ in range(2_000):
        if await waiting():
            return
    raise AssertionError("nobody waits for a lock")


@asynccontextmanager
async def database_down() -> AsyncIterator[None]:
    """While inside the test's database cuts all links and lets nobody in."""
    name = settings.DATABASES["default"]["NAME"]
    with psycopg.connect(
        host=str(settings.POSTGRES_DATA), user="postgres", dbname="postgres", autocommit=True
    ) as other:
        other.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
        )
        try:
            yield
        finally:
            other.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
    await sync_to_async(connections.close_all)()
