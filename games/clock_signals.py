"""Where pages and tasks read the database's clock; sockets do where they read the database."""

from __future__ import annotations

from typing import Any

import structlog
from celery.signals import task_prerun
from django.core.signals import request_started
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from games.clock import clock_keep

log = structlog.get_logger(__name__)


def clock_connect() -> None:
    """No connection is used for anything before the clock was read on one of the process'."""
    connection_created.connect(_connected, dispatch_uid="clock")
    request_started.connect(_begun, dispatch_uid="clock")
    task_prerun.connect(_begun, dispatch_uid="clock")


def _connected(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if connection.alias == DEFAULT_DB_ALIAS:
        clock_keep(connection)


def _begun(**_: Any) -> None:
    connection = connections[DEFAULT_DB_ALIAS]
    try:
        if connection.connection is not None:
            clock_keep(connection)
    except Error as error:
        # Whatever needs the database now will say so itself.
        log.warning("clock_not_read", error=type(error).__name__)
