"""The load of `benchmarks.races`, in a process of its own: players of many races, and echoes.

Reads a `Plan` as JSON from standard input, prints a `Report` as JSON. Players move at times fixed
before, whatever the server does; each also pings every five seconds, as browsers do in a race.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections import defaultdict
from dataclasses import asdict, dataclass, field

import msgspec
import psutil

from benchmarks.table_load import connected, echoed, latencies, settled
from benchmarks.table_sockets import Client, Player

PING_SECONDS = 5.0
WITHIN_SECONDS = 1.0
WARM_SECONDS = 3.0


@dataclass
class Plan:
    """Seats are (number of a race, seat, token of a run, key of its player's session)."""

    port: int
    server_pid: int
    seats: list[tuple[int, int, str, str]]
    cookie: str
    a_second: float
    seconds: float
    rounds: int


@dataclass
class Report:
    """Medians and 99th percentiles in ms, of each round; of the news of a move, the share that
    every rival had within a second, and their delay in ms; shares of a core."""

    echo_ms: list[tuple[float, float]] = field(default_factory=list)
    move_ms: list[tuple[float, float]] = field(default_factory=list)
    news: int = 0
    in_time: float = 0.0
    news_ms: tuple[float, float] = (0.0, 0.0)
    server_share: float = 0.0
    load_share: float = 0.0


class Seat(msgspec.Struct):
    seat: int
    moves: int


class News(msgspec.Struct):
    """What is read of every frame to tell answers from the rest."""

    t: str
    seat: int = -1
    moves: int = -1
    seats: list[Seat] = []


@dataclass
class Course:
    """One race: when each of its players had so many moves acknowledged, in order."""

    moved: defaultdict[int, list[tuple[int, float]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    clients: list[Client] = field(default_factory=list)


class Racer(Player):
    """A player who also hears of rivals."""

    _glance = msgspec.json.Decoder(News)

    def __init__(self, number: int, seat: int, course: Course) -> None:
        super().__init__(number)
        self.seat, self.course, self.moves = seat, course, 0
        #: How many of each rival's moves are known of, and the delays of all that were heard.
        self.known: defaultdict[int, int] = defaultdict(int)
        self.delays: list[float] = []

    def hear(self, text: bytes) -> bool:
        news = self._glance.decode(text)
        match news.t:
            case "peer":
                self._heard_of(news.seat, news.moves)
            case "room":
                for seat in news.seats:
                    self._heard_of(seat.seat, seat.moves)
            case "pong":
                pass
            case _:
                super().hear(text)
                self._moved()
                return True
        return False

    def _moved(self) -> None:
        if self._board.moves > self.moves:
            self.moves = self._board.moves
            self.course.moved[self.seat].append((self.moves, time.perf_counter()))

    def _heard_of(self, seat: int, moves: int) -> None:
        if seat == self.seat:
            return
        moved, now = self.course.moved[seat], time.perf_counter()
        place = self.known[seat]
        while place < len(moved) and moved[place][0] <= moves:
            self.delays.append(now - moved[place][1])
            place += 1
        self.known[seat] = place

    def missed(self, until: float) -> int:
        """Rivals' moves before `until` that were never heard of."""
        return sum(
            sum(at < until for _, at in moved[self.known[seat] :])
            for seat, moved in self.course.moved.items()
            if seat != self.seat
        )


async def seated(plan: Plan) -> list[Client]:
    courses: defaultdict[int, Course] = defaultdict(Course)
    clients = []
    for number, (race, seat, run, session) in enumerate(plan.seats):
        racer = Racer(number, seat, courses[race])
        client = await connected(plan.port, "/ws/", racer, f"{plan.cookie}={session}")
        client.send([f'{{"t":"hello","run":"{run}","v":1}}'.encode()])
        await settled([client])
        clients.append(client)
    return clients


async def pinging(clients: list[Client]) -> None:
    """Every client in its turn, so that the pings are spread over the seconds."""
    start, number = time.perf_counter(), 0
    while True:
        clients[number % len(clients)].ping()
        number += 1
        due = start + number * PING_SECONDS / len(clients)
        await asyncio.sleep(due - time.perf_counter())


async def measured(plan: Plan) -> Report:
    report, server = Report(), psutil.Process(plan.server_pid)
    racers, echoes = await seated(plan), await echoed(plan, len(plan.seats))
    pings = asyncio.ensure_future(pinging(racers))
    await latencies(racers, plan.a_second, WARM_SECONDS)
    for client in racers:
        speaker(client).delays.clear()
    spent, own, begun = 0.0, time.process_time(), time.perf_counter()
    report.echo_ms.append(await latencies(echoes, plan.a_second, plan.seconds / 2))
    for _ in range(plan.rounds):
        before = sum(server.cpu_times()[:2])
        report.move_ms.append(await latencies(racers, plan.a_second, plan.seconds))
        spent += sum(server.cpu_times()[:2]) - before
        report.echo_ms.append(await latencies(echoes, plan.a_second, plan.seconds / 2))
    report.load_share = (time.process_time() - own) / (time.perf_counter() - begun)
    report.server_share = spent / (plan.seconds * plan.rounds)
    pings.cancel()
    told(report, racers)
    return report


def told(report: Report, racers: list[Client]) -> None:
    until = time.perf_counter() - WITHIN_SECONDS
    delays = [delay for client in racers for delay in speaker(client).delays]
    missed = sum(speaker(client).missed(until) for client in racers)
    report.news = len(delays) + missed
    report.in_time = sum(delay <= WITHIN_SECONDS for delay in delays) / report.news
    cuts = statistics.quantiles(delays, n=100)
    report.news_ms = (max(0.0, cuts[49]) * 1000, cuts[98] * 1000)


def speaker(client: Client) -> Racer:
    assert isinstance(client.speaker, Racer)
    return client.speaker


if __name__ == "__main__":
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)
    print(msgspec.json.encode(asdict(asyncio.run(measured(asked)))).decode())
