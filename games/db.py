"""Database reads for the event loop: one thread with one lasting connection.

`database_sync_to_async` would open and close a connection around each call, which costs more
than the query; see `docs/decisions/`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

import structlog
from django.db import DEFAULT_DB_ALIAS, Error, close_old_connections, connections

from games.clock import clock_keep
from games.errors import Unavailable

P = ParamSpec("P")
R = TypeVar("R")
log = structlog.get_logger(__name__)

_executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="games-db")
# For what follows a game's end: it rings at the queue's door, which may be long in answering.
_aside = ThreadPoolExecutor(max_workers=1, thread_name_prefix="games-db-aside")


async def in_db(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function that reads or writes through the ORM on the database thread.

    Raises `Unavailable` when the database does not answer.
    """
    call = partial(_call, function, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_executor, call)


def in_db_aside(function: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
    """The same on a second thread, for what nobody waits for. What fails is logged."""

    def call() -> None:
        try:
            _call(function, *args, **kwargs)
        except Unavailable as error:
            log.warning("aside_failed", error=error.detail)

    _aside.submit(call)


def _call(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    close_old_connections()
    try:
        clock_keep(connections[DEFAULT_DB_ALIAS])
        return function(*args, **kwargs)
    except Error as error:
        raise Unavailable(type(error).__name__) from error


def db_thread_release() -> None:
    """Close the threads' connections (before a database is dropped or a process ends). Blocks."""
    for executor in (_executor, _aside):
        executor.submit(connections.close_all).result()
