"""Database reads for the event loop: one thread with one lasting connection.

`database_sync_to_async` would open and close a connection around each call, which costs more
than the query; see `docs/decisions/`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import Error, close_old_connections, connections

from games.errors import Unavailable

P = ParamSpec("P")
R = TypeVar("R")

_executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="games-db")


async def in_db(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function that reads or writes through the ORM on the database thread.

    Raises `Unavailable` when the database does not answer.
    """

    def call() -> R:
        close_old_connections()
        try:
            return function(*args, **kwargs)
        except Error as error:
            raise Unavailable(type(error).__name__) from error

    return await asyncio.get_running_loop().run_in_executor(_executor, call)


def db_thread_release() -> None:
    """Close the thread's connection (before a database is dropped or a process ends). Blocks."""
    _executor.submit(connections.close_all).result()
