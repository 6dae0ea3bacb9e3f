"""Boards of a million rows beside boards of ten thousand, and their rebuild from results.

A million players play one daily, ten thousand another one; every result counts on its event's
boards as well. The last results are folded as they come, the rest is rebuilt; then everything is
rebuilt once more and has to be the same. A rank is asked for with twelve neighbours, everything
interleaved with a bare `SELECT 1` on the same connection. Rows a second are rows of boards;
results a second are given beside them. Filling and folding takes some minutes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random
from statistics import median
from typing import Any

from benchmarks.workplace import ROOT, Figure, environment_of, workplace
from tests.support.servers import new_database, running_postgres

LARGE, SMALL = 1_000_000, 10_000
FOLDED = 5_000
ROUNDS = 400
EACH_SIDE = 6
TIMES_SELECT, TIMES_SMALL = 10, 2
REBUILD_RATE = 100_000
# As many as a core is to verify.
RESULTS_RATE = 500
SQLITE_MS = 100.0
EVENTS = {"RU1-C": LARGE, "KL1-3": SMALL}


def run() -> Iterator[Figure]:
    """Each database is filled and measured by a process of its own."""
    with ExitStack() as stack:
        home, redis = stack.enter_context(workplace())
        server = stack.enter_context(running_postgres(home / "postgres", durable=True))
        for name, url in (("postgres", new_database(server, "bench")), ("sqlite", "")):
            environment = environment_of(data=home / name, redis=redis, database=url)
            (home / name).mkdir(exist_ok=True)
            command = [sys.executable, "-m", "benchmarks.boards"]
            with subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
            ) as child:
                yield from map(json.loads, child.stdout or ())
            if child.returncode:
                raise SystemExit(f"benchmarks.boards on {name} failed")


def main() -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from games.results import results_changed

    # The service calls without the queue: nobody is woken.
    results_changed.receivers.clear()
    call_command("migrate", interactive=False, verbosity=0)
    figures = sqlite_figures if connection.vendor == "sqlite" else postgres_figures
    for one in figures(populate()):
        print(json.dumps(one), flush=True)


def figure(name: str, value: float, unit: str, reference: float) -> Figure:
    shown = {"value": round(value, 1), "unit": unit, "reference": round(reference, 1)}
    return {"name": f"boards.{name}", **shown, "ratio": round(value / reference, 3)}


# --- a million results ---


def populate() -> dict[str, int]:
    """Players, dailies and results; the id of each event's daily."""
    from django.db import connection
    from django.db.models import Min

    from accounts.models import User
    from leaderboards.database import analyze, execute

    template = User.objects.create(tag="TEST")
    execute(_copies("accounts_user", User, template.pk, LARGE))
    first = User.objects.exclude(pk=template.pk).aggregate(first=Min("pk"))["first"]
    dailies, after = {}, 0
    for event, count in EVENTS.items():
        dailies[event] = challenge(event)
        execute(_results(event, dailies[event], count, after, first))
        after += count
    analyze(["accounts_user", "games_result"] if connection.vendor != "sqlite" else [])
    return dailies


def challenge(event: str) -> int:
    from datetime import date

    from games.models import Challenge, PoolDeal

    deal = PoolDeal(event=event, sealed_code=b"", sealed_line=b"", par=1, bound=1, states=1)
    deal.save()
    daily = Challenge(
        kind="daily", event=event, day=date(2026, 7, 6), pool_deal=deal, sealed_salt=b""
    )
    daily.save()
    return daily.pk


def _series(count: int) -> str:
    return f"""WITH RECURSIVE series(n) AS (
        SELECT CAST(1 AS bigint) UNION ALL SELECT n + 1 FROM series WHERE n < {count})"""


def _copies(table: str, model: Any, pk: int, count: int) -> str:
    """Copies of one row, under the ids that follow it."""
    columns = [field.column for field in model._meta.concrete_fields]
    others = ", ".join(f"t.{column}" for column in columns if column != "id")
    names = ", ".join(column for column in columns if column != "id")
    return f"""INSERT INTO {table} (id, {names})
{_series(count)} SELECT {pk} + n, {others} FROM series, {table} t WHERE t.id = {pk}"""


def _results(event: str, daily: int, count: int, after: int, first_player: int) -> str:
    """A third of them won; moves with many ties, times with few, scores by fives."""

    def chance(factor: int, below: int) -> str:
        return f"(n * {factor} % 4294967291) % {below}"

    won = f"({chance(2654435761, 100)} < 35)"
    moves, ms = f"80 + {chance(40503, 200)}", f"60000 + {chance(2246822519, 1740000)}"
    return f"""INSERT INTO games_result (place, token, version, player_id, state, counts, kind,
    submitted, event, challenge_id, code, won, clean, score, moves, up, turned, ms, ended_ms, day)
{_series(count)}
SELECT {after} + n, '{event}' || n, 1, {first_player} + n - 1, 'verified', (1 = 1), 'ranked',
    (1 = 0), '{event}', {daily}, '', {won}, ({won} AND {chance(3266489917, 4)} = 0),
    CASE WHEN {won} THEN 625 ELSE 5 * ({chance(668265263, 120)}) END, {moves},
    CASE WHEN {won} THEN 52 ELSE {chance(374761393, 52)} END, 21, {ms},
    1783339200000 + {chance(2246822519, 80000000)}, '2026-07-06'
FROM series"""


# --- PostgreSQL ---


def postgres_figures(dailies: dict[str, int]) -> Iterator[Figure]:
    from leaderboards.database import execute
    from leaderboards.models import FoldState
    from leaderboards.services.boards import boards_fold
    from leaderboards.services.rebuild import boards_rebuild

    total = sum(EVENTS.values())
    FoldState.objects.create(pk=1, place=total - FOLDED)
    boards_rebuild(replace=True)
    execute("VACUUM ANALYZE")
    started = time.perf_counter()
    if boards_fold() != FOLDED:
        raise SystemExit("the fold did not go through to the end")
    yield figure("fold", FOLDED / (time.perf_counter() - started), "results/s", RESULTS_RATE)
    rebuilt = boards_rebuild()
    if not rebuilt.same:
        raise SystemExit(f"the boards differ from their rebuild: {rebuilt}")
    yield figure("rebuild", rebuilt.rows / rebuilt.seconds, "rows/s", REBUILD_RATE)
    yield figure("rebuild.results", rebuilt.results / rebuilt.seconds, "results/s", RESULTS_RATE)
    execute("VACUUM ANALYZE")
    yield from rank_figures(dailies)


def rank_figures(dailies: dict[str, int]) -> Iterator[Figure]:
    """Of every kind of board the worst."""
    times = measured(dailies)
    bare = times.pop("bare")
    for what in ("rank", "top"):
        large = max(times[f"{what} RU1-C {metric}"] for metric in METRICS)
        worst = max(times[f"{what} RU1-C {metric}"] / times[f"{what} KL1-3 {metric}"]
                    for metric in METRICS)  # fmt: skip
        yield figure(f"{what}.1m", large, "µs", bare * TIMES_SELECT)
        yield figure(f"{what}.1m_by_10k", large, "µs", large / worst * TIMES_SMALL)


METRICS = ("daily", "wins", "score", "time", "moves")


def measured(dailies: dict[str, int]) -> dict[str, float]:
    """Microseconds in the median, all kinds of questions in turn."""
    from leaderboards.database import fetch

    calls: dict[str, Callable[[], object]] = {"bare": lambda: fetch("SELECT 1")}
    for event, daily in dailies.items():
        for metric in METRICS:
            calls |= questions(metric, event, daily)
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(ROUNDS):
        for name, call in calls.items():
            started = time.perf_counter()
            call()
            times[name].append((time.perf_counter() - started) * 1e6)
    return {name: median(some) for name, some in times.items()}


def questions(metric: str, event: str, daily: int) -> dict[str, Callable[[], object]]:
    from accounts.models import User
    from leaderboards.keys import BoardKey
    from leaderboards.models import Entry
    from leaderboards.selectors.boards import board_around, board_page

    key = BoardKey(metric, event, "all", challenge_id=daily)
    random = Random(f"{metric} {event}")
    on_board = Entry.objects.filter(board=key.number()).values_list("player", flat=True)
    players = [User(pk=pk) for pk in random.sample(list(on_board), 1000)]

    def rank() -> None:
        rows = board_around(key=key, player=random.choice(players), each_side=EACH_SIDE)
        if not EACH_SIDE < len(rows) <= 2 * EACH_SIDE + 1:
            raise SystemExit("a row without its neighbours")

    def top() -> None:
        if board_page(key=key).rows[0].rank != 1:
            raise SystemExit("a top page without its first row")

    return {f"rank {event} {metric}": rank, f"top {event} {metric}": top}


# --- SQLite ---


def sqlite_figures(dailies: dict[str, int]) -> Iterator[Figure]:
    """The dailies' boards alone are filled, by the fold's own statement."""
    from leaderboards.contributions import best_sql, contributions_sql, newest_sql, runs_sql
    from leaderboards.database import execute, table_from
    from leaderboards.fold_sql import LIVE, counted_sql

    columns = "board, player, rank_key, place"
    table_from("lb_batch", runs_sql(newest_sql(sum(EVENTS.values()))))
    rows = contributions_sql("lb_batch", slots=(), others=("challenge",))
    best = best_sql(f"SELECT c.*, 1 AS wins FROM ({rows}) c")
    execute(
        f"INSERT INTO {LIVE.entry} ({columns}) SELECT {columns} FROM ({best}) s",
        f"""INSERT INTO {LIVE.board} (number, size, counted)
            SELECT board, COUNT(*), 1 FROM {LIVE.entry} GROUP BY board""",
        counted_sql(LIVE),
    )
    calls = questions("daily", "RU1-C", dailies["RU1-C"])
    for what in ("rank", "top"):
        times = []
        for _ in range(ROUNDS):
            started = time.perf_counter()
            calls[f"{what} RU1-C daily"]()
            times.append((time.perf_counter() - started) * 1e3)
        times.sort()
        yield figure(f"{what}.sqlite.p99", times[ROUNDS * 99 // 100], "ms", SQLITE_MS)


if __name__ == "__main__":
    main()
