"""Sockets that must go: slow readers, the fourth at a run, and those of people signed out."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import urllib.request
from contextlib import AsyncExitStack
from typing import Any

import psutil
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from tests.faults.players import Frame, ask, hear, link, post
from tests.faults.service import Site, Web

CODE = "KL1-1-AAAAABB"
SLOW_READERS = 8
#: Far more than the answers that fit into 64 KiB, 256 frames and the kernel's buffers.
ASKED_MOST = 30_000
log = logging.getLogger(__name__)
Seat = dict[str, Any]


@pytest.fixture
def web(sqlite_site: Site) -> Web:
    sqlite_site.start(1)
    return sqlite_site.webs[0]


async def seats(site: Site, count: int) -> list[Seat]:
    wanted = json.dumps([["casual", CODE]] * count)
    made: list[Seat] = json.loads(
        await asyncio.to_thread(site.run, "tests.faults.populate", wanted)
    )
    return made


async def sit(stack: AsyncExitStack, web: Web, seat: Seat, **options: Any) -> ClientConnection:
    socket = await stack.enter_async_context(link(web, seat["cookie"], **options))
    assert (await ask(socket, "hello", run=seat["run"], v=1))["t"] == "welcome"
    return socket


async def last_words(socket: ClientConnection, *, seconds: float) -> tuple[Frame, int | None]:
    """The last frame of a socket, and its close code."""
    frame: Frame = {}
    try:
        async with asyncio.timeout(seconds):
            while True:
                frame = json.loads(await socket.recv())
    except ConnectionClosed:
        return frame, socket.close_code


async def test_slow_readers_are_closed_and_the_servers_memory_stays_bounded(web: Web) -> None:
    calm_seat, *slow_seats = await seats(web.site, SLOW_READERS + 1)
    server = psutil.Process(web.process.pid if web.process else 0)
    async with AsyncExitStack() as stack:
        calm = await sit(stack, web, calm_seat)
        slow = [await sit(stack, web, seat, sock=narrow(web), max_queue=1) for seat in slow_seats]
        before = most = server.memory_info().rss
        flood = [asyncio.ensure_future(ask_without_reading(socket)) for socket in slow]
        seq = 0
        while not all(task.done() for task in flood):
            frame = ("undo", {}) if seq % 2 else ("move", {"move": ">"})
            async with asyncio.timeout(5):
                ack = await ask(calm, frame[0], base=seq, after=[], **frame[1])
            assert (ack["t"], ack["seq"]) == ("ack", seq + 1), "nobody else notices"
            seq += 1
            most = max(most, server.memory_info().rss)
        asked = [task.result() for task in flood]
        await asyncio.gather(*(last_words(socket, seconds=20) for socket in slow))
    grown = (most - before) >> 10
    log.info("asked %s, the server grew by %s KiB, %s calm moves", asked, grown, seq)
    assert seq > 0
    assert max(asked) < ASKED_MOST
    assert grown < 16 * 1024
    assert web.log.read_text().count("SlowReader") == SLOW_READERS
    assert "Traceback" not in web.tail()


async def test_a_slow_reader_that_reads_again_learns_why(web: Web) -> None:
    (seat,) = await seats(web.site, 1)
    async with AsyncExitStack() as stack:
        socket = await sit(stack, web, seat, sock=narrow(web), max_queue=1)
        flood = asyncio.ensure_future(ask_without_reading(socket))
        while "SlowReader" not in web.tail():
            assert not flood.done()
            await asyncio.sleep(0.02)
        flood.cancel()
        frame, code = await last_words(socket, seconds=20)
        assert (frame["code"], code) == ("slow_reader", 4008)


def narrow(web: Web) -> socket.socket:
    """A link whose kernel buffer for what comes in is as small as can be."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.connect(("127.0.0.1", web.port))
    sock.setblocking(False)
    return sock


async def ask_without_reading(socket: ClientConnection) -> int:
    """Ask until the server has had enough; each answer carries a whole view."""
    asked = 0
    while socket.state is State.OPEN and asked < ASKED_MOST and not socket.transport.is_closing():
        for _ in range(20):
            await post(socket, {"t": "move", "base": 7, "after": [], "move": ">"})
        asked += 20
        # As fast as hands never are, and slow enough to leave the processor to others.
        await asyncio.sleep(0.02)
    return asked


async def test_the_fourth_socket_of_a_run_closes_the_oldest(web: Web) -> None:
    (seat,) = await seats(web.site, 1)
    async with AsyncExitStack() as stack:
        sockets = [await sit(stack, web, seat) for _ in range(5)]
        for socket in sockets[:2]:
            frame, code = await last_words(socket, seconds=5)
            assert (frame["code"], code) == ("replaced", 4009)
        for seq, socket in enumerate(sockets[2:]):
            await ask(socket, "hello", run=seat["run"], v=1)
            assert (await ask(socket, "move", base=seq, after=[], move=">"))["seq"] == seq + 1


async def test_sockets_of_people_signed_out_or_banned_close_within_a_minute(web: Web) -> None:
    what = ["signed out", "banned", "new password", "device ended", "deleted", "nothing"]
    seated = dict(zip(what, await seats(web.site, len(what)), strict=True))
    async with AsyncExitStack() as stack:
        sockets = {name: await sit(stack, web, seat) for name, seat in seated.items()}
        orders = [[name, seat["player"], seat["cookie"]] for name, seat in seated.items()]
        await asyncio.to_thread(web.site.run, "tests.faults.operate", json.dumps(orders))
        await asyncio.to_thread(sign_out, web, seated["signed out"]["cookie"])
        ends = await asyncio.gather(
            *(last_words(sockets[name], seconds=60) for name in what if name != "nothing")
        )
        assert [(frame["code"], code) for frame, code in ends] == [("signed_out", 4003)] * 5
        ack = await ask(sockets["nothing"], "move", base=0, after=[], move=">")
        assert ack["t"] == "ack"
        for name in what[:-1]:
            async with link(web, seated[name]["cookie"]) as again:
                bye = await ask(again, "hello", run=seated[name]["run"], v=1)
                assert bye["code"] == "not_found"


def sign_out(web: Web, cookie: str) -> None:
    """As the form of the page does."""
    token = "a" * 32
    request = urllib.request.Request(
        f"{web.origin}/accounts/logout/",
        data=f"csrfmiddlewaretoken={token}".encode(),
        headers={"Cookie": f"sessionid={cookie}; csrftoken={token}", "Origin": web.origin},
    )
    with urllib.request.urlopen(request, timeout=20) as response:
        assert response.status == 200


async def test_a_half_open_peer_takes_nobody_with_it(web: Web) -> None:
    """A link that breaks without a word, in the middle of moves: the other tab plays on."""
    (seat,) = await seats(web.site, 1)
    async with AsyncExitStack() as stack:
        gone, here = [await sit(stack, web, seat) for _ in range(2)]
        for count in range(5):
            await post(gone, {"t": "move", "base": 0, "after": [">"] * count, "move": ">"})
        gone.transport.abort()
        welcome = await ask(here, "hello", run=seat["run"], v=1)
        base = welcome["seq"]
        while base < 20:
            answer = await ask(here, "move", base=base, after=[], move=">")
            base = answer["seq"]
        async with asyncio.timeout(5):
            assert (await hear_pong(here)) == 5
    assert "Traceback" not in web.tail()


async def hear_pong(socket: ClientConnection) -> int:
    await post(socket, {"t": "ping", "n": 5})
    while (frame := await hear(socket))["t"] != "pong":
        pass
    return int(frame["n"])
