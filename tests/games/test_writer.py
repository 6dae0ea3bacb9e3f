"""The group-commit writer: what is acknowledged is stored, and nobody pays for another."""

import asyncio
import random
import threading
from collections.abc import Iterator
from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

import games.writer
from games.errors import WriterUnavailable
from games.models import LogItem, Run
from games.writer import Epoch, GroupCommitWriter, Write
from games.writer_sql import Clock, Part, rows_write
from tests.games.support import Socket, make_player, make_run, sign_in, sitting
from tests.games.writing import (
    as_one_group,
    database_down,
    database_held,
    end_all_backends,
    end_waiting_backends,
    logs_of,
    make_runs,
    make_write,
    stored,
    taken,
    until,
    until_waiting_for_lock,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
both_databases = pytest.mark.main_path

runs_made = sync_to_async(make_runs)


@pytest.fixture
def writer() -> Iterator[GroupCommitWriter]:
    """A writer of the test's own, with its thread and connection."""
    writer = GroupCommitWriter()
    yield writer
    writer.close()


@pytest.fixture
def links_cut(transactional_db: None) -> Iterator[None]:
    """For tests that cut every link to the database: the test's own is made anew as well."""
    yield
    connections.close_all()


@both_databases
async def test_items_and_row_are_stored_before_the_writer_says_so(
    writer: GroupCommitWriter,
) -> None:
    (run,) = await runs_made(1)
    write = make_write(run, 0, ">", "c1a", "u")
    with database_held():
        writer.submit(write)
        await until(lambda: taken(writer))
        assert await logs_of(run) == [[]]
        assert not write.done.done()
    assert await write.done is True
    assert await logs_of(run) == [[">", "c1a", "u"]]
    after = await stored(run)
    assert (after.seq, after.score, after.moves, after.state) == (3, 30, 3, "open")


@both_databases
async def test_a_refused_run_does_not_fail_its_group(writer: GroupCommitWriter) -> None:
    plug, good, behind, ended, other = await runs_made(5)
    await Run.objects.filter(pk=behind.pk).aupdate(seq=4)
    await Run.objects.filter(pk=ended.pk).aupdate(state="ended", result="stopped")
    writes = [make_write(run, 0, ">") for run in (good, behind, ended, other)]
    answers = await as_one_group(writer, plug, *writes)
    assert answers == [True, False, False, True]
    assert await logs_of(good, behind, ended, other) == [[">"], [], [], [">"]]
    assert [write.epoch.lost for write in writes] == [False, True, True, False]
    assert (await stored(behind)).seq == 4


@both_databases
async def test_pipelined_writes_of_a_run_become_one(writer: GroupCommitWriter) -> None:
    plug, run = await runs_made(2)
    epoch = Epoch()
    writes = [
        make_write(run, 0, "c1a", epoch=epoch),
        make_write(run, 1, ">", "<", epoch=epoch),
        make_write(run, 3, "wH", epoch=epoch, result="won"),
    ]
    assert await as_one_group(writer, plug, *writes) == [True, True, True]
    assert await logs_of(run) == [["c1a", ">", "<", "wH"]]
    after = await stored(run)
    assert (after.seq, after.state, after.result) == (4, "ended", "won")


@both_databases
async def test_nothing_follows_an_end_in_its_own_group(writer: GroupCommitWriter) -> None:
    plug, run = await runs_made(2)
    epoch = Epoch()
    writes = [
        make_write(run, 0, "c1a", epoch=epoch, result="won"),
        make_write(run, 1, "u", epoch=epoch),
    ]
    await as_one_group(writer, plug, *writes)
    assert await logs_of(run) == [["c1a"]]
    assert writes[1].done.result() is False


@both_databases
async def test_two_folds_of_one_run_in_a_group_never_mix(writer: GroupCommitWriter) -> None:
    """Two loads of the same run, each two items ahead: the first stands, the other falls whole."""
    plug, run = await runs_made(2)
    mine, theirs = Epoch(), Epoch()
    writes = [
        make_write(run, 0, "c1a", epoch=mine),
        make_write(run, 0, ">", epoch=theirs),
        make_write(run, 1, ">", epoch=theirs),
        make_write(run, 1, "c1b", epoch=mine),
    ]
    assert await as_one_group(writer, plug, *writes) == [True, False, False, True]
    assert await logs_of(run) == [["c1a", "c1b"]]


@both_databases
async def test_after_a_refusal_a_number_that_fits_again_is_refused_too(
    writer: GroupCommitWriter,
) -> None:
    """Another process wrote two items; ours has the third one waiting, made for another board."""
    (run,) = await runs_made(1)
    theirs = make_write(run, 0, ">", "<")
    writer.submit(theirs)
    assert await theirs.done
    epoch = Epoch()
    for base in (0, 1, 2):
        write = make_write(run, base, "c1a", epoch=epoch)
        writer.submit(write)
        assert await write.done is False, base
    assert await logs_of(run) == [[">", "<"]]


@both_databases
async def test_a_write_without_items_moves_only_an_open_run_at_its_place(
    writer: GroupCommitWriter,
) -> None:
    """Pause and stop: they too are for the board their sender had seen."""
    (run,) = await runs_made(1)
    stale, right, late = (make_write(run, base, result="stopped") for base in (1, 0, 0))
    for write in (stale, right, late):
        writer.submit(write)
        await write.done
    assert [write.done.result() for write in (stale, right, late)] == [False, True, False]
    assert (await stored(run)).result == "stopped"


@both_databases
async def test_a_write_timed_by_another_clock_is_refused(writer: GroupCommitWriter) -> None:
    """Another process paused the run, or paused it and went on."""
    paused, resumed, same = await runs_made(3)
    await Run.objects.filter(pk=paused.pk).aupdate(paused_ms=500)
    await Run.objects.filter(pk=resumed.pk).aupdate(started_ms=400)
    writes = [make_write(run, 0, ">") for run in (paused, resumed, same)]
    for write in writes:
        writer.submit(write)
    assert [await write.done for write in writes] == [False, False, True]
    assert ((await stored(paused)).paused_ms, (await stored(resumed)).started_ms) == (500, 400)
    right = make_write(resumed, 0, ">", clock=Clock(400, None))
    writer.submit(right)
    assert await right.done is True


async def test_a_link_lost_while_waiting_is_mended_and_nothing_is_doubled(
    writer: GroupCommitWriter,
) -> None:
    first, run = await runs_made(2)
    opening = make_write(first, 0, ">")
    writer.submit(opening)
    await opening.done
    write = make_write(run, 0, ">", "<")
    with database_held():
        writer.submit(write)
        await until(lambda: taken(writer))
        await until_waiting_for_lock()
        assert await sync_to_async(end_waiting_backends)() == 1
    assert await write.done is True
    assert await logs_of(run) == [[">", "<"]]


@pytest.mark.usefixtures("links_cut")
async def test_a_link_lost_while_idle_costs_nothing(writer: GroupCommitWriter) -> None:
    run, other = await runs_made(2)
    for target in (run, other):
        write = make_write(target, 0, ">")
        writer.submit(write)
        assert await write.done is True
        await sync_to_async(end_all_backends)()
    assert await logs_of(run, other) == [[">"], [">"]]


@pytest.mark.usefixtures("links_cut")
async def test_database_down_refuses_and_database_back_serves(writer: GroupCommitWriter) -> None:
    run, other = await runs_made(2)
    lost = [make_write(run, 0, ">"), make_write(other, 0, ">")]
    async with database_down():
        for write in lost:
            writer.submit(write)
        answers = await asyncio.gather(*(write.done for write in lost), return_exceptions=True)
    assert [type(answer) for answer in answers] == [WriterUnavailable] * 2
    assert all(write.epoch.lost for write in lost)
    again = make_write(run, 0, "c1a")
    writer.submit(again)
    assert await again.done is True
    assert await logs_of(run, other) == [["c1a"], []]


async def test_two_processes_on_the_same_runs_write_each_place_once() -> None:
    runs = await runs_made(12)
    writers = [GroupCommitWriter(), GroupCommitWriter()]
    order = random.Random(20)
    accepted: list[tuple[int, int]] = []
    for place in range(15):
        rivals: list[Write] = []
        for number, writer in enumerate(writers):
            for run in order.sample(runs, len(runs)):
                rivals.append(make_write(run, place, f"w{'ab'[number]}"))
                writer.submit(rivals[-1])
        for write in rivals:
            if await write.done:
                accepted.append((write.row.id, write.base))
    for writer in writers:
        await asyncio.to_thread(writer.close)
    assert len(accepted) == len(set(accepted)) == 12 * 15
    assert [len(log) for log in await logs_of(*runs)] == [15] * 12


@both_databases
async def test_closing_commits_what_is_queued_and_the_writer_can_begin_again(
    writer: GroupCommitWriter,
) -> None:
    runs = await runs_made(40)
    writes = [make_write(run, 0, ">", "<") for run in runs]
    for write in writes:
        writer.submit(write)
    await asyncio.to_thread(writer.close)
    assert await logs_of(*runs) == [[">", "<"]] * 40
    assert await asyncio.gather(*(write.done for write in writes)) == [True] * 40
    late = make_write(runs[0], 2, "c1a", epoch=writes[0].epoch)
    writer.submit(late)
    assert await late.done is True


@both_databases
async def test_a_write_that_comes_while_the_thread_ends_is_not_left_lying(
    writer: GroupCommitWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, other = await runs_made(2)
    ending, go = threading.Event(), threading.Event()
    close = BaseDatabaseWrapper.close

    def slow_close(self: BaseDatabaseWrapper) -> None:
        if threading.current_thread().name == "log-writer":
            ending.set()
            go.wait(5)
        close(self)

    first = make_write(run, 0, ">")
    writer.submit(first)
    await first.done
    monkeypatch.setattr(BaseDatabaseWrapper, "close", slow_close)
    closing = asyncio.ensure_future(asyncio.to_thread(writer.close))
    await until(ending.is_set)
    late = make_write(other, 0, ">")
    writer.submit(late)
    go.set()
    assert await asyncio.wait_for(late.done, 5) is True
    await closing


@both_databases
async def test_a_run_whose_log_is_broken_fails_alone(writer: GroupCommitWriter) -> None:
    """An item beyond `seq`, as a half-restored backup leaves it: that run cannot be written."""
    plug, good, broken, other = await runs_made(4)
    await LogItem.objects.acreate(run=broken, place=0, text="u", at_ms=0)
    writes = [make_write(run, 0, ">") for run in (good, broken, other)]
    answers = await as_one_group(writer, plug, *writes)
    assert (answers[0], answers[2]) == (True, True)
    assert isinstance(answers[1], WriterUnavailable)
    assert await logs_of(good, broken, other) == [[">"], ["u"], [">"]]
    assert (await stored(broken)).seq == 0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("error", [InterfaceError, ArithmeticError])
async def test_no_error_leaves_a_socket_waiting(
    writer: GroupCommitWriter, error: type[Exception]
) -> None:
    """Whatever the driver raises, the write is answered and the next one is served."""
    (run,) = await runs_made(1)
    write = make_write(run, 0, ">")
    with mock.patch.object(games.writer, "rows_write", side_effect=error("gone")):
        writer.submit(write)
        with pytest.raises(WriterUnavailable):
            await asyncio.wait_for(write.done, 5)
    assert write.epoch.lost
    again = make_write(run, 0, ">")
    writer.submit(again)
    assert await asyncio.wait_for(again.done, 5) is True


@both_databases
async def test_a_link_lost_after_the_commit_doubles_nothing(writer: GroupCommitWriter) -> None:
    """The commit happened and its answer did not arrive: the writer's second try tells."""
    run, other = await runs_made(2)

    def commit_and_lose(link: BaseDatabaseWrapper, parts: list[Part]) -> set[int]:
        rows_write(link, parts)
        raise OperationalError("the answer was lost")

    write = make_write(run, 0, ">", "<")
    calls = iter([commit_and_lose, rows_write])
    with mock.patch.object(games.writer, "rows_write", lambda *given: next(calls)(*given)):
        writer.submit(write)
        assert await write.done is True
    assert await logs_of(run, other) == [[">", "<"], []]
    after = make_write(run, 2, "c1a", epoch=write.epoch)
    writer.submit(after)
    assert await after.done is True


@both_databases
async def test_no_answer_leaves_before_the_commit_not_even_a_refusal() -> None:
    """A refusal shows a view, and that view shows the move on its way to the database."""
    player = await sync_to_async(make_player)()
    run = await sync_to_async(make_run)(player, "KL1-1-AAAAABB")
    async with sitting(player, run) as (socket, _):
        with database_held():
            await socket.send("move", base=0, after=[], move=">")
            await socket.send("move", base=0, after=[">"], move="wS")
            await socket.send("tap", base=0, after=[], card="s")
            await until(lambda: games.writer.writer._thread is not None)
            await until(lambda: taken(games.writer.writer))
            assert await socket.wire.receive_nothing(0.2)
            assert await logs_of(run) == [[]]
        answers = [await socket.read() for _ in range(3)]
    assert [(answer["t"], answer["seq"]) for answer in answers] == [
        ("ack", 1), ("nack", 1), ("ack", 1),
    ]  # fmt: skip
    assert [answer["view"]["moves"] for answer in answers] == [1, 1, 1]
    assert await logs_of(run) == [[">"]]


@pytest.mark.usefixtures("links_cut")
async def test_while_the_database_is_down_sockets_are_told_so_and_come_back() -> None:
    player = await sync_to_async(make_player)()
    run = await sync_to_async(make_run)(player, "KL1-1-AAAAABB")
    cookie = await sync_to_async(sign_in)(player)
    playing, bad, late = Socket(cookie), Socket(cookie), Socket(cookie)
    for socket in (playing, bad, late):
        await socket.wire.connect()
    for socket in (playing, bad):
        await socket.ask("hello", run=run.token, v=1)
    async with database_down():
        await playing.send("move", base=0, after=[], move=">")
        await until(lambda: taken(games.writer.writer))
        answers = [await playing.read()]
        await bad.send("nonsense")
        await late.send("hello", run=run.token, v=1)
        answers += [await bad.read(), await late.read()]
    assert {(answer["t"], answer["code"]) for answer in answers} == {("bye", "unavailable")}
    assert {await socket.closed() for socket in (playing, bad, late)} == {1013}
    for socket in (playing, bad, late):
        await socket.wire.disconnect()
    async with sitting(player, run) as (socket, welcome):
        assert welcome["seq"] == 0
        assert (await socket.ask("move", base=0, after=[], move=">"))["seq"] == 1
