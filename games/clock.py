"""The server's clock, in milliseconds of UTC: the only clock that play is measured by.

It is the database's, which all processes share, kept by each on its own monotonic clock: machines
whose clocks differ, or are set while they run, agree on when a race starts and who was first. See
`docs/decisions/0010-one-clock.md`. The embedded database has no clock of its own, nor can its
processes be on two machines: there it is the machine's.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

# So often a process that asks the time looks at the database's clock again.
KEEP_SECONDS = 20.0
# Two crystals part by less than this.
DRIFT = 0.0002


@dataclass(frozen=True, slots=True)
class Kept:
    """The database's clock less our monotonic one, right within `error` when it was read; ms."""

    offset: float
    error: float
    read_at: float

    def error_at(self, now: float) -> float:
        return self.error + (now - self.read_at) * 1000 * DRIFT


_lock = threading.Lock()
_kept: Kept | None = None


def now_ms() -> int:
    kept = _kept
    return int(time.time() * 1000 if kept is None else time.monotonic() * 1000 + kept.offset)


def clock_keep(connection: BaseDatabaseWrapper) -> None:
    """Read the database's clock if that was not done lately. Raises `django.db.Error`."""
    kept = _kept
    fresh = kept is not None and time.monotonic() - kept.read_at < KEEP_SECONDS
    if not fresh and settings.CLOCK_OF_DATABASE and connection.vendor == "postgresql":
        clock_read(connection)


def clock_read(connection: BaseDatabaseWrapper) -> None:
    before = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp()) * 1000")
        read = float(cursor.fetchone()[0])
    after = time.monotonic()
    _take(Kept(read - (before + after) * 500, (after - before) * 500, after))


def clock_forget() -> None:
    """Go by the machine's clock again."""
    global _kept
    with _lock:
        _kept = None


def _take(read: Kept) -> None:
    """Keep the better of two readings; the newer one when they contradict each other, which means
    that the database has moved to another machine or its clock was set."""
    global _kept
    with _lock:
        kept = _kept
        if kept is not None:
            known = kept.error_at(read.read_at)
            if known < read.error and abs(kept.offset - read.offset) <= known + read.error:
                read = Kept(kept.offset, known, read.read_at)
        _kept = read
