"""The lock of the stream of results: who holds it alone adds places, until its transaction ends.

So a place is given only when all before it are committed, and a transaction that fails leaves no
gap. Order of locks, for everybody: players' rows, the stream, runs' rows.
"""

from __future__ import annotations

from django.db import connection, transaction

# Any number no other part of the service locks by.
_KEY = 5_720_160_451
_STREAM = f"SELECT pg_advisory_xact_lock({_KEY})"
# The player's row first, or a merge that holds it and waits for the stream would be met crosswise.
_PLAYER_AND_STREAM = f"""
WITH player AS MATERIALIZED (
    SELECT u.id FROM accounts_user u JOIN games_run r ON r.player_id = u.id
    WHERE r.id = %s FOR NO KEY UPDATE OF u
)
SELECT pg_advisory_xact_lock({_KEY}) FROM player
"""  # noqa: S608
_RUN_EXISTS = "SELECT 1 FROM games_run WHERE id = %s"


def stream_lock() -> None:
    """Take the stream to the end of the transaction; the caller holds the players' rows."""
    _require_transaction()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_STREAM)


def run_stream_lock(*, run_id: int) -> bool:
    """Take the row of the run's player and the stream; False when the run is gone.

    On SQLite a transaction has the database to itself already.
    """
    _require_transaction()
    with connection.cursor() as cursor:
        while connection.vendor == "postgresql":
            cursor.execute(_PLAYER_AND_STREAM, [run_id])
            if cursor.fetchone() is not None:
                return True
            # The player was merged into another while we waited, or the run is gone.
            cursor.execute(_RUN_EXISTS, [run_id])
            if cursor.fetchone() is None:
                return False
        cursor.execute(_RUN_EXISTS, [run_id])
        return cursor.fetchone() is not None


def commit_unhurried() -> None:
    """Let this transaction's commit not wait for the disk: what it writes is found out again from
    the log when a crash of the database takes it, and nobody reads it before what came earlier.
    """
    _require_transaction()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL synchronous_commit TO off")


def _require_transaction() -> None:
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("the stream is locked inside a transaction")
