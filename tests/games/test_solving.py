"""What players get from the solver: proved deals, its hints, lost positions, the analysis.

The tasks are called as functions here, with the real solver; `tests/e2e` has real workers.
"""

import asyncio
from threading import Event
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings
from structlog.testing import capture_logs

from accounts.models import User
from accounts.services.accounts import settings_update
from engine.codes import parse_code
from engine.deals import deal
from engine.solver import search
from engine.solver.analysis import is_winning
from engine.solver.warm import warm_up
from games import jobs, tasks
from games.handlers.table import Seat, position_look
from games.models import Analysis, LogItem, PoolDeal, Run
from games.sealing import code_unseal, text_unseal
from games.selectors.analysis import analysis_row
from games.selectors.pool import pool_levels
from games.selectors.viewers import Viewer
from games.services import dealing, pool
from games.services.analysis import analysis_request
from games.services.runs import run_end, run_retry, run_start
from games.services.tables import tables
from tests.games.support import BACKEND, make_player, make_run, sitting, won_lines

CODE = next(text for text in won_lines(sealed=True) if text.startswith("RU1-C"))
# After these two moves of a deal that can be won, it cannot: the second lost it.
LOST = ["aS", "e4a"]


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """As a worker is before its first question: some answers are bounded in time as it passes."""
    warm_up()


@pytest.fixture
def ingrid() -> User:
    return make_player()


def asked_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions are answered at once, in this thread, by the task itself."""

    def send(name: str, queue: str, ids: dict[str, Any], expires: float | None = None) -> bool:
        getattr(tasks, name.rsplit(".", 1)[1])(**ids)
        return True

    monkeypatch.setattr(jobs, "_send", send)


def lost_run(player: User) -> Run:
    run = make_run(player, CODE, "ranked")
    LogItem.objects.bulk_create(
        LogItem(run=run, place=place, text=text, at_ms=place) for place, text in enumerate(LOST)
    )
    run.seq, run.moves, run.started_ms, run.up = 2, 2, 1_700_000_000_000, 1
    run.save()
    return run_end(run=run, result="stopped")


@pytest.mark.django_db
def test_the_pool_is_filled_with_proofs_the_rule_book_accepts(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.POOL_SIZE = 1
    monkeypatch.setattr(tasks, "PAR_SECONDS", 0.05)
    asked: list[tuple[str, str]] = []
    monkeypatch.setattr(tasks, "job_enqueue", lambda name, chain: asked.append((name, chain)))
    tasks.pool_fill()
    while len(asked) < 60 and min(pool_levels().values()) < 1:
        tasks.pool_fill(asked[-1][1])
    assert set(pool_levels().values()) == {1}
    assert asked == [(jobs.POOL_FILL, asked[0][1])] * len(asked)
    for ready in PoolDeal.objects.all():
        code = code_unseal(sealed=ready.sealed_code)
        line = text_unseal(sealed=ready.sealed_line).split()
        assert code.sealed
        assert is_winning(deal(code), line)
        assert ready.bound <= ready.par == len(line)
        assert ready.par_is_minimum is (ready.bound == ready.par)
        assert b"RU1" not in bytes(ready.sealed_code)
    chain = asked.pop()[1]
    asked.clear()
    tasks.pool_fill(chain)
    assert (PoolDeal.objects.count(), asked) == (5, [])


@pytest.mark.django_db
def test_however_often_filling_is_begun_one_chain_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "_prove", lambda code: None)
    asked: list[str] = []
    monkeypatch.setattr(tasks, "job_enqueue", lambda name, chain: asked.append(chain))
    tasks.pool_fill()
    tasks.pool_fill()
    tasks.pool_fill("another")
    tasks.pool_fill(asked[0])
    assert asked == [asked[0]] * 2
    cache.delete(pool.CHAIN_KEY)  # as after a chain that was lost
    tasks.pool_fill()
    tasks.pool_fill(asked[0])
    assert len(set(asked)) == 2
    assert len(asked) == 3


@pytest.mark.django_db
def test_a_pool_that_runs_low_calls_the_solver_and_an_empty_one_the_operator(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(pool, "job_enqueue", asked.append)
    settings.POOL_SIZE = 1
    line = won_lines(sealed=True)[CODE]
    for _ in range(2):
        proof = pool.Proof(line, len(line), False, 52, 100, "test")
        pool.pool_deal_add(code=parse_code(CODE), proof=proof)
    with capture_logs() as logs:
        pool.pool_draw(event="RU1-C")
        assert asked == []
        pool.pool_draw(event="RU1-C")
        assert asked == [jobs.POOL_FILL]
        assert logs == []
        assert pool.pool_draw(event="RU1-C") is None
        assert pool.pool_draw(event="KL1-3SA") is None
    assert [(entry["event"], entry["log_level"], entry["game"]) for entry in logs] == [
        ("pool_empty", "error", "RU1-C")
    ]


@pytest.mark.django_db
def test_a_classic_run_takes_a_proved_deal_and_each_deal_serves_once(ingrid: User) -> None:
    for text in [text for text in won_lines(sealed=True) if text.startswith("RU1-C")]:
        line = won_lines(sealed=True)[text]
        proof = pool.Proof(line, len(line), False, 52, 100, "test")
        made = pool.pool_deal_add(code=parse_code(text), proof=proof)
    run = run_start(player=ingrid, event="RU1-C", kind="ranked")
    assert (run.pool_deal, run.proof) == (made, "proved")
    assert pool_levels()["RU1-C"] == 0


@pytest.mark.django_db
def test_with_an_empty_pool_a_deal_is_looked_for(
    ingrid: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_now(monkeypatch)
    settings_update(user=ingrid, changes={"winnable_only": True})
    run = run_start(player=ingrid, event="KL1-3SA", kind="casual")
    assert run.proof in {"proved", "unproved"}
    relaxed = run_start(player=ingrid, event="RU1-R", kind="casual")
    assert (relaxed.proof, relaxed.pool_deal) == ("proved", None)


@pytest.mark.django_db
def test_without_workers_an_ordinary_deal_comes_and_says_so(
    ingrid: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_send", lambda *_, **__: True)
    run = run_start(player=ingrid, event="RU1-C", kind="casual")
    assert (run.proof, bool(run.code)) == ("unproved", True)
    monkeypatch.setattr(dealing, "question_ask", lambda *_, **__: pytest.fail("asked again"))
    assert run_start(player=ingrid, event="RU1-C", kind="casual").proof == "unproved"


@pytest.mark.django_db
def test_only_so_many_wait_for_a_search_at_once(
    ingrid: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(dealing, "question_ask", lambda name, **_: asked.append(name) or "key")
    monkeypatch.setattr(dealing, "question_wait", lambda *_, **__: None)
    taken = [dealing._waiting.acquire(blocking=False) for _ in range(dealing.MOST_WAITING)]
    try:
        assert run_start(player=ingrid, event="RU1-C", kind="casual").proof == "unproved"
        assert asked == []
    finally:
        for _ in taken:
            dealing._waiting.release()
    assert run_start(player=ingrid, event="RU1-C", kind="casual").proof == "unproved"
    assert asked == [jobs.DEAL_FIND]


@pytest.mark.django_db
def test_a_deal_found_for_a_ranked_run_is_sealed_and_its_answer_tells_nothing(
    ingrid: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_now(monkeypatch)
    answers: list[str] = []
    monkeypatch.setattr(
        tasks, "question_answer", lambda key, text: answers.append(text) or answer(key, text)
    )
    answer = jobs.question_answer
    settings_update(user=ingrid, changes={"winnable_only": True})
    with capture_logs() as logs:
        run = run_start(player=ingrid, event="RU1-R", kind="ranked")
    seed = code_unseal(sealed=run.sealed_code).seed
    assert (run.proof, run.code, len(seed)) == ("proved", "", 28)
    assert seed not in answers[0] + repr(logs) + repr(list(PoolDeal.objects.values()))
    assert len(answers) == 1


@pytest.mark.django_db
def test_what_a_short_look_does_not_decide_waits_among_long_work(
    ingrid: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = make_run(ingrid, CODE)
    asked: list[dict[str, Any]] = []
    told: list[int] = []
    monkeypatch.setattr(
        tasks, "job_enqueue", lambda name, **ids: asked.append({"name": name, **ids})
    )
    monkeypatch.setattr(tasks, "run_proved_lost", lambda token, seq: told.append(seq))
    answers = {tasks.LOOK_SECONDS: "unknown", tasks.LONG_LOOK_SECONDS: "lost"}
    monkeypatch.setattr(
        search, "solve", lambda _, seconds: search.Verdict(answers[seconds], (), 1, 1.0)
    )
    tasks.position_look("key", run.pk, 1)  # the player is elsewhere by now
    assert asked == []
    tasks.position_look("key", run.pk, 0)
    assert told == []
    again = asked.pop()
    assert (again.pop("name"), again.pop("expires")) == (jobs.POSITION_LOOK, 60.0)
    tasks.position_look(**again)
    assert (asked, told) == ([], [0])


@pytest.mark.django_db
def test_the_analysis_names_the_move_that_lost(ingrid: User) -> None:
    run = lost_run(ingrid)
    analysis_request(run=run)
    tasks.run_analyse(run.pk)
    row = analysis_row(run=run, viewer=ingrid)
    assert row.is_done
    assert row.summary == (
        "Still winnable before move 2, lost after it: K♥ and 3 more to column 1."
    )
    assert row.winnable_at == 1
    assert len(row.line) > 50
    analysis = Analysis.objects.get(run=run)
    assert analysis.verdicts == "wwl"
    assert analysis.par is not None
    assert analysis.par_is_minimum
    assert 'class="chart-lost"' in str(row.chart)
    before, stamp = analysis.line, analysis.changed_at
    tasks.run_analyse(run.pk)
    analysis.refresh_from_db()
    assert (analysis.line, analysis.changed_at) == (before, stamp)


@pytest.mark.django_db
def test_retry_from_there_begins_before_the_losing_move(ingrid: User) -> None:
    run = lost_run(ingrid)
    again = run_retry(run=run, place=1, player=ingrid)
    assert (again.kind, again.code, again.seq, again.moves, again.up) == ("casual", CODE, 1, 1, 1)


@pytest.mark.django_db
def test_retry_of_a_won_game_leaves_its_last_move_to_play(ingrid: User) -> None:
    run = make_run(ingrid, CODE, "ranked")
    moves = won_lines(sealed=True)[CODE]
    LogItem.objects.bulk_create(
        LogItem(run=run, place=place, text=text, at_ms=place) for place, text in enumerate(moves)
    )
    run.seq, run.started_ms, run.state, run.result = len(moves), 1, "ended", "won"
    run.ended_ms = 1_700_000_000_000
    run.save()
    again = run_retry(run=run, place=999_999, player=ingrid)
    assert (again.is_open, again.seq, again.up) == (True, len(moves) - 1, 51)


@pytest.mark.django_db
def test_the_page_asks_once_and_shows_what_was_found(ingrid: User) -> None:
    run = lost_run(ingrid)
    client = Client()
    client.force_login(ingrid, backend=BACKEND)
    for _ in range(2):
        assert client.post(f"/runs/{run.token}/analyse/").status_code == 302
    assert Analysis.objects.count() == 1
    pending = client.get(f"/runs/{run.token}/analysis/", headers={"hx-request": "true"})
    assert "hx-get" in pending.content.decode()
    tasks.run_analyse(run.pk)
    page = client.get(f"/runs/{run.token}/").content.decode()
    assert "lost after it: K♥ and 3 more to column 1." in page
    response = client.post(f"/runs/{run.token}/retry/", {"place": "1"})
    assert Run.objects.get(token=response["Location"].split("/")[2]).seq == 1


@pytest.mark.django_db
@pytest.mark.parametrize("action", ["analyse", "retry"])
def test_an_open_run_is_neither_analysed_nor_retried(ingrid: User, action: str) -> None:
    run = make_run(ingrid, CODE, "ranked")
    client = Client()
    client.force_login(ingrid, backend=BACKEND)
    response = client.post(f"/runs/{run.token}/{action}/")
    assert response["Location"] == "/my/"
    assert not Analysis.objects.exists()
    assert Run.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_the_solvers_hint_is_named_as_such_and_repeats_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked_now(monkeypatch)
    player = await sync_to_async(make_player)()
    run = await sync_to_async(make_run)(player, CODE)
    async with sitting(player, run) as (socket, _):
        ack = await socket.ask("hint", base=0, after=[], kind="line")
        again = await socket.ask("hint", base=0, after=[], kind="line")
        assert (ack["by"], ack["view"]["hints"]) == ("line", 2)
        assert (again["by"], again["hint"]) == ("line", ack["hint"])
        played = await socket.ask("move", base=1, after=[], move=ack["hint"])
        assert played["t"] == "ack"


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_the_solver_is_silent_while_others_play_the_same_deal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, looked = list[str](), Event()
    monkeypatch.setattr(jobs, "_send", lambda name, *_, **__: (asked.append(name), looked.set()))
    player = await sync_to_async(make_player)()
    run = await sync_to_async(make_run)(player, CODE)
    async with sitting(player, run) as (socket, _):
        table = tables().live(run.token)
        assert table is not None
        table.sealed = True  # a second attempt at a running challenge has become casual
        assert (await socket.ask("hint", base=0, after=[], kind="line"))["by"] == "fair"
        seat = Seat(run.token, Viewer(player.pk), "")
        position_look(seat, 1)
        table.sealed = False
        position_look(seat, 1)
        assert await asyncio.to_thread(looked.wait, 5)
        assert asked == [jobs.POSITION_LOOK]


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_without_an_answer_in_time_the_hint_is_a_fair_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jobs, "_send", lambda *_, **__: True)
    monkeypatch.setattr("games.handlers.table.HINT_SECONDS", 0.1)
    player = await sync_to_async(make_player)()
    run = await sync_to_async(make_run)(player, CODE)
    async with sitting(player, run) as (socket, _):
        ack = await socket.ask("hint", base=0, after=[], kind="line")
        assert (ack["t"], ack["by"]) == ("ack", "fair")


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_a_player_who_stands_still_is_told_of_a_proof_and_of_nothing_less(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    asked_now(monkeypatch)
    monkeypatch.setattr("games.sockets.STILL_SECONDS", 0.05)
    player = await sync_to_async(make_player)()
    run = await sync_to_async(make_run)(player, CODE)
    async with sitting(player, run) as (socket, _):
        await socket.ask("move", base=0, after=[], move=LOST[0])
        assert await socket.wire.receive_nothing(timeout=1.0)
        await socket.ask("move", base=1, after=[], move=LOST[1])
        told = await socket.read()
        assert (told["t"], told["seq"]) == ("lost", 2)


def test_a_question_is_answered_once() -> None:
    jobs.question_answer("key", "e4a")
    assert asyncio.run(jobs.question_await("key", seconds=1)) == "e4a"
    assert jobs.question_read("key") == "e4a"
    assert cache.get("answer:key") is None


def test_who_could_not_ask_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_send", lambda *_, **__: False)
    monkeypatch.setattr(jobs, "question_read", lambda key: pytest.fail("waits"))
    key = jobs.question_ask(jobs.LINE_HINT, expires=1.0, run_id=1, place=0)
    assert jobs.question_wait(key, seconds=60) is None
    assert asyncio.run(jobs.question_await(key, seconds=60)) is None
