"""The writer and another process that want the same rows crosswise."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from psycopg.errors import AdminShutdown, DeadlockDetected

import games.writer
from games.writer import GroupCommitWriter
from games.writer_sql import rows_write
from tests.games.test_writer import writer
from tests.games.writing import (
    logs_of,
    make_runs,
    make_write,
    row_held,
    taken,
    until,
    until_waiting_for_lock,
)

__all__ = ["writer"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
runs_made = sync_to_async(make_runs)


async def test_a_deadlock_with_another_process_is_tried_again(writer: GroupCommitWriter) -> None:
    plug, low, high = await runs_made(3)
    writes = [make_write(low, 0, ">"), make_write(high, 0, ">")]
    with row_held(high) as other:
        with row_held(plug):
            writer.submit(make_write(plug, 0, ">"))
            await until(lambda: taken(writer))
            for write in writes:
                writer.submit(write)
            await until_waiting_for_lock()
        await until(lambda: taken(writer))
        await until_waiting_for_lock()
        # The writer has `low` and waits for `high`; the other has `high` and now wants `low`.
        wanted = f"SELECT id FROM games_run WHERE id = {low.pk} FOR UPDATE"
        await asyncio.to_thread(other.execute, wanted)
    assert [await write.done for write in writes] == [True, True]
    assert await logs_of(low, high) == [[">"], [">"]]


@pytest.mark.parametrize(
    ("fault", "times", "written"),
    [(DeadlockDetected, 4, True), (DeadlockDetected, 5, False), (AdminShutdown, 2, False)],
)
async def test_deadlocks_are_tried_again_more_often_than_lost_links(
    writer: GroupCommitWriter, monkeypatch: pytest.MonkeyPatch,
    fault: type[Exception], times: int, written: bool,
) -> None:  # fmt: skip
    """Whoever tries again may overtake the other, who still waits: then both meet anew."""
    faults = [fault() for _ in range(times)]

    def failing(*arguments: Any) -> set[int]:
        if faults:
            raise OperationalError from faults.pop()
        return rows_write(*arguments)

    (run,) = await runs_made(1)
    monkeypatch.setattr(games.writer, "rows_write", failing)
    write = make_write(run, 0, ">")
    writer.submit(write)
    answer = await asyncio.gather(write.done, return_exceptions=True)
    assert (answer == [True]) is written
    assert await logs_of(run) == [[">"] if written else []]
