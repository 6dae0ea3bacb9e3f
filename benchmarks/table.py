"""The table under load: durable moves beside a bare echo on the same server, and idle sockets.

`python -m benchmarks.table [--only daphne-sqlite …]`; about three minutes, loopback only. Figures:

* `table.move.*`: moves decoded, judged, committed and answered, 50 sockets, one item out each;
  reference: a plain Channels consumer that sends back what it hears, in turn on the same server;
* `table.move_ahead.*`: the same with three items out;
* `table.move_p50.*`, `table.move_p99.*`: time to the answer at 300 items a second;
* `table.idle_socket`: memory of the server a socket, each at a run of its own, after its hello.

What share of a core the load took, and the server's processor time, go to standard error.
"""

from __future__ import annotations

import argparse
import json
import socket
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from benchmarks.table_load import Plan, Report
from benchmarks.workplace import ROOT, Figure, environment_of, loaded, workplace
from config.programs import web_program
from config.serve import answers
from tests.support.servers import running_postgres
from tests.support.waiting import wait_until

APP = "benchmarks.table_app:application"
CASES = ("daphne-sqlite", "daphne-postgres", "uvicorn-sqlite", "uvicorn-postgres")
IDLE = "idle"
CONNECTIONS = 50
IDLE_SOCKETS, WARM_SOCKETS = 500, 100
IDLE_LIMIT_KIB = 48
ROUNDS, SECONDS = 5, 2.0
LATENCY_RATE = 300.0
LOAD_SECONDS, SETUP_SECONDS, START_SECONDS = 90, 60, 30


def run(only: Sequence[str] = ()) -> Iterator[Figure]:
    """Every figure, or those of the cases named."""
    with workplace() as (home, redis):
        for case in CASES:
            if not only or case in only:
                yield from _rates(case, home / case, redis)
        if not only or IDLE in only:
            yield from _idle(home / IDLE, redis)


def _rates(case: str, home: Path, redis: str) -> Iterator[Figure]:
    server, database = case.split("-")
    with ExitStack() as stack:
        environment = stack.enter_context(prepared(home, database, redis))
        seats = _seats(environment, CONNECTIONS)
        pid, port = stack.enter_context(serving(server, environment, home))
        report = loaded(
            "benchmarks.table_load",
            Plan(
                port=port,
                server_pid=pid,
                seats=seats,
                cookie="sessionid",
                rounds=ROUNDS,
                seconds=SECONDS,
                latency_rate=LATENCY_RATE,
            ),
            Report,
            seconds=LOAD_SECONDS,
        )
    _tell(case, report)
    yield from _figures(case, report)


def _figures(case: str, report: Report) -> Iterator[Figure]:
    yield _paired(f"table.move.{case}", report.move, report.echo)
    yield _paired(f"table.move_ahead.{case}", report.move_ahead, report.echo_ahead)
    for name, move, echo in zip(("p50", "p99"), report.move_ms, report.echo_ms, strict=True):
        yield less(f"table.move_{name}.{case}", move, "ms", echo)


def _paired(name: str, moves: list[float], echoes: list[float]) -> Figure:
    """Medians; the ratio is the median of the ratios of each round to its two neighbours."""
    return {
        "name": name,
        "value": round(statistics.median(moves), 1),
        "unit": "moves/s",
        "reference": round(statistics.median(echoes), 1),
        "ratio": round(statistics.median(_ratios(moves, echoes)), 3),
    }


def _ratios(moves: list[float], echoes: list[float]) -> list[float]:
    around = zip(moves, echoes, echoes[1:], strict=False)
    return [move / statistics.mean((before, after)) for move, before, after in around]


def less(name: str, value: float, unit: str, reference: float) -> Figure:
    """A figure that is better the smaller it is."""
    return {
        "name": name,
        "value": round(value, 2),
        "unit": unit,
        "reference": round(reference, 2),
        "ratio": round(reference / value, 3),
    }


def _idle(home: Path, redis: str) -> Iterator[Figure]:
    with ExitStack() as stack:
        environment = stack.enter_context(prepared(home, "sqlite", redis))
        seats = _seats(environment, WARM_SOCKETS + IDLE_SOCKETS)
        pid, port = stack.enter_context(serving("daphne", environment, home))
        report = loaded(
            "benchmarks.table_load",
            Plan(
                port=port, server_pid=pid, seats=seats, cookie="sessionid", warm_seats=WARM_SOCKETS
            ),
            Report,
            seconds=LOAD_SECONDS,
        )
    yield less("table.idle_socket", report.table_kib, "KiB", IDLE_LIMIT_KIB)
    yield less("table.idle_socket_beside_echo", report.table_kib, "KiB", report.echo_kib)


@contextmanager
def prepared(home: Path, database: str, redis: str) -> Iterator[dict[str, str]]:
    """The environment of a service on a private directory and a durable database."""
    home.mkdir(parents=True)
    environment = environment_of(data=home / "data", redis=redis)
    environment |= {"PLAY_ITEMS_IN_2_SECONDS": "1000000"}
    if database == "sqlite":
        yield environment
        return
    with running_postgres(home / "postgres", durable=True) as url:
        yield environment | {"DATABASE_URL": url}


def _seats(environment: dict[str, str], count: int) -> list[tuple[str, str]]:
    command = [sys.executable, "-m", "benchmarks.table_setup", str(count)]
    done = subprocess.run(
        command,
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
        timeout=SETUP_SECONDS,
    )
    return msgspec.json.decode(done.stdout, type=list[tuple[str, str]])


@contextmanager
def serving(server: str, environment: dict[str, str], home: Path) -> Iterator[tuple[int, int]]:
    """The service under `server`; its process id and port. What it says is shown if it fails."""
    port, log = _free_port(), home / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            _command(server, port), env=environment, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        url = f"http://127.0.0.1:{port}/readyz"
        wait_until(
            lambda: answers(url) or process.poll(), f"{server} serves", seconds=START_SECONDS
        )
        yield process.pid, port
    except BaseException:
        sys.stderr.write(log.read_text(errors="replace")[-4000:])
        raise
    finally:
        _stop(process)


def _command(server: str, port: int) -> list[str]:
    if server == "daphne":
        return [*web_program(host="127.0.0.1", port=port).command[:-1], APP]
    options = ["--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"]
    return [sys.executable, "-m", "uvicorn", *options, APP]


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _tell(case: str, report: Report) -> None:
    ratios = " ".join(f"{ratio:.2f}" for ratio in _ratios(report.move, report.echo))
    print(
        f"  {case}: ratios {ratios}; the load took {report.load_share:.2f} of a core, the server"
        f" {report.echo_us:.0f} µs an echo, {report.move_us:.0f} µs a move",
        file=sys.stderr,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.table", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=[*CASES, IDLE], default=[])
    for figure in run(parser.parse_args().only):
        print(json.dumps(figure, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
