"""The lock of the stream of results: who holds it alone adds places, until its transaction ends.

So a place is given only when all before it are committed, and a transaction that fails leaves no
gap. Order of locks, for everybody: players' rows, the stream, runs' rows. On SQLite a transaction
has the database to itself already.
"""

from __future__ import annotations

from django.db import connection, transaction

from games.stream_sql import Standing, standing_take, stream_take


def stream_lock() -> None:
    """Take the stream to the end of the transaction; the caller holds the players' rows."""
    _require_transaction()
    stream_take()


def run_stream_lock(*, run_id: int, hurried: bool = True) -> Standing | None:
    """Take the row of the run's player and the stream; how the run stands, None when it is gone.

    Without hurry the commit does not wait for the disk, for what is found out again from the log
    should a crash of the database take it. A crash takes only the last commits, never one before
    another that stays: what a fold counted is on the disk before the fold's own cursor is.
    """
    _require_transaction()
    while True:
        taken, standing = standing_take(run_id, hurried=hurried)
        if taken or standing is None:
            return standing


def _require_transaction() -> None:
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("the stream is locked inside a transaction")
