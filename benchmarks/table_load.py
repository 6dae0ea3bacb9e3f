"""The load of `benchmarks.table`, in a process of its own: sockets that play or are echoed.

Reads a `Plan` as JSON from standard input, prints a `Report` as JSON.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Protocol

import msgspec
import psutil

from benchmarks.table_sockets import Client, Echoed, Player, Speaker

CONNECT_SECONDS = 20.0
ANSWER_SECONDS = 10.0


@dataclass
class Plan:
    """Rates in `rounds` of `seconds` with a socket a seat; without rounds, the memory that the
    seats after the first `warm_seats` take.

    Seats are (token of a run, key of its player's session).
    """

    port: int
    server_pid: int
    seats: list[tuple[str, str]]
    cookie: str
    warm_seats: int = 0
    rounds: int = 0
    seconds: float = 2.0
    latency_rate: float = 0.0
    latency_seconds: float = 3.0


@dataclass
class Report:
    """Answers a second of each round, an echo before and after each of moves; latencies in ms
    (median and 99th percentile); memory in KiB a socket.

    `load_share`: of a core, by this process; `echo_us`, `move_us`: the server's processor time an
    answer.
    """

    echo: list[float] = field(default_factory=list)
    move: list[float] = field(default_factory=list)
    echo_ahead: list[float] = field(default_factory=list)
    move_ahead: list[float] = field(default_factory=list)
    echo_ms: tuple[float, float] = (0.0, 0.0)
    move_ms: tuple[float, float] = (0.0, 0.0)
    echo_kib: float = 0.0
    table_kib: float = 0.0
    load_share: float = 0.0
    echo_us: float = 0.0
    move_us: float = 0.0


Clients = Sequence[Client]


class Served(Protocol):
    """A plan that knows where the server is."""

    port: int


async def connected(port: int, path: str, speaker: Speaker, cookie: str = "") -> Client:
    """An open socket of the server's."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(CONNECT_SECONDS):
        _, client = await loop.create_connection(
            lambda: Client(f"127.0.0.1:{port}", path, speaker, cookie), "127.0.0.1", port
        )
        await client.ready
    return client


async def seated(plan: Plan, first: int, count: int) -> list[Client]:
    """Sockets at runs of their own, welcomed."""
    clients = []
    for number, (token, session) in enumerate(plan.seats[first : first + count], first):
        client = await connected(plan.port, "/ws/", Player(number), f"{plan.cookie}={session}")
        client.send([f'{{"t":"hello","run":"{token}","v":1}}'.encode()])
        await settled([client])
        clients.append(client)
    return clients


async def echoed(plan: Served, count: int) -> list[Client]:
    return [await connected(plan.port, "/echo/", Echoed()) for _ in range(count)]


async def settled(clients: Clients) -> None:
    """Wait until every answer is there. Raises what went wrong with a socket."""
    async with asyncio.timeout(ANSWER_SECONDS):
        for client in clients:
            await client.quiet.wait()
    for client in clients:
        if client.error:
            raise client.error


async def rate(clients: Clients, seconds: float, *, ahead: bool = False) -> float:
    """Answers a second while each socket speaks as soon as it was answered."""
    before, begun = sum(client.answers for client in clients), time.perf_counter()
    for client in clients:
        client.going, client.ahead = True, ahead
        client.speak()
    await asyncio.sleep(seconds)
    answers = sum(client.answers for client in clients) - before
    lasted = time.perf_counter() - begun
    for client in clients:
        client.going = False
    await settled(clients)
    return answers / lasted


async def latencies(clients: Clients, a_second: float, seconds: float) -> tuple[float, float]:
    """Median and 99th percentile in ms at a fixed pace, counted from when an item was due."""
    start, pause, found = time.perf_counter() + 0.1, len(clients) / a_second, list[float]()
    dues = [start + pause * number / len(clients) for number in range(len(clients))]
    await asyncio.gather(
        *(
            _paced(client, due, pause, seconds, found)
            for client, due in zip(clients, dues, strict=True)
        )
    )
    cuts = statistics.quantiles(found, n=100)
    return cuts[49], cuts[98]


async def _paced(
    client: Client, due: float, pause: float, seconds: float, found: list[float]
) -> None:
    client.ahead, end = False, due + seconds
    while due < end:
        await asyncio.sleep(due - time.perf_counter())
        client.speak()
        await settled([client])
        found.append((time.perf_counter() - due) * 1000)
        due += pause


class Spent:
    """Processor time of the server, summed over what is measured, for one answer."""

    def __init__(self, pid: int) -> None:
        self._server = psutil.Process(pid)
        self._seconds, self._answers = 0.0, 0

    async def rate(self, clients: Clients, seconds: float) -> float:
        before, answers = self._now(), sum(client.answers for client in clients)
        measured = await rate(clients, seconds)
        self._seconds += self._now() - before
        self._answers += sum(client.answers for client in clients) - answers
        return measured

    def us(self) -> float:
        return self._seconds / self._answers * 1e6

    def _now(self) -> float:
        spent = self._server.cpu_times()
        return float(spent.user + spent.system)


async def measure_rates(plan: Plan, report: Report) -> None:
    """Echo and moves in turn, so that whatever else the machine does meets both alike."""
    count = len(plan.seats)
    echo, play = await echoed(plan, count), await seated(plan, 0, count)
    await rate(echo, 0.5)
    await rate(play, 0.5)
    echo_spent, move_spent = Spent(plan.server_pid), Spent(plan.server_pid)
    own, begun = time.process_time(), time.perf_counter()
    report.echo.append(await echo_spent.rate(echo, plan.seconds))
    for _ in range(plan.rounds):
        report.move.append(await move_spent.rate(play, plan.seconds))
        report.echo.append(await echo_spent.rate(echo, plan.seconds))
    report.load_share = (time.process_time() - own) / (time.perf_counter() - begun)
    report.echo_us, report.move_us = echo_spent.us(), move_spent.us()
    report.echo_ahead.append(await rate(echo, plan.seconds / 2, ahead=True))
    for _ in range(2):
        report.move_ahead.append(await rate(play, plan.seconds / 2, ahead=True))
        report.echo_ahead.append(await rate(echo, plan.seconds / 2, ahead=True))
    if plan.latency_rate:
        report.echo_ms = await latencies(echo, plan.latency_rate, plan.latency_seconds)
        report.move_ms = await latencies(play, plan.latency_rate, plan.latency_seconds)


async def measure_memory(plan: Plan, report: Report) -> None:
    """Growth of the server per socket once some are open already, garbage collected."""
    count = len(plan.seats) - plan.warm_seats
    collector = await connected(plan.port, "/collect/", Echoed())
    kept = [await echoed(plan, plan.warm_seats), await seated(plan, 0, plan.warm_seats)]
    before = await memory(plan, collector)
    kept.append(await seated(plan, plan.warm_seats, count))
    after = await memory(plan, collector)
    report.table_kib = (after - before) / count
    kept.append(await echoed(plan, count))
    report.echo_kib = (await memory(plan, collector) - after) / count


async def memory(plan: Plan, collector: Client) -> float:
    """The server's resident memory in KiB, after a collection and a second of rest."""
    await asyncio.sleep(1)
    collector.speak()
    await settled([collector])
    return float(psutil.Process(plan.server_pid).memory_info().rss / 1024)


async def run(plan: Plan) -> Report:
    report = Report()
    await (measure_rates if plan.rounds else measure_memory)(plan, report)
    return report


if __name__ == "__main__":
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)
    print(msgspec.json.encode(asdict(asyncio.run(run(asked)))).decode())
