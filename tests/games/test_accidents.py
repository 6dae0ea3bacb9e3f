"""Reported accidents of other programs, tried on the table: one test each, named after its id."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db.models import F

from games.db import in_db
from games.models import Run
from games.services.play import Table
from games.services.runs import run_end
from games.services.tables import tables
from games.sockets import sockets
from games.writer import GroupCommitWriter
from tests.games.support import (
    Frame,
    Socket,
    log_of,
    make_player,
    make_run,
    sign_in,
    sitting,
    won_lines,
)
from tests.games.tabs import Process, Tab, checked, run_at, use_processes
from tests.games.writing import STARTED, database_held, make_write, taken, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

CODE = "KL1-1-AAAAABB"
WON = "KL1-3-TVSSRPU"
player_made = sync_to_async(make_player)
run_made = sync_to_async(make_run)
log_read = sync_to_async(log_of)


@asynccontextmanager
async def tabs_on(count: int, before: list[str]) -> AsyncIterator[tuple[Run, list[Socket]]]:
    """A casual run with some moves made, and sockets of its player's at it."""
    player = await player_made()
    run = await run_made(player, CODE)
    async with AsyncExitStack() as stack:
        seated = [await stack.enter_async_context(sitting(player, run)) for _ in range(count)]
        first = seated[0][0]
        for place, move in enumerate(before):
            assert (await first.ask("move", base=place, after=[], move=move))["t"] == "ack"
        yield run, [socket for socket, _ in seated]


async def answers_of(socket: Socket, count: int) -> list[Frame]:
    """The next answers; a `changed` between them is no answer."""
    answers: list[Frame] = []
    while len(answers) < count:
        frame = await socket.read()
        if frame["t"] != "changed":
            answers.append(frame)
    return answers


def told(answer: Frame) -> tuple[Any, ...]:
    """What an acknowledgement says of its item, the present view apart."""
    return tuple(str(answer.get(key)) for key in ("t", "seq", "at", "items", "hint"))


THRICE: dict[str, tuple[list[str], dict[str, Any], list[str]]] = {
    "move": ([], {"move": ">"}, [">"]),
    "undo": ([">"], {}, [">", "u"]),
    "tap": ([], {"card": "s", "double": True}, [">"]),
    "hint": ([], {"kind": "fair"}, ["?"]),
}


@pytest.mark.main_path
@pytest.mark.parametrize("t", THRICE)
async def test_b04_the_same_frame_three_times_is_applied_once(t: str) -> None:
    before, fields, log = THRICE[t]
    async with tabs_on(3, before) as (run, (one, two, three)):
        for socket in (one, one, one, two, two, three, three, three):
            await socket.send(t, base=len(before), after=[], **fields)
        answers = [*await answers_of(one, 3), *await answers_of(two, 2)]
        answers += await answers_of(three, 3)
        assert {told(answer) for answer in answers} == {told(answers[0])}
        assert answers[0]["t"] == "ack"
        assert await log_read(run) == log


@pytest.mark.parametrize("count", [1, 3])
async def test_b04_of_three_moves_with_one_base_one_is_applied(count: int) -> None:
    async with tabs_on(count, []) as (run, sockets):
        frames = [("tap", {"card": "s"}), ("move", {"move": "aD"}), ("hint", {"kind": "fair"})]
        for number, (t, fields) in enumerate(frames):
            await sockets[number % count].send(t, base=0, after=[], **fields)
        answers = [(await answers_of(sockets[number % count], 1))[0] for number in range(3)]
        assert [answer["t"] for answer in answers].count("ack") == 1
        refused = [answer for answer in answers if answer["t"] == "nack"]
        assert {answer["code"] for answer in refused} == {"stale"}
        assert {answer["seq"] for answer in answers} == {1}
        assert len({str({**answer["view"], "ms": 0}) for answer in answers}) == 1
        assert len(await log_read(run)) == 1


async def test_b24_a_finish_is_one_group_and_no_move_comes_between() -> None:
    moves = won_lines(sealed=False)[WON]
    run = await sync_to_async(run_at)(WON, moves[:-10])
    cookie = await sync_to_async(sign_in)(run.player)
    async with AsyncExitStack() as stack:
        mine, other = [await seated(stack, cookie, run) for _ in range(2)]
        base = len(moves) - 10
        await mine.send("finish", base=base, after=[])
        frames = [(base, []), (base, [moves[-10]]), (base + 5, []), (base + 10, [])]
        for place, after in frames:
            await other.send("move", base=place, after=after, move=moves[-1])
        (ack,) = await answers_of(mine, 1)
        answers = await answers_of(other, 4)
        assert (ack["t"], ack["seq"], len(ack["items"])) == ("ack", base + 10, 10)
        assert [answer["code"] for answer in answers] == ["stale", "stale", "stale", "finished"]
        assert {answer["view"]["result"] for answer in answers} == {"won"}
        stored = await Run.objects.aget(pk=run.pk)
        assert (stored.seq, stored.result, stored.up) == (base + 10, "won", 52)
        assert len(await log_read(run)) == base + 10


async def seated(stack: AsyncExitStack, cookie: str, run: Run) -> Socket:
    socket = Socket(cookie)
    await socket.wire.connect()
    stack.push_async_callback(socket.wire.disconnect)
    assert (await socket.ask("hello", run=run.token, v=1))["t"] == "welcome"
    return socket


async def test_b34_a_hello_doubled_or_cut_before_its_answer_starts_one_clock() -> None:
    player = await player_made()
    run = await run_made(player, CODE)
    cookie = await sync_to_async(sign_in)(player)
    cut, first, second = Socket(cookie), Socket(cookie), Socket(cookie)
    for socket in (cut, first, second):
        await socket.wire.connect()
        await socket.send("hello", run=run.token, v=1)
    await cut.wire.disconnect()
    await second.send("hello", run=run.token, v=1)
    welcomes = [await first.read(), await second.read(), await second.read()]
    stored = await Run.objects.aget(pk=run.pk)
    assert [welcome["t"] for welcome in welcomes] == ["welcome"] * 3
    assert {welcome["now"] - welcome["view"]["ms"] for welcome in welcomes} == {stored.started_ms}
    assert (stored.state, stored.seq, stored.moves) == ("open", 0, 0)
    for socket in (first, second):
        await socket.wire.disconnect()


async def test_b35_what_is_spent_stays_spent_in_every_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three hints and every undo, then a reload, a second tab and another process."""
    use_processes(monkeypatch)
    run = await sync_to_async(run_at)(CODE, [">", ">"])
    here, there = Process(), Process()
    mine, other = Tab(run), Tab(run)
    await mine.connect(here)
    for t in ("hint", "undo", "hint", "undo", "hint"):
        mine.say(t)
        await mine.settle()
    await other.connect(there)
    for tab, process in ((other, there), (mine, there), (mine, here)):
        await tab.connect(process)
        view = tab.seen[-1][2]
        assert (view["hints"], view["undo"], view["moves"]) == (0, False, 2)
        for t, code in (("hint", "no_hints"), ("undo", "nothing_to_undo")):
            sent = tab.say(t)
            await tab.settle()
            assert sent.answers[0]["code"] == code
    assert await in_db(checked, run, [mine, other]) == [">", ">", "?", "u", "?", "u", "?"]
    for process in (here, there):
        await asyncio.to_thread(process.writer.close)


async def test_b42_a_tab_that_was_cut_sees_all_it_missed_in_its_welcome() -> None:
    player = await player_made()
    run = await run_made(player, CODE)
    async with sitting(player, run) as (gone, _):
        await gone.send("move", base=0, after=[], move=">")
    async with sitting(player, run) as (other, welcome):
        base = welcome["seq"]
        for place in range(base, base + 3):
            await other.ask("move", base=place, after=[], move=">")
        ended = await other.ask("stop", base=base + 3, after=[])
        async with sitting(player, run) as (back, late):
            assert late["view"] == ended["view"]
            assert (late["seq"], late["view"]["result"]) == (base + 3, "stopped")
            again = await back.ask("move", base=0, after=[], move=">")
            assert (again["t"], again["seq"]) == ("ack", 1)


async def test_b44_both_tabs_live_and_each_shows_the_others_moves() -> None:
    async with tabs_on(2, []) as (run, (one, two)):
        seq = 0
        for mover, watcher in ((one, two), (two, one), (one, two)):
            ack = await mover.ask("move", base=seq, after=[], move=">")
            seq = ack["seq"]
            assert await watcher.read() == {"t": "changed", "seq": seq}
            welcome = await watcher.ask("hello", run=run.token, v=1)
            assert {**welcome["view"], "ms": 0} == {**ack["view"], "ms": 0}
            assert await mover.wire.receive_nothing(0.1), "a mover hears nothing of itself"


async def test_a_tab_that_joins_costs_the_other_no_move() -> None:
    """One tab plays eight moves deep while the other says hello as fast as it can."""
    async with tabs_on(2, []) as (run, (player, guest)):

        async def greet() -> None:
            for _ in range(60):
                await guest.send("hello", run=run.token, v=1)
                while (await guest.read())["t"] != "welcome":
                    pass

        greeting = asyncio.ensure_future(greet())
        seq, out = 0, []
        while not greeting.done():
            while len(out) < 8:
                text = "u" if (seq + len(out)) % 2 else ">"
                frame = ("undo", {}) if text == "u" else ("move", {"move": ">"})
                await player.send(frame[0], base=seq, after=out, **frame[1])
                out = [*out, text]
            (answer,) = await answers_of(player, 1)
            assert answer["t"] == "ack", answer.get("code")
            seq, out = answer["seq"], out[1:]
        await greeting
        await answers_of(player, len(out))
        assert len(await log_read(run)) == seq + len(out)


async def test_after_a_refusal_the_bell_is_not_missed() -> None:
    """Another process writes one item; our three pipelined ones fall; then it writes two more."""
    async with tabs_on(1, []) as (run, (socket,)):
        await Run.objects.filter(pk=run.pk).aupdate(started_ms=STARTED.started_ms)
        elsewhere = GroupCommitWriter()
        write = make_write(run, 0, "?")
        elsewhere.submit(write)
        assert await write.done
        with database_held():
            for after in ([], [">"], [">", ">"]):
                await socket.send("move", base=0, after=after, move=">")
            await until(lambda: len(live_table(run).texts) == 3)
        answers = await answers_of(socket, 3)
        assert [(answer["code"], answer["seq"]) for answer in answers] == [("stale", 1)] * 3
        for base in (1, 2):
            write = make_write(run, base, ">")
            elsewhere.submit(write)
            assert await write.done
            sockets().heard(run.token, base + 1, None)
        assert [await socket.read() for _ in range(2)] == [
            {"t": "changed", "seq": 2}, {"t": "changed", "seq": 3},
        ]  # fmt: skip
        await asyncio.to_thread(elsewhere.close)


def live_table(run: Run) -> Table:
    table = tables().live(run.token)
    assert table is not None
    return table


async def test_a_pause_in_one_process_stops_the_tab_in_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The covered board was not what the second tab had seen, and its clock would jump."""
    use_processes(monkeypatch)
    run = await sync_to_async(run_at)(CODE, [">"])
    here, there = Process(), Process()
    mine, other = Tab(run), Tab(run)
    await mine.connect(here)
    await other.connect(there)
    await said(mine, "pause", on=True)
    for _ in range(2):
        nack = await said(other, "move", move=">")
        assert (nack["t"], nack["view"].get("paused")) == ("nack", True)
    await said(mine, "pause", on=False)
    await other.hello()
    await said(mine, "pause", on=True)
    await Run.objects.filter(pk=run.pk).aupdate(
        started_ms=F("started_ms") - 60_000, paused_ms=F("paused_ms") - 60_000
    )
    await mine.connect(here)
    await said(mine, "pause", on=False)
    ack = await said(other, "move", move=">")
    assert (ack["t"], ack["seq"]) == ("ack", 2)
    assert ack["at"] < 30_000, "the minute of the pause is not played"
    await in_db(checked, run, [])
    for process in (here, there):
        await asyncio.to_thread(process.writer.close)


@pytest.mark.main_path
async def test_frames_sent_again_through_another_process_are_acknowledged_and_not_doubled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The link breaks with three moves on their way; they come again before the first commit."""
    use_processes(monkeypatch)
    run = await sync_to_async(run_at)(CODE, [])
    here, there = Process(), Process()
    tab = Tab(run)
    await tab.connect(here)
    with database_held():
        for _ in range(3):
            tab.say("move", move=">")
            await tab.link.deliver(tab.in_flight.pop())
        await until(lambda: taken(here.writer))
        await tab.connect(there)
        for sent in tab.unanswered:
            await tab.link.deliver(sent)
        await until(lambda: taken(there.writer))
        await tab.link.deliver(tab.say("move", move=">"))
    await tab.link.outbox.flushed()
    answers = [answer for _, answer in tab.link.answered]
    assert [(answer["t"], answer["seq"]) for answer in answers] == [
        ("ack", n) for n in (1, 2, 3, 4)
    ]
    assert await in_db(checked, run, [tab]) == [">"] * 4
    for process in (here, there):
        await asyncio.to_thread(process.writer.close)


async def said(tab: Tab, t: str, **fields: Any) -> Frame:
    """What a frame said now is answered with."""
    sent = tab.say(t, **fields)
    await tab.link.deliver(tab.in_flight.pop())
    await tab.link.outbox.flushed()
    await tab.hear()
    return sent.answers[-1]


async def test_a_run_ended_before_its_first_view_shows_no_time() -> None:
    player = await player_made()
    run = await run_made(player, CODE)
    await sync_to_async(run_end)(run=run, result="stopped")
    async with sitting(player, run) as (_, welcome):
        assert (welcome["view"]["result"], welcome["view"]["ms"]) == ("stopped", 0)


async def test_a_table_left_in_the_middle_of_a_write_is_forgotten_all_the_same() -> None:
    async with tabs_on(1, []) as (run, (socket,)):
        await socket.send("move", base=0, after=[], move=">")
    await until(lambda: tables().live(run.token) is None)
    assert await log_read(run) == [">"]
