"""500 players in 100 races on one web process at 250 moves a second, whatever it answers.

`python -m benchmarks.races [--only daphne-postgres …]`; about two minutes, loopback only. Figures:

* `races.ack_p50.*`: time to the answer of a move; reference: three times that of a bare echo on
  the same server in the same run, and one commit on the same database;
* `races.ack_p99.*`: reference: 25 ms; `races.ack_p99_beside_echo.*`: the echo's, in turn;
* `races.news.*`: of a move's news, what rivals had within a second; reference: 95 %;
* `races.news_p50.*`: how late they were; reference: that second.

Moves are due at times fixed before (open loop), and counted from then. On a machine that is doing
something else only the ratios mean anything.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random

import msgspec
import psycopg

from benchmarks.races_load import Plan, Report
from benchmarks.table import less, prepared, serving
from benchmarks.workplace import ROOT, Figure, loaded, workplace

CASES = ("daphne-postgres", "daphne-sqlite")
RACES, PLAYERS = 100, 5
A_SECOND, SECONDS, ROUNDS = 250.0, 10.0, 3
P99_LIMIT_MS, NEWS_LIMIT = 25.0, 95.0
COMMITS = 200
SETUP_SECONDS, LOAD_SECONDS = 180, 240


def run(only: Sequence[str] = ()) -> Iterator[Figure]:
    """Every figure, or those of the cases named."""
    with workplace() as (home, redis):
        for case in CASES:
            if not only or case in only:
                yield from _case(case, home / case, redis)


def _case(case: str, home: Path, redis: str) -> Iterator[Figure]:
    server, database = case.split("-")
    with ExitStack() as stack:
        environment = stack.enter_context(prepared(home, database, redis))
        seats = _seats(environment)
        commit = _commit_ms(environment)
        pid, port = stack.enter_context(serving(server, environment, home))
        report = loaded(
            "benchmarks.races_load",
            Plan(
                port=port, server_pid=pid, seats=seats, cookie="sessionid", a_second=A_SECOND,
                seconds=SECONDS, rounds=ROUNDS,
            ),
            Report,
            seconds=LOAD_SECONDS,
        )  # fmt: skip
    print(
        f"  {case}: the server took {report.server_share:.2f} of a core, the load"
        f" {report.load_share:.2f}; a commit {commit:.2f} ms; {report.news} news,"
        f" p99 {report.news_ms[1]:.0f} ms; rounds {report.move_ms} beside {report.echo_ms}",
        file=sys.stderr,
    )
    yield from _figures(case, report, commit)


def _figures(case: str, report: Report, commit: float) -> Iterator[Figure]:
    echo, move = _medians(report.echo_ms), _medians(report.move_ms)
    yield less(f"races.ack_p50.{case}", move[0], "ms", 3 * echo[0] + commit)
    yield less(f"races.ack_p99.{case}", move[1], "ms", P99_LIMIT_MS)
    yield less(f"races.ack_p99_beside_echo.{case}", move[1], "ms", echo[1])
    share = round(report.in_time * 100, 2)
    yield {
        "name": f"races.news.{case}", "value": share, "unit": "%", "reference": NEWS_LIMIT,
        "ratio": round(share / NEWS_LIMIT, 3),
    }  # fmt: skip
    yield less(f"races.news_p50.{case}", report.news_ms[0], "ms", 1000.0)


def _medians(rounds: list[tuple[float, float]]) -> tuple[float, float]:
    """Of the medians, and of the 99th percentiles."""
    half, last = zip(*rounds, strict=True)
    return statistics.median(half), statistics.median(last)


def _commit_ms(environment: dict[str, str]) -> float:
    """What one small durable transaction takes, in ms: the median of some, alone."""
    with _committing(environment) as commit:
        found = []
        for _ in range(COMMITS):
            begun = time.perf_counter()
            commit()
            found.append((time.perf_counter() - begun) * 1000)
    return statistics.median(found)


@contextmanager
def _committing(environment: dict[str, str]) -> Iterator[Callable[[], object]]:
    create, insert = "CREATE TABLE one_commit (n int)", "INSERT INTO one_commit VALUES (1)"
    if url := environment["DATABASE_URL"]:
        with psycopg.connect(url, autocommit=True) as postgres:
            postgres.execute(create)
            yield lambda: postgres.execute(insert)
        return
    path = Path(environment["DATA_DIR"]) / "reussite.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as sqlite:
        sqlite.execute(create)
        yield lambda: sqlite.execute(insert)


def _seats(environment: dict[str, str]) -> list[tuple[int, int, str, str]]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.races_setup", str(RACES), str(PLAYERS)],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
        timeout=SETUP_SECONDS,
    )
    last = done.stdout.splitlines()[-1]
    seats = msgspec.json.decode(last, type=list[tuple[int, int, str, str]])
    # Players of a race do not move one after another.
    Random(1).shuffle(seats)
    return seats


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.races", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=CASES, default=[])
    for figure in run(parser.parse_args().only):
        print(json.dumps(figure, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
