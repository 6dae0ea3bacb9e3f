"""A race over its sockets: the start, the table beside it, what rivals hear, and the end."""

from __future__ import annotations

import asyncio

import pytest
from asgiref.sync import sync_to_async

from games import rooms
from games.models import Race, Run
from games.services import race_starts
from games.services.race_ends import race_end_if_due
from games.services.runs import run_end
from tests.games.race_sockets import (
    CARD,
    begun,
    log_read,
    players_made,
    ready_made,
    room_made,
    run_read,
    running_made,
    soon,
)
from tests.games.races import (
    CODE,
    SEALED,
    looking,
    pool_add,
    text_of,
)

__all__ = ["soon"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio, pytest.mark.main_path]
LINE = SEALED[CODE]


# --- the start -----------------------------------------------------------------------------------


async def test_before_the_instant_nothing_is_shown_or_played_and_at_it_everybody_sees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(race_starts, "COUNTDOWN_MS", 2_500)
    ingrid, sindre = await players_made(2)
    race = await running_made([ingrid, sindre])
    one_run, two_run = await run_read(race, ingrid), await run_read(race, sindre)
    async with looking(ingrid, run=one_run.token) as one, looking(sindre, run=two_run.token) as two:
        assert [frame["t"] for frame in one.frames] == ["room"]
        for t, fields in (
            ("move", {"base": 0, "after": [], "move": LINE[0]}),
            ("tap", {"base": 0, "after": [], "card": "AS"}),
            ("stop", {"base": 0, "after": []}),
        ):
            assert await one.ask(t, **fields) == {"t": "nack", "code": "not_started"}
        await one.send("leave")
        assert await one.until("nack") == {"t": "nack", "code": "not_started"}
        await one.wire.send_to(text_data="{")
        assert await one.until("nack") == {"t": "nack", "code": "bad_frame"}
        welcomes = [await begun(one), await begun(two)]
        assert all(welcome["now"] >= (race.starts_ms or 0) for welcome in welcomes)
        assert welcomes[0]["view"]["columns"] == welcomes[1]["view"]["columns"]
        assert max(welcome["view"]["ms"] for welcome in welcomes) < 2_000
        assert (await one.ask("move", base=0, after=[], move=LINE[0]))["t"] == "ack"
    assert (await run_read(race, ingrid)).started_ms == race.starts_ms


async def test_late_frames_do_not_move_anybodys_start() -> None:
    ingrid, sindre = await players_made(2)
    race = await running_made([ingrid, sindre])
    async with looking(ingrid, room=race.token) as room:
        starts = room.room["starts_at"]
        for t, fields in (("start", {}), ("start", {}), ("ready", {"on": False})):
            await room.send(t, **fields)
            frame = await room.read()
            assert frame.get("starts_at", starts) == starts
        async with looking(sindre, run=(await run_read(race, sindre)).token) as late:
            await begun(late)
            await room.send("start")
            await room.in_room(state="running")
    stored = await Race.objects.aget(pk=race.pk)
    assert stored.starts_ms == starts
    assert {run.started_ms async for run in Run.objects.filter(race=race)} == {starts}


async def test_a_typed_deal_has_no_hints_and_no_pause_in_a_race() -> None:
    ingrid, sindre = await players_made(2)
    race = await room_made([ingrid, sindre], code="RU1-C-AAAAABB")
    await ready_made(race, [ingrid, sindre])
    race = await sync_to_async(race_starts.race_start)(race=race, player=ingrid)
    async with looking(ingrid, run=(await run_read(race, ingrid)).token) as one:
        welcome = await begun(one)
        assert welcome["view"]["hints"] == 0
        assert "code" not in welcome["view"]
        assert one.room["code"] == "RU1-C-AAAAABB"
        for t, fields, code in (
            ("hint", {}, "not_in_ranked"),
            ("pause", {"on": True}, "not_pausable"),
        ):
            assert (await one.ask(t, base=0, after=[], **fields))["code"] == code


# --- during --------------------------------------------------------------------------------------


def check_bare(heard: str) -> None:
    """No card, suit, move, view or code in what somebody heard of others."""
    assert not CARD.search(heard), heard[:400]
    assert not any(group in heard for group in CODE.split("-")[2:])
    assert '"view"' not in heard
    assert not any(f'"{move}"' in heard for move in LINE)


async def test_rivals_watchers_and_strangers_hear_numbers_and_no_card_before_the_end() -> None:
    """Every byte of a whole race is read: one wins, one stops, one only looks on."""
    ingrid, sindre, birgitta, halvard = await players_made(4)
    race = await running_made([ingrid, sindre, birgitta])
    tokens = [(await run_read(race, player)).token for player in (ingrid, sindre, birgitta)]
    async with (
        looking(ingrid, run=tokens[0]) as winner,
        looking(sindre, run=tokens[1]) as rival,
        looking(birgitta, room=race.token) as idle,
        looking(halvard, room=race.token) as watcher,
        looking(None, room=race.token) as stranger,
    ):
        await begun(winner)
        await begun(rival)
        rival.heard.clear()
        await winner.play(LINE[:40])
        for socket in (rival, idle, watcher, stranger):
            known = await socket.peer(0, moves=40)
            assert (known["up"], known["down"], known["state"]) == (
                winner.frames[-1]["view"]["up"], winner.frames[-1]["view"]["down"], "playing",
            )  # fmt: skip
        await rival.play(LINE[:3])
        await rival.ask("stop", base=3, after=[])
        await winner.peer(1, state="stopped")
        await winner.play(LINE[40:], base=40)
        for socket in (rival, idle, watcher, stranger):
            assert (await socket.peer(0, state="won"))["up"] == 52
            assert (await socket.in_room(state="running"))["state"] == "running"
        for socket in (idle, watcher, stranger):
            check_bare(text_of(socket.heard))
        others = "\n".join(text for text in rival.heard if '"view"' not in text)
        assert not CARD.search(text_of(others.splitlines()))
        assert all(CODE[-7:] not in text for text in rival.heard)
        assert CODE[-7:] not in "".join(winner.heard), "not even to who has finished"
        await sync_to_async(run_end)(run=await run_read(race, birgitta), result="stopped")
        for socket in (winner, rival, idle, watcher, stranger):
            room = await socket.in_room(state="ended")
            assert room["code"] == CODE
            assert [seat["place"] for seat in room["seats"]] == [1, 2, 3]
            assert room["seats"][0]["ms"] == (await run_read(race, ingrid)).last_ms


async def test_a_rival_is_told_of_at_most_twice_a_second() -> None:
    ingrid, sindre = await players_made(2)
    race = await running_made([ingrid, sindre])
    async with (
        looking(ingrid, run=(await run_read(race, ingrid)).token) as one,
        looking(sindre, room=race.token) as two,
    ):
        await begun(one)
        loop = asyncio.get_running_loop()
        begin = loop.time()
        await one.play(LINE[:30])
        await two.peer(0, moves=30)
        passed = loop.time() - begin
        told = [frame for frame in two.frames if frame["t"] == "peer"]
        assert 1 <= len(told) <= 2 + passed / rooms.NEWS_SECONDS


async def test_lost_bells_are_made_up_for_by_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is ever rung, as when Redis is away and the rival sits in another process."""
    ingrid, sindre = await players_made(2)
    race = await running_made([ingrid, sindre])
    monkeypatch.setattr(rooms.Rooms, "run_moved", lambda *_: None)
    monkeypatch.setattr(rooms.Rooms, "room_changed", lambda *_: None)
    async with (
        looking(ingrid, run=(await run_read(race, ingrid)).token) as one,
        looking(sindre, room=race.token) as two,
    ):
        await begun(one)
        await one.play(LINE[:5])
        await two.peer(0, moves=5)
        await one.ask("stop", base=5, after=[])
        await sync_to_async(run_end)(run=await run_read(race, sindre), result="stopped")
        await two.in_room(state="ended")


async def test_another_device_goes_on_and_nobody_forfeits() -> None:
    """Cut off, three moves made elsewhere, resumed: all of it is there after one round trip."""
    ingrid, sindre = await players_made(2)
    race = await running_made([ingrid, sindre])
    token = (await run_read(race, ingrid)).token
    async with looking(sindre, run=(await run_read(race, sindre)).token) as rival:
        await begun(rival)
        async with looking(ingrid, run=token) as phone:
            await phone.play(LINE[:4])
        await rival.peer(0, moves=4)
        await rival.play(LINE)
        async with looking(ingrid, run=token) as desktop:
            assert [frame["t"] for frame in desktop.frames] == ["welcome", "room"]
            assert desktop.frames[0]["seq"] == 4
            seat = desktop.room["seats"][1]
            assert (seat["state"], seat["up"], seat["moves"]) == ("won", 52, len(LINE))
            assert seat["ms"] == (await run_read(race, sindre)).last_ms
            assert desktop.room["seats"][0]["state"] == "playing"
            await desktop.play(LINE[4:6], base=4)
            await rival.peer(0, moves=6)
    assert await log_read(await run_read(race, ingrid)) == LINE[:6]


async def test_doubled_frames_do_nothing_twice() -> None:
    ingrid, sindre = await players_made(2)
    await sync_to_async(pool_add)()
    race = await room_made([ingrid, sindre])
    async with looking(ingrid, room=race.token) as one, looking(sindre, room=race.token) as two:
        for t, fields in (("seat", {"name": ""}), ("ready", {"on": True})):
            await one.send(t, **fields)
            await one.send(t, **fields)
        while not two.room["seats"][0]["ready"]:
            await two.read()
        await two.send("ready", on=True)
        await two.send("ready", on=True)
        await two.in_room(state="running")
        assert (await two.until("nack"))["code"] == "started"
        await one.in_room(state="running")
        assert [seat["name"] for seat in one.room["seats"]] == ["Ingrid", "Sindre"]
        run = one.room["run"]
        async with looking(ingrid, run=run) as table:
            await begun(table)
            for _ in range(2):
                answer = await table.ask("move", base=0, after=[], move=LINE[0])
                assert (answer["t"], answer["seq"]) == ("ack", 1)
            for _ in range(2):
                assert (await table.ask("stop", base=1, after=[]))["t"] == "ack"
        for socket in (one, two):
            while socket.room["seats"][0]["state"] != "stopped":
                await socket.read()
    assert await log_read(await run_read(race, ingrid)) == LINE[:1]


# --- the end -------------------------------------------------------------------------------------


async def test_at_the_limit_everybodys_game_is_over_and_the_race_with_it() -> None:
    ingrid, sindre = await players_made(2)
    race = await running_made([ingrid, sindre])
    ends = (race.starts_ms or 0) + 900
    await Race.objects.filter(pk=race.pk).aupdate(ends_ms=ends)
    await Run.objects.filter(race=race).aupdate(closes_ms=ends)
    async with (
        looking(ingrid, run=(await run_read(race, ingrid)).token) as one,
        looking(sindre, room=race.token) as two,
    ):
        await begun(one)
        await one.play(LINE[:2])
        ended = await two.in_room(state="ended")
        assert [seat["state"] for seat in ended["seats"]] == ["timeup", "timeup"]
        assert [seat["place"] for seat in ended["seats"]] == [1, 2]
        await one.in_room(state="ended")
        answer = await one.ask("move", base=2, after=[], move=LINE[2])
        assert (answer["t"], answer["code"], answer["view"]["result"]) == (
            "nack", "finished", "closed",
        )  # fmt: skip
    for player in (ingrid, sindre):
        run = await run_read(race, player)
        assert (run.result, run.ended_ms) == ("closed", ends)


async def test_rematch_in_one_click_for_the_same_people() -> None:
    ingrid, sindre = await players_made(2)
    race = await running_made([ingrid, sindre])
    past = (race.ends_ms or 0) + 10_000
    await sync_to_async(race_end_if_due)(race_id=race.pk, now_ms=past)
    run = await run_read(race, ingrid)
    async with looking(ingrid, run=run.token) as one, looking(sindre, room=race.token) as two:
        assert (await begun(one))["view"]["result"] == "closed"
        await one.send("rematch")
        await one.send("rematch")
        while "rematch" not in two.room:
            await two.read()
        await two.send("rematch")
        while "rematch" not in one.room:
            await one.read()
        assert one.room["rematch"] == two.room["rematch"]
        async with looking(sindre, room=two.room["rematch"]) as again:
            assert [seat["name"] for seat in again.room["seats"]] == ["Ingrid", "Sindre"]
            assert again.room["state"] == "open"
