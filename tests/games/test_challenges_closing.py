"""At its closing a challenge ends for all at one instant, and opens; whoever notices first."""

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.test import Client

from engine.commitment import check_commitment
from engine.record import parse_record, replay_record
from games.days import daily_closes
from games.models import Challenge, Result, Run
from games.selectors.challenges import challenge_row
from games.services.challenges import challenge_start, challenges_close
from games.services.runs import run_end
from games.services.tables import tables
from games.sockets import sockets
from games.tasks_challenges import CLOSING_GRACE
from games.tasks_challenges import challenges_close as close_task
from tests.games.challenging import CODE, DAY, LINE, at_once, make_challenge, play_moves, utc
from tests.games.support import BACKEND, log_of, make_player, sitting

CLOSES = daily_closes(DAY)
CLOSES_MS = round(CLOSES.timestamp() * 1000)
NOON = utc("2026-06-05T12:00")
pytestmark = pytest.mark.django_db(transaction=True)


def attempt(name: str = "Ingrid", *, moves: int = 0) -> Run:
    """An open attempt at the only challenge; one that moved began at noon of the day."""
    run = challenge_start(challenge=Challenge.objects.get(), player=make_player(name), now=NOON)
    return play_moves(run, LINE[:moves], started=NOON) if moves else run


@pytest.mark.main_path
def test_at_the_closing_runs_end_and_everything_opens() -> None:
    make_challenge()
    unseen, played = attempt("Ingrid"), attempt("Sindre", moves=3)
    given_up = attempt("Solveig")
    with time_machine.travel(NOON):
        run_end(run=given_up, result="stopped")
    assert challenges_close(now=CLOSES - timedelta(microseconds=1)) == 0
    assert challenges_close(now=CLOSES) == 1
    challenge = Challenge.objects.get()
    assert (challenge.code, challenge.is_over) == (CODE, True)
    assert check_commitment(challenge.commitment, challenge.salt, challenge.code)
    for run in (unseen, played):
        run.refresh_from_db()
        assert (run.state, run.result, run.ended_ms) == ("ended", "closed", CLOSES_MS)
    given_up.refresh_from_db()
    assert given_up.result == "stopped"
    assert [result.token for result in Result.objects.all()] == [played.token]
    assert challenges_close(now=CLOSES + timedelta(days=9)) == 0


def test_salt_code_and_hash_are_checked_with_the_engine_alone() -> None:
    make_challenge()
    challenges_close(now=CLOSES)
    challenge = Challenge.objects.get()
    command = [sys.executable, "-m", "engine", "check-commitment"]
    promise = [challenge.commitment, challenge.salt, challenge.code]
    assert subprocess.run([*command, *promise], capture_output=True).returncode == 0
    promise[1] = "0" * 32
    assert subprocess.run([*command, *promise], capture_output=True).returncode == 1


def test_the_proof_is_a_record_that_replays_to_its_end() -> None:
    make_challenge()
    path = f"/daily/{DAY}/RU1-C/proof.txt"
    assert Client().get(path).status_code == 404
    challenges_close(now=CLOSES)
    answer = Client().get(path)
    replayed = replay_record(parse_record(answer.content.decode()))
    assert (replayed.failure, replayed.game.won, replayed.game.up) == (None, True, 52)
    row = challenge_row(challenge=Challenge.objects.get(), user=None, now=CLOSES)
    assert (row.state, row.code, row.proof_line.split()) == ("closed", CODE, LINE)
    assert row.par == len(LINE)


@pytest.mark.main_path
def test_many_who_close_at_once_close_once() -> None:
    for event in ("RU1-C", "RU1-R", "KL1-1"):
        make_challenge(event=event, code=CODE if event == "RU1-C" else "")
    challenge = Challenge.objects.get(event="RU1-C")
    players = [make_player(f"Player{letter}") for letter in "abcdefgh"]
    for player in players:
        challenge_start(challenge=challenge, player=player, now=NOON)
    closed = at_once(*[lambda: challenges_close(now=CLOSES)] * 6)
    assert sum(closed) == 3
    assert set(Run.objects.values_list("result", "ended_ms")) == {("closed", CLOSES_MS)}
    assert not Challenge.objects.filter(closed_at=None).exists()


def test_a_closing_cut_half_way_is_finished_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed after ending some runs: nothing is open that is not over, and nothing is lost."""
    make_challenge()
    runs = [attempt(name) for name in ("Ingrid", "Sindre", "Solveig")]
    monkeypatch.setattr("games.services.challenges._BATCH", 1)
    monkeypatch.setattr("games.services.challenges.text_unseal", _killed)
    with pytest.raises(KeyboardInterrupt):
        challenges_close(now=CLOSES)
    monkeypatch.undo()
    assert not Challenge.objects.get().is_over
    assert set(Run.objects.values_list("result", flat=True)) == {"closed"}
    assert challenges_close(now=CLOSES) == 1
    assert Run.objects.filter(pk__in=[run.pk for run in runs], ended_ms=CLOSES_MS).count() == 3


def _killed(**_: object) -> str:
    raise KeyboardInterrupt


def test_beat_closes_once_what_was_under_way_has_arrived() -> None:
    make_challenge()
    with time_machine.travel(CLOSES + CLOSING_GRACE - timedelta(seconds=1), tick=False):
        close_task()
    assert not Challenge.objects.get().is_over
    with time_machine.travel(CLOSES + CLOSING_GRACE, tick=False):
        close_task()
    assert Challenge.objects.get().is_over


def test_stopping_after_the_closing_is_being_closed() -> None:
    make_challenge()
    run = attempt(moves=2)
    with time_machine.travel(CLOSES + timedelta(hours=1), tick=False):
        ended = run_end(run=run, result="stopped")
    assert (ended.result, ended.ended_ms) == ("closed", CLOSES_MS)


class Moved:
    """The server's clock, at the closing of `DAY` and some milliseconds."""

    def __init__(self) -> None:
        self.ms = CLOSES_MS - 60_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Iterator[Moved]:
    moved = Moved()
    for module in ("games.handlers.table", "games.services.tables", "games.services.runs"):
        monkeypatch.setattr(f"{module}.now_ms", moved)
    return moved


@sync_to_async
def begun(name: str = "Ingrid") -> tuple[object, Run]:
    make_challenge()
    run = attempt(name)
    return run.player, run


@sync_to_async
def stored(run: Run) -> tuple[str, str, int | None, list[str]]:
    found = Run.objects.get(pk=run.pk)
    return found.state, found.result, found.ended_ms, log_of(found)


@pytest.mark.main_path
@pytest.mark.asyncio
async def test_the_table_itself_refuses_from_the_instant_of_the_closing(now: Moved) -> None:
    """Nobody has called beat or a worker."""
    player, run = await begun()
    async with sitting(player, run) as (socket, welcome):  # type: ignore[arg-type]
        assert welcome["view"].get("code") is None
        now.ms = CLOSES_MS - 1
        ack = await socket.ask("move", base=0, after=[], move=LINE[0])
        assert (ack["t"], ack["at"]) == ("ack", 59_999)
        now.ms = CLOSES_MS
        nack = await socket.ask("move", base=1, after=[], move=LINE[1])
        assert (nack["t"], nack["code"], nack["seq"]) == ("nack", "finished", 1)
        assert (nack["view"]["result"], nack["view"]["ms"]) == ("closed", 60_000)
        assert "code" not in nack["view"], "others may be asked by a clock that is behind"
        assert not nack["view"]["legal"]
        assert await stored(run) == ("ended", "closed", CLOSES_MS, [LINE[0]])
        again = await socket.ask("move", base=0, after=[], move=LINE[0])
        assert again["t"] == "ack", "what was acknowledged stays so"


@pytest.mark.asyncio
async def test_who_looks_after_the_closing_sees_the_end(now: Moved) -> None:
    player, run = await begun()
    now.ms = CLOSES_MS + 5
    async with sitting(player, run) as (_, welcome):  # type: ignore[arg-type]
        assert welcome["view"]["result"] == "closed"
        assert "code" not in welcome["view"]
    assert await stored(run) == ("ended", "closed", CLOSES_MS, [])


@pytest.mark.asyncio
async def test_who_sits_and_thinks_is_told_at_the_closing(now: Moved) -> None:
    player, run = await begun()
    async with sitting(player, run) as (socket, _):  # type: ignore[arg-type]
        timer = sockets()._closings[run.token]
        assert 59 < timer.when() - timer._loop.time() < 61  # type: ignore[attr-defined]
        seat = sockets()._by_run[run.token][0].seat
        assert seat is not None
        timer.cancel()
        sockets()._close_now(run.token, seat)
        assert run.token in sockets()._closings, "too early: it waits on"
        sockets()._closings[run.token].cancel()
        now.ms = CLOSES_MS + 10
        sockets()._close_now(run.token, seat)
        assert (await socket.read())["t"] == "changed"
        assert await stored(run) == ("ended", "closed", CLOSES_MS, [])
        welcome = await socket.ask("hello", run=run.token, v=1)
        assert welcome["view"]["result"] == "closed"
    assert run.token not in sockets()._closings


@pytest.mark.asyncio
async def test_a_real_timer_ends_it(now: Moved) -> None:
    player, run = await begun()
    now.ms = CLOSES_MS - 30
    async with sitting(player, run) as (socket, _):  # type: ignore[arg-type]
        now.ms = CLOSES_MS + 30
        assert (await socket.read())["t"] == "changed"
    assert (await stored(run))[:3] == ("ended", "closed", CLOSES_MS)


@pytest.mark.asyncio
async def test_closed_elsewhere_the_table_looks_again(now: Moved) -> None:
    """A worker was faster: the move is refused, its sender sees the end."""
    player, run = await begun()
    async with sitting(player, run) as (socket, _):  # type: ignore[arg-type]
        await sync_to_async(challenges_close)(now=CLOSES)
        assert (await socket.read())["t"] == "changed"
        nack = await socket.ask("move", base=0, after=[], move=LINE[0])
        assert (nack["t"], nack["code"]) == ("nack", "finished")
        welcome = await socket.ask("hello", run=run.token, v=1)
        assert welcome["view"]["code"] == CODE, "the challenge is over"
        assert (await stored(run))[3] == []


@pytest.mark.asyncio
async def test_hints_and_pauses_are_refused_in_an_attempt(now: Moved) -> None:
    player, run = await begun()
    async with sitting(player, run) as (socket, _):  # type: ignore[arg-type]
        for kind in ("fair", "line"):
            nack = await socket.ask("hint", base=0, after=[], kind=kind)
            assert nack["code"] == "not_in_ranked"
        assert (await socket.ask("pause", base=0, after=[], on=True))["code"] == "not_pausable"
        undo = await socket.ask("move", base=0, after=[], move=LINE[0])
        assert (await socket.ask("undo", base=1, after=[]))["t"] == undo["t"] == "ack"


@pytest.mark.asyncio
async def test_stopping_does_not_tell_the_code(now: Moved) -> None:
    player, run = await begun()
    async with sitting(player, run) as (socket, _):  # type: ignore[arg-type]
        ack = await socket.ask("stop", base=0, after=[])
        assert (ack["t"], ack["view"]["result"]) == ("ack", "stopped")
        assert CODE[-7:] not in json.dumps(socket.heard)
        assert tables().live(run.token) is not None


@pytest.mark.asyncio
async def test_winning_does_not_tell_the_code_either(now: Moved) -> None:
    player, run = await begun()
    async with sitting(player, run) as (socket, _):  # type: ignore[arg-type]
        for place, move in enumerate(LINE):
            ack = await socket.ask("move", base=place, after=[], move=move)
        assert ack["view"]["result"] == "won"
        heard = json.dumps(socket.heard)
        assert not any(group in heard for group in CODE.split("-")[2:])
    client = Client()
    await sync_to_async(client.force_login)(player, backend=BACKEND)  # type: ignore[arg-type]
    page = await sync_to_async(client.get)(f"/runs/{run.token}/")
    assert CODE[-7:] not in page.content.decode()
