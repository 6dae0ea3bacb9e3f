"""The tables this process serves: loaded from the log, kept while somebody sits at them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from engine.deals import deal
from engine.replay import Game
from games.clock import now_ms
from games.db import in_db
from games.errors import RunNotFound, WriterUnavailable
from games.models import LogItem, Run
from games.sealing import run_code
from games.selectors.runs import RUNS, LogRows
from games.selectors.unlocking import deal_is_over, is_shared
from games.services.play import Table
from games.writer import Write

MAX_TABLES = 10_000


@dataclass(frozen=True, slots=True)
class _Head:
    """What tells whether a table in memory is still the run in the database."""

    seq: int
    state: str
    started_ms: int | None
    paused_ms: int | None


class Tables:
    """Live tables by token, of one event loop. Loading the same run twice happens once."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Table]] = {}

    def live(self, token: str) -> Table | None:
        """The table if it is in memory and has lost no write."""
        table = self._tables.get(token)
        if table is None or table.epoch.lost:
            return None
        self._tables.move_to_end(token)
        return table

    async def open(self, *, token: str, user_id: int) -> Table:
        """The table as the database has it now; starts the clock at its first view.

        Raises `RunNotFound` for an unknown run and for another's alike.
        """
        while True:
            before = self.live(token)
            quiet = None if before is None or before.pending is not None else _head_of(before)
            head = await in_db(_head_fetch, token=token, user_id=user_id, now=now_ms())
            table = self.live(token)
            if table is None:
                return await self.load(token)
            if table.pending is not None or _head_of(table) == head:
                return table
            if _head_of(table) == quiet:
                return await self.load(token)
            # Somebody played here while we looked: the table is ahead of the look, not wrong.

    async def load(self, token: str) -> Table:
        """Fold the run's log anew, whatever is in memory. Concurrent callers share one fold."""
        loading = self._loading.get(token)
        if loading is None:
            loading = asyncio.ensure_future(self._load(token))
            self._loading[token] = loading
            loading.add_done_callback(lambda _: self._loading.pop(token, None))
        return await asyncio.shield(loading)

    async def _load(self, token: str) -> Table:
        known = self._tables.pop(token, None)
        if known is not None:
            # Nothing more may be written by what is in memory once the log is being read.
            known.epoch.lost = True
            await settled(known)
        run, rows = await in_db(_rows_fetch, token)
        table = await asyncio.to_thread(table_fold, run, rows)
        self._tables[token] = table
        self._trim()
        return table

    def release(self, token: str) -> Write | None:
        """Forget a table nobody sits at. Only memory depends on this being called.

        A table with a write on its way stays: that write, so that the caller can come again.
        """
        table = self._tables.get(token)
        if table is None:
            return None
        if table.pending is None:
            del self._tables[token]
        return table.write

    def _trim(self) -> None:
        while len(self._tables) > MAX_TABLES:
            token, table = next(iter(self._tables.items()))
            if table.pending is not None:
                self._tables.move_to_end(token)
                return
            del self._tables[token]


async def settled(table: Table) -> None:
    """Wait until what was on its way to the database has arrived or failed."""
    if (write := table.pending) is not None:
        try:
            await asyncio.shield(write.done)
        except WriterUnavailable:
            return


async def committed(table: Table) -> bool:
    """Whether all that the table holds at the call is stored, as soon as that is known.

    Raises `WriterUnavailable`.
    """
    write = table.pending
    return not table.epoch.lost if write is None else await asyncio.shield(write.done)


def table_fold(run: Run, rows: LogRows) -> Table:
    """A run's log folded into a table. Raises `EngineError` when the log does not replay."""
    code = run_code(run=run)
    table = Table(
        run_id=run.pk,
        kind=run.kind,
        code=code.text,
        game=Game(deal(code)),
        # A run that ended before anybody saw it was never on the clock.
        started_ms=run.started_ms or run.ended_ms or 0,
        paused_ms=run.paused_ms,
        state=run.state,
        result=run.result,
        ended_ms=run.ended_ms,
        closes_ms=run.closes_ms,
        sealed=is_shared(run) and not deal_is_over(run),
        opens_ms=run.started_ms if run.race_id is not None else None,
    )
    for text, at_ms, hint in rows:
        table.record(text, at_ms, hint)
    return table


def _head_of(table: Table) -> _Head:
    return _Head(table.seq, table.state, table.started_ms, table.paused_ms)


def _head_fetch(*, token: str, user_id: int, now: int) -> _Head:
    """Whether the run is this player's and where it stands; sets the clock going if it is not."""
    runs = Run.objects.filter(token=token, player_id=user_id)
    fields = ("seq", "state", "started_ms", "paused_ms")
    row = runs.values_list(*fields).first()
    if row is not None and row[2] is None and row[1] == "open":
        # Who looks after the closing sees a game of no time at all.
        closes = runs.values_list("closes_ms", flat=True).get()
        starts = now if closes is None else min(now, closes)
        runs.filter(started_ms=None, state="open").update(started_ms=starts)
        row = runs.values_list(*fields).first()
    if row is None:
        raise RunNotFound
    return _Head(*row)


def _rows_fetch(token: str) -> tuple[Run, LogRows]:
    """The run and its items, no fewer than its `seq` says (the run is read first)."""
    run = RUNS.filter(token=token).first()
    if run is None:
        raise RunNotFound
    rows = LogItem.objects.filter(run_id=run.pk, place__lt=run.seq).order_by("place")
    return run, list(rows.values_list("text", "at_ms", "hint"))


_by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, Tables] = WeakKeyDictionary()


def tables() -> Tables:
    """The running loop's tables."""
    loop = asyncio.get_running_loop()
    found = _by_loop.get(loop)
    if found is None:
        found = _by_loop[loop] = Tables()
    return found
