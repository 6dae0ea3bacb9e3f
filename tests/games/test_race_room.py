"""A race's room over its sockets: who may look, sit, start and leave."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async

from games import clock, rooms
from tests.games.race_sockets import (
    begun,
    players_made,
    room_made,
    run_read,
    running_made,
    soon,
)
from tests.games.races import (
    CODE,
    SEALED,
    RaceSocket,
    looking,
    make_guest,
    pool_add,
)
from tests.games.support import sign_in

__all__ = ["soon"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio, pytest.mark.main_path]
LINE = SEALED[CODE]


# --- the room ------------------------------------------------------------------------------------


async def test_a_room_tells_everybody_what_each_of_them_does() -> None:
    ingrid, sindre, birgitta = await players_made(3)
    await sync_to_async(pool_add)()
    race = await room_made([ingrid])
    async with (
        looking(ingrid, room=race.token) as host,
        looking(sindre, room=race.token) as guest,
        looking(birgitta, room=race.token) as watcher,
        looking(None, room=race.token) as stranger,
    ):
        roles = [socket.frames[0]["role"] for socket in (host, guest, watcher, stranger)]
        assert roles == ["host", "watcher", "watcher", "watcher"]
        assert host.room["you"] == host.room["host"] == 0
        assert "you" not in stranger.room
        await guest.send("seat", name="Whoever")
        for socket in (host, guest, watcher, stranger):
            while len(socket.room["seats"]) < 2:
                await socket.read()
            assert [seat["name"] for seat in socket.room["seats"]] == ["Ingrid", "Sindre"]
        assert guest.room["you"] == 1
        assert stranger.room["start_from"] > stranger.room["now"]
        await stranger.send("ready", on=True)
        assert (await stranger.until("nack"))["code"] == "no_account"
        await watcher.send("ready", on=True)
        assert (await watcher.until("nack"))["code"] == "not_seated"
        await guest.send("start")
        assert (await guest.until("nack"))["code"] == "not_ready"
        await guest.send("ready", on=True)
        await host.send("ready", on=True)
        heard = [await socket.in_room(state="running") for socket in (host, guest, stranger)]
        assert len({frame["starts_at"] for frame in heard}) == 1
        assert heard[0]["run"] != heard[1]["run"]
        assert "run" not in heard[2]
        assert all("code" not in frame for frame in heard)


async def test_the_host_leaves_and_the_next_one_hosts() -> None:
    ingrid, sindre = await players_made(2)
    race = await room_made([ingrid, sindre])
    async with looking(ingrid, room=race.token) as one, looking(sindre, room=race.token) as two:
        await one.send("leave")
        assert (await two.in_room(host=1))["you"] == 1
        assert "you" not in (await one.in_room(host=1))


async def test_an_unknown_room_is_not_found_and_both_or_none_are_no_hello() -> None:
    (ingrid,) = await players_made(1)
    race = await room_made([ingrid])
    socket = RaceSocket(await sync_to_async(sign_in)(ingrid))
    await socket.wire.connect()
    for fields in ({}, {"run": race.token, "room": race.token}, {"room": race.token[:-1]}):
        await socket.send("hello", v=1, **fields)
        assert (await socket.read())["code"] == "bad_frame"
    await socket.send("hello", v=1, room="0" * 22)
    assert (await socket.read())["code"] == "not_found"
    assert await socket.closed() == 4004
    await socket.wire.disconnect()


async def test_of_one_person_three_sockets_look_at_a_room_and_the_oldest_goes() -> None:
    (ingrid,) = await players_made(1)
    race = await room_made([ingrid])
    async with AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(looking(ingrid, room=race.token)) for _ in "1234"]
        assert (await opened[0].until("bye"))["code"] == "replaced"
        assert await opened[0].closed() == 4009
        assert (await opened[1].ask("ping", n=1))["t"] == "pong"


async def test_here_is_who_has_been_heard_of() -> None:
    ingrid, sindre = await players_made(2)
    race = await room_made([ingrid, sindre])
    await race.seats.aupdate(seen_ms=clock.now_ms() - 20_000)
    async with looking(ingrid, room=race.token) as one:
        here = [seat["here"] for seat in one.room["seats"]]
        assert here == [True, False]
        async with looking(sindre, room=race.token):
            while not one.room["seats"][1]["here"]:
                await one.read()


async def test_whoever_speaks_is_here_while_the_room_changes_all_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each change has the room read, and puts off the look that would say who has spoken."""
    monkeypatch.setattr(rooms, "LOOK_SECONDS", 60.0)
    ingrid, sindre = await players_made(2)
    race = await room_made([ingrid, sindre])
    async with looking(ingrid, room=race.token) as one, looking(sindre, room=race.token) as two:
        await race.seats.aupdate(seen_ms=clock.now_ms() - 20_000)
        await two.ask("ping", n=1)
        await one.send("ready", on=True)
        here = [False, False]
        while here != [True, True]:
            here = [seat["here"] for seat in (await one.until("room"))["seats"]]


async def test_a_players_room_in_another_window_hears_of_the_own_game_too() -> None:
    ingrid, sindre = await players_made(2)
    race = await running_made([ingrid, sindre])
    run = await run_read(race, ingrid)
    async with looking(ingrid, room=race.token) as room, looking(ingrid, run=run.token) as table:
        await begun(table)
        await table.play(LINE[:1])
        assert (await room.until("peer"))["moves"] == 1


async def test_a_guests_seat_over_the_socket() -> None:
    (ingrid,) = await players_made(1)
    race = await room_made([ingrid])
    guest = await sync_to_async(make_guest)()
    async with looking(guest, room=race.token) as socket:
        for name, code in (
            ("In", "name_length"),
            ("Ingrid", "name_taken"),
            ("a" * 21, "name_length"),
        ):
            await socket.send("seat", name=name)
            assert (await socket.until("nack"))["code"] == code
        await socket.send("seat", name="Onkel Ole")
        assert (await socket.in_room(you=1))["seats"][1]["name"] == "Onkel Ole"


async def test_signing_out_closes_the_room_too() -> None:
    from django.contrib.sessions.models import Session

    from games.sockets import sockets

    (ingrid,) = await players_made(1)
    race = await room_made([ingrid])
    async with (
        looking(ingrid, room=race.token) as socket,
        looking(None, room=race.token) as stranger,
    ):
        await Session.objects.all().adelete()
        await sockets().sweep()
        assert (await socket.until("bye"))["code"] == "signed_out"
        assert await socket.closed() == 4003
        assert (await stranger.ask("ping", n=1))["t"] == "pong"


async def test_a_deploy_sends_the_room_elsewhere() -> None:
    from games.sockets import sockets

    (ingrid,) = await players_made(1)
    race = await room_made([ingrid])
    async with looking(ingrid, room=race.token) as socket:
        await asyncio.gather(sockets().drain(), socket.until("bye", code="restart"))
        assert await socket.closed() == 1012
