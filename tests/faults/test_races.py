"""Rooms of five on two processes, everything failing: one start, one end, nothing told is lost."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import signal
import time
from pathlib import Path

import pytest

from engine.codes import parse_code
from engine.deals import deal
from engine.replay import replay
from tests.faults.audit import Items, check_acknowledged, stored_logs
from tests.faults.players import Frame
from tests.faults.proxy import Proxy
from tests.faults.racers import Racer
from tests.faults.service import Site
from tests.games.support import won_lines

PLAYERS = 5
SKEWED = str(Path(__file__).parent / "skewed")
#: What each of the five does: wins, wins, stops, stops early, or (where the limit is short) idles.
SHARES = (1.0, 1.0, 0.6, 0.15, 0.4)
log = logging.getLogger(__name__)


class Faults:
    """Seeded accidents, each once people have gone on from the last, until it is over."""

    def __init__(
        self, site: Site, doors: list[Proxy], draw: random.Random, racers: list[Racer]
    ) -> None:
        self.site, self.doors, self.draw, self.racers = site, doors, draw, racers
        self.kills = self.pauses = self.cuts = self.checked = 0

    async def go_on(self) -> None:
        # Somebody always dies in the first seconds: while seats are taken, or at 3-2-1.
        kinds = ["kill", "kill", "pause", "kill", "cut"]
        while True:
            await asyncio.sleep(self.draw.uniform(0.2, 2.0))
            kind = kinds.pop(0) if kinds else self.draw.choice(["kill", "cut"])
            if kind == "kill":
                await self._kill()
            elif kind == "cut":
                self.cuts += self.draw.choice(self.doors).cut()
            else:
                await self._pause()
            await self._gone_on()

    async def _gone_on(self) -> None:
        """Wait until what people do has taken effect three times each, on average."""
        goal = sum(racer.heard for racer in self.racers) + 3 * len(self.racers)
        end = asyncio.get_running_loop().time() + 300
        while sum(racer.heard for racer in self.racers) < goal:
            assert asyncio.get_running_loop().time() < end, self.site.webs[0].tail()
            await asyncio.sleep(0.1)

    async def _kill(self) -> None:
        victim = self.draw.choice(self.site.webs)
        victim.kill()
        self.kills += 1
        self.checked += await asyncio.to_thread(check_acknowledged, self.site, told(self.racers))
        await asyncio.to_thread(victim.restart)

    async def _pause(self) -> None:
        self.pauses += 1
        self.site.redis.signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(10)
        finally:
            self.site.redis.signal(signal.SIGCONT)


@pytest.mark.parametrize("rooms", [40])
async def test_forty_rooms_with_wrong_clocks_and_everything_failing(
    postgres_site: Site, rooms: int
) -> None:
    """Two processes whose clocks are 140 s apart."""
    await race_all(postgres_site, rooms, skew=70.0)


async def test_rooms_on_the_embedded_database(sqlite_site: Site) -> None:
    await race_all(sqlite_site, 9, skew=0.0)


async def race_all(site: Site, rooms: int, *, skew: float) -> None:
    draw = random.Random(f"{rooms} rooms")
    await asyncio.to_thread(start, site, skew)
    setup = ("tests.faults.race_setup", str(rooms), str(PLAYERS))
    made = json.loads(await asyncio.to_thread(site.run, *setup))
    doors = [await Proxy(web, random.Random(draw.random())).start() for web in site.webs]
    racers = [racer for room in made for racer in racers_of(room, doors, draw)]
    faults = Faults(site, doors, draw, racers)
    begun = time.time() * 1000
    tasks = [asyncio.ensure_future(racer.live()) for racer in racers]
    failing = asyncio.ensure_future(faults.go_on())
    try:
        await until_over(tasks, failing, site, racers)
    finally:
        for task in (failing, *tasks):
            task.cancel()
        await asyncio.gather(failing, *tasks, return_exceptions=True)
        for door in doors:
            await door.stop()
    log.info(
        "%s kills, %s pauses of Redis, %s sockets cut, %s sessions, %s items told, %s resent",
        faults.kills, faults.pauses, faults.cuts, sum(racer.sessions for racer in racers),
        sum(len(racer.acknowledged) for racer in racers), sum(racer.resent for racer in racers),
    )  # fmt: skip
    assert faults.kills >= 3
    assert faults.pauses >= 1
    await asyncio.to_thread(check_all, site, made, racers, begun)


def start(site: Site, skew: float) -> None:
    site.start(2)
    if not skew:
        return
    for web, seconds in zip(site.webs, (skew, -skew), strict=True):
        web.kill()
        web.differs |= {"PYTHONPATH": SKEWED, "CLOCK_SKEW": str(seconds)}
        web.restart()


def racers_of(room: Frame, doors: list[Proxy], draw: random.Random) -> list[Racer]:
    line = won_lines(sealed=True)[room["code"]]
    return [
        Racer(
            cookie, room["room"], doors, random.Random(draw.random()), line,
            moves=round(len(line) * share), players=PLAYERS, idles=room["short"] and number == 4,
        )
        for number, (cookie, share) in enumerate(zip(room["cookies"], SHARES, strict=True))
    ]  # fmt: skip


async def until_over(
    tasks: list[asyncio.Task[None]], failing: asyncio.Task[None], site: Site, racers: list[Racer]
) -> None:
    end = asyncio.get_running_loop().time() + 800
    while not all(task.done() for task in tasks):
        await asyncio.wait([*tasks, failing], timeout=5, return_when=asyncio.FIRST_EXCEPTION)
        for task in (*tasks, failing):
            if task.done():
                task.result()
        waiting = [racer for racer in racers if racer.ended is None]
        assert asyncio.get_running_loop().time() < end, (
            f"{len(waiting)} still race\n{waiting[:3]}\n{site.webs[0].tail()}"
        )


def told(racers: list[Racer]) -> list[tuple[str, Items]]:
    return [(racer.run, list(racer.acknowledged)) for racer in racers if racer.run]


def check_all(site: Site, made: list[Frame], racers: list[Racer], begun: float) -> None:
    check_acknowledged(site, told(racers))
    logs = stored_logs(site)
    for racer in racers:
        stored, known = logs.get(racer.run, []), len(racer.acknowledged)
        assert stored[:known] == racer.acknowledged, "in the log in order and once"
        # The race may end before the answer to what was stored in time.
        more, said = stored[known:], [frame["move"] for frame in racer.unanswered]
        assert [text for _, text, _ in more] == said[: len(more)]
    deals = site.query("SELECT pool_deal_id FROM games_race")
    assert len(set(deals)) == len(made), "a deal a race"
    for room in made:
        check_race(site, room, [one for one in racers if one.room == room["room"]], logs, begun)
    said = "\n".join(web.log.read_text(errors="replace") for web in site.webs)
    assert "Traceback" not in said, said[said.index("Traceback") - 500 :][:4000]
    ids = [row[0] for row in site.query("SELECT id FROM games_race")]
    for race_id in ids:
        for event in ("race_started", "race_ended"):
            told_of = [line for line in said.splitlines() if event in line and is_of(line, race_id)]
            assert len(told_of) <= 1, told_of


def is_of(line: str, race_id: int) -> bool:
    return f"race={race_id} " in f"{line} " or f'"race": {race_id},' in line


def check_race(
    site: Site, room: Frame, racers: list[Racer], logs: dict[str, Items], begun: float
) -> None:
    """One start for all, one run a seat, one end; the table is the fold of the logs."""
    ((state, starts, ends, ended),) = site.query(
        "SELECT state, starts_ms, ends_ms, ended_ms FROM games_race WHERE token = %s", room["room"]
    )
    assert state == "ended"
    assert ends - starts == (60_000 if room["short"] else 600_000)
    assert begun < starts < ended < time.time() * 1000 + 1000, "by no wrong clock"
    assert {start for racer in racers for start in racer.starts} == {starts}
    rows = site.query(
        "SELECT r.token, r.state, r.result, r.started_ms, r.closes_ms, r.seq, r.last_ms, r.moves,"
        " r.up, r.turned, s.number FROM games_run r JOIN games_seat s ON s.run_id = r.id"
        " JOIN games_race a ON a.id = r.race_id WHERE a.token = %s",
        room["room"],
    )
    assert sorted(row[0] for row in rows) == sorted(racer.run for racer in racers)
    keys = {}
    for token, run_state, result, started, closes, *counted, seat in rows:
        (racer,) = [one for one in racers if one.run == token]
        assert (run_state, started, closes) == ("ended", starts, ends)
        fold = replay(
            deal(parse_code(room["code"])), [(text, at) for _, text, at in logs.get(token, [])]
        )
        game = fold.game
        assert fold.failure is None
        assert result in results_of(racer, won=game.won, short=room["short"])
        assert counted == [game.items, game.last_ms, game.moves, game.up, game.turned]
        keys[seat] = (
            (0, game.last_ms, 0, 0) if game.won else (1, -game.up, -game.turned, game.moves)
        )  # fmt: skip
    places = {seat: 1 + sum(other < key for other in keys.values()) for seat, key in keys.items()}
    for racer in racers:
        assert racer.ended is not None
        shown = {seat["seat"]: seat["place"] for seat in racer.ended["seats"]}
        assert shown == places
        assert racer.ended["code"] == room["code"]


def results_of(racer: Racer, *, won: bool, short: bool) -> set[str]:
    """What a game may have come to: what its player wanted, or nothing more before the limit."""
    if won:
        return {"won"}
    wanted = {"closed"} if racer.idles else {"stopped"}
    return wanted | {"closed"} if short else wanted
