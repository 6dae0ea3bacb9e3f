"""The group-commit queue: the one way by which log items reach the database.

Every table of a process hands its items to one thread; whatever has gathered while the last
transaction ran goes into the next, on a connection of the thread's own. A group is accepted
run by run: a run whose `seq` is not the one its items were made for, or that has ended, loses
its items and nobody else's.

Lock: `_lock` guards the queue. Database locks: the rows of the runs in the group, in order of
their ids, for one transaction.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

import structlog
from django.db import DataError, Error, IntegrityError, connection

from games.errors import WriterUnavailable
from games.writer_sql import Clock, Part, RunRow, rows_stored, rows_write

log = structlog.get_logger(__name__)

MAX_GROUP = 256
# How often a group is tried again whose transaction was the victim of a deadlock.
DEADLOCKS = 4
DEADLOCK_DETECTED = "40P01"

# Committed, refused (the log is not where the items belong), or not known to be stored.
Outcome = bool | WriterUnavailable


class Epoch:
    """One load of a run from the database. Once a write of it is refused, all later ones are.

    Without this, items made for a lost position could fit the log of another by their number.
    """

    __slots__ = ("lost",)

    def __init__(self) -> None:
        self.lost = False


@dataclass(slots=True, eq=False)
class Write:
    """Items of one run that stand or fall together, and the run's row after them.

    `items` are (text, at_ms, hint) from place `base` on; `clock` is what they were timed by, so
    that a pause made elsewhere refuses them as an item made elsewhere does. `done` gets True
    once committed, False when refused, `WriterUnavailable` when the database could not be
    written.
    """

    epoch: Epoch
    base: int
    clock: Clock
    items: list[tuple[str, int, str]]
    row: RunRow
    done: asyncio.Future[bool] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


@dataclass(slots=True, eq=False)
class _Merged:
    """All writes of one run in one group: consecutive, so one update does for them."""

    base: int
    clock: Clock
    row: RunRow
    items: list[tuple[str, int, str]]
    writes: list[Write]


class GroupCommitWriter:
    """A thread that commits what it is given in groups. One a process."""

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._queue: deque[Write] = deque()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._ringing: asyncio.AbstractEventLoop | None = None

    def submit(self, write: Write) -> None:
        """Queue a write; its `done` resolves on the loop it was made in, whose thread calls this.

        The writer is woken once the loop has been through all that is ready: so whatever came
        together goes into one group, and the two threads do not contend for the interpreter.
        """
        loop = write.done.get_loop()
        self._queue.append(write)
        if self._ringing is not loop:
            self._ringing = loop
            loop.call_soon(self._ring)

    def _ring(self) -> None:
        self._ringing = None
        with self._lock:
            if self._thread is None:
                self._start()
            self._lock.notify()

    def close(self) -> None:
        """Commit what is queued, then end the thread and its connection. Blocks."""
        with self._lock:
            if self._thread is None and self._queue:
                self._start()
            thread, self._closing = self._thread, True
            self._lock.notify()
        if thread is not None:
            thread.join()

    def _start(self) -> None:
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="log-writer", daemon=True)
        self._thread.start()

    def _take(self) -> list[Write]:
        """The next group; none when closing. From then on whatever comes needs a new thread."""
        with self._lock:
            while not self._queue and not self._closing:
                self._lock.wait()
            if not self._queue:
                self._thread = None
            count = min(len(self._queue), MAX_GROUP)
            return [self._queue.popleft() for _ in range(count)]

    def _run(self) -> None:
        try:
            while group := self._take():
                _commit(group)
        finally:
            connection.close()
            with self._lock:
                if self._thread is threading.current_thread():
                    # Something unforeseen was raised: the rest of the queue is not left lying.
                    self._thread = None
                    if self._queue:
                        self._start()


def _commit(group: list[Write]) -> None:
    """Write a group and answer all of it, whatever is raised on the way."""
    answers: dict[Write, Outcome] = dict.fromkeys(group, WriterUnavailable("writer"))
    try:
        answers.update(_outcomes(group))
    finally:
        for write, answer in answers.items():
            if answer is not True:
                write.epoch.lost = True
        _settle(answers.items())


def _outcomes(group: list[Write]) -> dict[Write, Outcome]:
    outcomes: dict[Write, Outcome] = dict.fromkeys(group, False)
    parts = _merge(group)
    for part, outcome in zip(parts, _write(parts), strict=True):
        outcomes.update(dict.fromkeys(part.writes, outcome))
    return outcomes


def _merge(group: list[Write]) -> list[_Merged]:
    """Writes by run, in the order of ids (so that two processes never lock crosswise)."""
    parts: dict[int, _Merged] = {}
    for write in group:
        if write.epoch.lost:
            continue
        part = parts.get(write.row.id)
        if part is None:
            items = list(write.items)
            parts[write.row.id] = _Merged(write.base, write.clock, write.row, items, [write])
        elif part.base + len(part.items) == write.base and not part.row.ended:
            part.row = write.row
            part.items.extend(write.items)
            part.writes.append(write)
        else:
            write.epoch.lost = True
    return [parts[id_] for id_ in sorted(parts)]


def _write(parts: list[_Merged]) -> list[Outcome]:
    """One transaction for all; one for each when the log of one of them cannot be written."""
    try:
        accepted = _write_rows([(part.base, part.clock, part.row, part.items) for part in parts])
    except (IntegrityError, DataError) as error:
        if len(parts) > 1:
            return [outcome for part in parts for outcome in _write([part])]
        log.error("log_not_writable", error=type(error).__name__, run=parts[0].row.id)
        return [WriterUnavailable(type(error).__name__)]
    except Error as error:
        log.error("log_writer_failed", error=type(error).__name__, runs=len(parts))
        connection.close()
        return [WriterUnavailable(type(error).__name__) for _ in parts]
    return [part.row.id in accepted for part in parts]


def _write_rows(rows: list[Part]) -> set[int]:
    """Once more when a link was lost; as often as `DEADLOCKS` when the database broke a deadlock:
    whoever tries again may overtake the other, who still waits, and meet it anew."""
    if not rows:
        return set()
    failed = 0
    while True:
        try:
            written = rows_write(connection, rows)
            return written | rows_stored(connection, rows) if failed else written
        except (IntegrityError, DataError):
            raise
        except Error as error:
            connection.close()
            failed += 1
            if failed > (DEADLOCKS if _is_deadlock(error) else 1):
                raise


def _is_deadlock(error: Error) -> bool:
    return getattr(error.__cause__, "sqlstate", None) == DEADLOCK_DETECTED


def _settle(results: Iterable[tuple[Write, Outcome]]) -> None:
    """Wake each loop once, with all that was decided for it."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Write, Outcome]]] = {}
    for write, result in results:
        by_loop.setdefault(write.done.get_loop(), []).append((write, result))
    for loop, decided in by_loop.items():
        _call(loop, partial(_resolve, decided))


def _call(loop: asyncio.AbstractEventLoop, function: Callable[[], None]) -> None:
    try:
        loop.call_soon_threadsafe(function)
    except RuntimeError:
        # The loop is closed: its sockets are gone, and what was committed stays committed.
        log.info("log_writer_loop_closed")


def _resolve(decided: list[tuple[Write, Outcome]]) -> None:
    for write, result in decided:
        if write.done.done():
            continue
        if isinstance(result, WriterUnavailable):
            write.done.set_exception(result)
        else:
            write.done.set_result(result)


writer = GroupCommitWriter()
