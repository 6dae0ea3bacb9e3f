"""Redis may die, hang and come back: moves are acknowledged, and the bell rings again by itself."""

from __future__ import annotations

import asyncio
import json
import signal
import urllib.request

import pytest
from websockets.asyncio.client import ClientConnection

from tests.faults.players import Frame, ask, hear, link
from tests.faults.service import Site

CODE = "KL1-1-AAAAABB"
#: Longer than redis-py's own limit of 5 s on a silent link, and than three of its tries.
IDLE_SECONDS = 15


class Table:
    """One run with two tabs at the first process and one at the second."""

    def __init__(self, site: Site) -> None:
        (seat,) = json.loads(site.run("tests.faults.populate", json.dumps([["casual", CODE]])))
        self.site, self.cookie, self.run, self.seq = site, seat["cookie"], seat["run"], 0

    async def sit(self, web: int) -> ClientConnection:
        socket = await link(self.site.webs[web], self.cookie)
        welcome = await ask(socket, "hello", run=self.run, v=1)
        assert (welcome["t"], welcome["seq"]) == ("welcome", self.seq)
        return socket

    async def move(self, socket: ClientConnection) -> None:
        """A move, acknowledged at once whatever Redis does."""
        frame = ("undo", {}) if self.seq % 2 else ("move", {"move": ">"})
        async with asyncio.timeout(3):
            ack = await ask(socket, frame[0], base=self.seq, after=[], **frame[1])
        assert (ack["t"], ack["seq"]) == ("ack", self.seq + 1)
        self.seq += 1

    async def rung(self, socket: ClientConnection, *, seconds: float) -> bool:
        """Whether the socket hears of the latest move in time."""
        frame: Frame = {"seq": -1}
        try:
            async with asyncio.timeout(seconds):
                while frame["seq"] < self.seq:
                    frame = await hear(socket)
                    assert frame["t"] == "changed"
        except TimeoutError:
            return False
        return True


@pytest.fixture
def running(sqlite_site: Site) -> Site:
    """Two web processes on one database, and a Redis between them."""
    sqlite_site.start(2)
    return sqlite_site


async def test_idle_sockets_hear_a_broadcast_after_fifteen_seconds(running: Site) -> None:
    table = await asyncio.to_thread(Table, running)
    mover, near, far = [await table.sit(web) for web in (0, 0, 1)]
    await table.move(mover)
    assert await table.rung(near, seconds=5)
    assert await table.rung(far, seconds=5)
    # Silence is what is tested: nothing can be waited for instead.
    await asyncio.sleep(IDLE_SECONDS)
    await table.move(mover)
    assert await table.rung(near, seconds=5)
    assert await table.rung(far, seconds=5)


@pytest.mark.parametrize("fault", ["killed", "hung"])
async def test_without_redis_moves_are_acknowledged_and_with_it_bells_ring_again(
    running: Site, fault: str
) -> None:
    table = await asyncio.to_thread(Table, running)
    mover, near, far = [await table.sit(web) for web in (0, 0, 1)]
    await table.move(mover)
    assert await table.rung(far, seconds=5)
    assert await table.rung(near, seconds=5)
    if fault == "killed":
        running.redis.kill()
    else:
        running.redis.signal(signal.SIGSTOP)
    for _ in range(20):
        await table.move(mover)
    assert await table.rung(near, seconds=5), "one process needs no Redis"
    assert not await table.rung(far, seconds=1), "the bell between processes is Redis"
    late = await table.sit(1)
    await table.move(late)
    await late.close()
    assert await asyncio.to_thread(page_answers, running, table)
    if fault == "killed":
        await asyncio.to_thread(running.redis.start)
    else:
        running.redis.signal(signal.SIGCONT)
    assert await asyncio.to_thread(lambda: all(web.alive for web in running.webs))
    # The mover was not told of the move made at the other process: it asks, as a browser would.
    assert (await ask(mover, "hello", run=table.run, v=1))["seq"] == table.seq
    async with asyncio.timeout(30):
        await table.move(mover)
        while not await table.rung(far, seconds=1):
            await table.move(mover)
    await ask(far, "hello", run=table.run, v=1)
    await table.move(far)
    assert await table.rung(mover, seconds=5)
    for web in running.webs:
        assert "Traceback" not in web.tail()


def page_answers(site: Site, table: Table) -> bool:
    """Whether the table's page is served to its player."""
    url = f"{site.webs[1].origin}/play/{table.run}/"
    request = urllib.request.Request(url, headers={"Cookie": f"sessionid={table.cookie}"})
    with urllib.request.urlopen(request, timeout=20) as response:
        return bool(response.status == 200)


async def test_stopping_a_run_on_a_page_is_heard_at_its_table_without_redis(running: Site) -> None:
    table = await asyncio.to_thread(Table, running)
    socket = await table.sit(0)
    await table.move(socket)
    running.redis.kill()
    await asyncio.to_thread(stop_on_page, running, table)
    assert (await hear(socket))["t"] == "changed"
    welcome = await ask(socket, "hello", run=table.run, v=1)
    assert welcome["view"]["result"] == "stopped"


def stop_on_page(site: Site, table: Table) -> None:
    token = "a" * 32
    request = urllib.request.Request(
        f"{site.webs[0].origin}/runs/{table.run}/stop/",
        data=f"csrfmiddlewaretoken={token}".encode(),
        headers={
            "Cookie": f"sessionid={table.cookie}; csrftoken={token}",
            "Origin": site.webs[0].origin,
        },
    )
    with urllib.request.urlopen(request, timeout=20) as response:
        assert response.status == 200
