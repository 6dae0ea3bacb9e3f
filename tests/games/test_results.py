"""The stream of results: gapless, in order of commit, told at once and in versions."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, connections, transaction

from accounts.models import User
from games.clock import now_ms
from games.models import LogItem, PoolDeal, Result, Review, Run
from games.models.challenge import Challenge
from games.results import results_changed, results_last_place, results_since
from games.services.results import result_put, results_of_player_refresh, run_finished
from games.services.runs import run_end, run_restart
from games.services.verification import run_verify
from tests.games.finished import ended_run, verify_address
from tests.games.support import first_move, make_player, make_run, sitting, won_lines
from tests.support.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
CODE = "RU1-C-NHOJOHH-BANNVRI-OEVQQAU-OLVLCHM"
MOVES = won_lines(sealed=True)[CODE]
OPEN_CODE = "YU1-C-YGSOBVG"
OPEN_MOVES = won_lines(sealed=False)[OPEN_CODE]


def stream() -> list[tuple[int, int, str, bool]]:
    return [
        (result.place, result.version, result.state, result.counts)
        for result in results_since(place=0, limit=1000)
    ]


@pytest.mark.main_path
def test_a_result_says_what_the_run_came_to() -> None:
    player = make_player()
    player.zone = "Pacific/Auckland"
    player.save()
    ended = 1_798_761_600_000 - 3_600_000  # 31 December 2026, 23:00 UTC
    run = ended_run(player, CODE, MOVES, ended_ms=ended)
    result = result_put(run=run)
    assert result is not None
    assert (result.place, result.version, result.token) == (1, 1, run.token)
    assert (result.state, result.counts, result.kind) == ("provisional", False, "ranked")
    assert (result.event, result.code, result.challenge_id) == ("RU1-C", "", None)
    assert (result.won, result.clean, result.up, result.turned) == (True, True, 52, 21)
    assert (result.moves, result.ms, result.ended_ms) == (len(MOVES), run.last_ms, ended)
    assert result.score == 625, "cards up and cards turned"
    assert result.day == date(2027, 1, 1)
    assert results_since(place=0, limit=9) == [result]
    assert results_since(place=1, limit=9) == []
    assert results_last_place() == 1


def test_the_boards_score_counts_each_card_once() -> None:
    """A card put up, taken back and put up again pays twice at the table, once on boards."""
    line = MOVES
    up = next(n for n, move in enumerate(line) if move[-1] in "SHDC")
    suit = line[up][-1]
    player = make_player()
    run = ended_run(player, CODE, [*line[: up + 1], "u", line[up], "u", line[up]])
    plain = result_put(run=run)
    assert plain is not None
    assert (plain.score, plain.clean) == (run.score, False)
    assert suit in "SHDC"


def test_an_open_run_and_one_without_a_move_have_no_result() -> None:
    player = make_player()
    assert result_put(run=make_run(player)) is None
    moveless = make_run(player)
    run_end(run=moveless, result="stopped")
    assert stream() == []


def test_versions_follow_the_verification_the_address_and_the_review() -> None:
    player = make_player()
    run = ended_run(player, CODE, MOVES)
    run_finished(run_id=run.pk)
    run_finished(run_id=run.pk)
    assert stream() == [(1, 1, "provisional", False)]
    run_verify(run_id=run.pk)
    assert results_of_player_refresh(player=player) == 0
    verify_address(player)
    assert results_of_player_refresh(player=player) == 0, "the address has told it"
    Review.objects.create(run=run, signal="reported", state="removed")
    result_put(run=run)
    Review.objects.update(state="cleared")
    result_put(run=run)
    result_put(run=run)
    assert stream() == [
        (1, 1, "provisional", False),
        (2, 2, "verified", False),
        (3, 3, "verified", True),
        (4, 4, "withdrawn", False),
        (5, 5, "verified", True),
    ]


def test_a_casual_result_is_on_no_world_board() -> None:
    player = make_player()
    verify_address(player)
    run = ended_run(player, OPEN_CODE, OPEN_MOVES, kind="casual")
    run_verify(run_id=run.pk)
    (result,) = results_since(place=0, limit=9)
    assert (result.kind, result.code, result.state) == ("casual", OPEN_CODE, "verified")
    assert result.counts is False


def test_a_challenges_result_stands_on_its_own_date_wherever_the_player_moves() -> None:
    pool_deal = PoolDeal.objects.create(
        event="RU1-C", sealed_code=b"", sealed_line=b"", par=80, bound=80, states=1, solver="1"
    )
    challenge = Challenge.objects.create(
        kind="daily", event="RU1-C", day=date(2026, 12, 24), pool_deal=pool_deal,
        commitment="0" * 64, sealed_salt=b"",
    )  # fmt: skip
    player = make_player()
    run = ended_run(player, CODE, MOVES, challenge=challenge)
    casual = ended_run(player, OPEN_CODE, OPEN_MOVES, kind="casual", ended_ms=1_798_761_600_000)
    for each in (run, casual):
        run_finished(run_id=each.pk)
    User.objects.update(zone="Pacific/Honolulu")
    for each in (run, casual):
        run_verify(run_id=each.pk)
    days = [(result.state, result.day) for result in results_since(place=0, limit=9)]
    assert days == [
        ("provisional", date(2026, 12, 24)),
        ("provisional", date(2027, 1, 1)),
        ("verified", date(2026, 12, 24)),
        ("verified", date(2027, 1, 1)),
    ]
    # The later of two attempts becomes casual when a guest is merged.
    Run.objects.filter(pk=run.pk).update(kind="casual", ended_ms=1_798_761_600_000)
    last = result_put(run=run)
    assert last is not None
    assert (last.kind, last.challenge_id, last.counts) == ("casual", None, False)
    assert last.day == date(2026, 12, 31)


@pytest.mark.main_path
@pytest.mark.asyncio
async def test_a_win_at_the_table_is_provisional_at_once() -> None:
    player = await sync_to_async(make_player)()
    run = await sync_to_async(make_run)(player, CODE, "ranked")
    async with sitting(player, run) as (socket, _):
        for place, move in enumerate(MOVES):
            await socket.ask("move", base=place, after=[], move=move)
        assert await sync_to_async(provisional_soon)(run)
    found = await sync_to_async(run_verify)(run_id=run.pk)
    assert found.is_verified, found


@pytest.mark.asyncio
async def test_a_stop_at_the_table_is_provisional_at_once_and_verified() -> None:
    player = await sync_to_async(make_player)()
    run = await sync_to_async(make_run)(player, CODE, "ranked")
    async with sitting(player, run) as (socket, welcome):
        await socket.ask("move", base=0, after=[], move=first_move(welcome["view"]))
        await socket.ask("stop", base=1, after=[])
        assert await sync_to_async(provisional_soon)(run)
    found = await sync_to_async(run_verify)(run_id=run.pk)
    assert found.is_verified, found


def provisional_soon(run: Run) -> bool:
    """Within a second of the finish."""
    wait_until(lambda: Result.objects.filter(run=run).exists(), "a result", seconds=1)
    return Result.objects.get(run=run).state == "provisional"


def test_stopping_and_restarting_by_a_page_are_ends_too() -> None:
    player = make_player()
    heard: list[str] = []

    def hear(**_: Any) -> None:
        assert connection.in_atomic_block is False, "told after the commit"
        heard.append("changed")

    results_changed.connect(hear)
    try:
        for end in ("stop", "restart"):
            run = make_run(player, CODE, "ranked")
            LogItem.objects.create(run=run, place=0, text=MOVES[0], at_ms=5)
            Run.objects.filter(pk=run.pk).update(seq=1, moves=1, last_ms=5, started_ms=now_ms())
            if end == "stop":
                run_end(run=run, result="stopped")
            else:
                run_restart(run=Run.objects.get(pk=run.pk))
    finally:
        results_changed.disconnect(hear)
    assert heard == ["changed", "changed"]
    assert [state for _, _, state, _ in stream()] == ["provisional", "provisional"]


def test_a_receiver_that_fails_costs_nobody_the_result() -> None:
    def fail(**_: Any) -> None:
        raise RuntimeError("a board is broken")

    results_changed.connect(fail)
    try:
        run_finished(run_id=ended_run(make_player(), CODE, MOVES).pk)
    finally:
        results_changed.disconnect(fail)
    assert len(stream()) == 1


@pytest.mark.main_path
def test_a_reader_by_place_misses_nothing_while_many_write() -> None:
    """Eight writers, some of whose transactions fail, and a reader that never looks back."""
    player = make_player()
    runs = [ended_run(player, OPEN_CODE, OPEN_MOVES[:1], kind="casual") for _ in range(64)]
    done = threading.Event()
    seen: list[int] = []

    def write(numbers: range) -> None:
        try:
            for number in numbers:
                with transaction.atomic():
                    result_put(run=runs[number])
                    if number % 5 == 0:
                        transaction.set_rollback(True)
        finally:
            connections.close_all()

    def read() -> None:
        try:
            while True:
                last_round = done.is_set()
                fresh = results_since(place=seen[-1] if seen else 0, limit=3)
                seen.extend(result.place for result in fresh)
                if last_round and not fresh:
                    return
        finally:
            connections.close_all()

    with ThreadPoolExecutor(9) as pool:
        reader = pool.submit(read)
        writers = [pool.submit(write, range(n, 64, 8)) for n in range(8)]
        for writer in writers:
            writer.result()
        done.set()
        reader.result()
    assert seen == list(range(1, len(seen) + 1)), "no gap, no place twice"
    assert len(seen) == Result.objects.count() == sum(number % 5 > 0 for number in range(64))


def test_a_place_is_given_only_when_those_before_it_are_committed() -> None:
    """The second writer waits for the first one's transaction, however long that takes."""
    player, other = make_player(), make_player("Solveig")
    slow = ended_run(player, OPEN_CODE, OPEN_MOVES[:1], kind="casual")
    quick = ended_run(other, OPEN_CODE, OPEN_MOVES[:1], kind="casual")
    finished = threading.Event()

    def second() -> None:
        try:
            result_put(run=quick)
            finished.set()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            result_put(run=slow)
            job = pool.submit(second)
            assert not finished.wait(0.3)
        job.result(timeout=10)
    tokens = [result.token for result in results_since(place=0, limit=9)]
    assert tokens == [slow.token, quick.token]
