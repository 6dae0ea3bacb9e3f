"""Every ended run is replayed and compared: honest ones are verified, tampered ones are not."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from allauth.account.models import EmailAddress
from django.db import connection, connections, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from engine.codes import parse_code
from games import jobs
from games.clock import now_ms
from games.models import LogItem, Result, Review, Run
from games.results import results_since
from games.sealing import code_seal
from games.services.results import result_put, run_finished
from games.services.stream import stream_lock
from games.services.verification import (
    WAITING,
    Verification,
    run_verify,
    runs_verify_again,
    verification_sweep,
)
from tests.games.finished import ended_run, verify_address
from tests.games.support import make_player, won_lines
from tests.support.waiting import wait_until

pytestmark = pytest.mark.django_db
LINES = won_lines(sealed=False) | won_lines(sealed=True)
CODE = "RU1-C-NHOJOHH-BANNVRI-OEVQQAU-OLVLCHM"
MOVES = LINES[CODE]
OTHER = "RU1-C-KEMUBCR"
VERIFIED = Verification("verified")


@pytest.fixture
def player() -> User:
    player = make_player()
    verify_address(player)
    return player


def outcome(run: Run) -> Verification:
    run.refresh_from_db()
    return Verification(run.verification, run.verification_index, run.verification_code)


@pytest.mark.main_path
@pytest.mark.parametrize("code", LINES)
def test_honest_runs_of_every_variant_are_verified(player: User, code: str) -> None:
    run = ended_run(player, code, LINES[code], kind="ranked" if len(code) > 20 else "casual")
    assert run_verify(run_id=run.pk) == outcome(run) == VERIFIED
    (result,) = results_since(place=0, limit=9)
    assert (result.run_id, result.state, result.won, result.clean) == (
        run.pk,
        "verified",
        True,
        True,
    )
    assert result.counts is (run.kind == "ranked")


def test_a_run_with_undos_and_hints_that_was_given_up_is_verified(player: User) -> None:
    items = ["?", *MOVES[:9], "u", "u", "?", *MOVES[7:20]]
    run = ended_run(
        player, OTHER, ["?", *LINES[OTHER][:9], "u", "u", *LINES[OTHER][7:20]], kind="casual"
    )
    assert run_verify(run_id=run.pk) == VERIFIED
    ranked = ended_run(player, CODE, items)
    assert run_verify(run_id=ranked.pk) == Verification("rejected", 0, "hint")


def change(run: Run, place: int, **fields: object) -> None:
    LogItem.objects.filter(run=run, place=place).update(**fields)


def move_changed(run: Run) -> None:
    change(run, 30, text=MOVES[31])


def move_that_is_no_move(run: Run) -> None:
    change(run, 30, text="x9z")


def move_added(run: Run) -> None:
    last = LogItem.objects.get(run=run, place=run.seq - 1)
    LogItem.objects.create(run=run, place=run.seq, text="u", at_ms=last.at_ms)


def move_added_and_counted(run: Run) -> None:
    move_added(run)
    Run.objects.filter(pk=run.pk).update(seq=F("seq") + 1, undos=1)


def move_dropped(run: Run) -> None:
    LogItem.objects.filter(run=run, place=40).delete()


def last_move_dropped(run: Run) -> None:
    LogItem.objects.filter(run=run, place=run.seq - 1).delete()


def move_dropped_and_closed_up(run: Run) -> None:
    LogItem.objects.filter(run=run, place=40).delete()
    for place in range(41, run.seq):
        LogItem.objects.filter(run=run, place=place).update(place=place - 1)
    Run.objects.filter(pk=run.pk).update(seq=F("seq") - 1, moves=F("moves") - 1)


def time_turned_back(run: Run) -> None:
    change(run, 50, at_ms=1)


def time_before_the_start(run: Run) -> None:
    change(run, 0, at_ms=-1)


def time_after_the_end(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(ended_ms=F("ended_ms") - 20 * 700)


def clock_started_before_the_deal(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(started_ms=F("started_ms") - 60_000)


def played_after_closing(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(closes_ms=(run.started_ms or 0) + 20 * 700)


def another_deal(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(sealed_code=code_seal(code=parse_code(OTHER)))


def score_raised(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(score=F("score") + 5)


def moves_lowered(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(moves=F("moves") - 5)


def time_shortened(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(last_ms=F("last_ms") - 5)


def undo_hidden(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(undos=1)


def cards_claimed(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(turned=20)


def win_denied(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(result="stopped")


N = len(MOVES)
TAMPERED: list[tuple[Callable[[Run], None], int, str]] = [
    (move_changed, 30, ""),
    (move_that_is_no_move, 30, "notation"),
    (move_added, N, "finished"),
    (move_added_and_counted, N, "finished"),
    (move_dropped, 40, "gap"),
    (last_move_dropped, N - 1, "gap"),
    (move_dropped_and_closed_up, -1, ""),
    (time_turned_back, 50, "clock"),
    (time_before_the_start, 0, "clock"),
    (time_after_the_end, N - 18, "clock"),
    (clock_started_before_the_deal, 0, "clock"),
    (played_after_closing, 20, "closed"),
    (another_deal, -1, ""),
    (score_raised, N, "mismatch"),
    (moves_lowered, N, "mismatch"),
    (time_shortened, N, "mismatch"),
    (undo_hidden, N, "mismatch"),
    (cards_claimed, N, "mismatch"),
    (win_denied, N, "mismatch"),
]


@pytest.mark.main_path
@pytest.mark.parametrize(
    ("tamper", "index", "code"), TAMPERED, ids=[t[0].__name__ for t in TAMPERED]
)
def test_tampered_runs_are_rejected_with_index_and_reason(
    player: User, tamper: Callable[[Run], None], index: int, code: str
) -> None:
    run = ended_run(player, CODE, MOVES)
    result_put(run=run)
    assert Result.objects.get().state == "provisional"
    tamper(run)
    found = run_verify(run_id=run.pk)
    assert found == outcome(run)
    assert found.outcome == "rejected"
    assert index in (found.index, -1)
    assert code in (found.code, "")
    assert found.code
    assert found.index is not None
    assert [result.state for result in results_since(place=0, limit=9)] == [
        "provisional",
        "withdrawn",
    ]
    assert not Result.objects.filter(counts=True, version=2)


def test_a_log_of_another_players_run_does_not_fit(player: User) -> None:
    """Two players, two deals: the better log put under the worse run is refused."""
    other = make_player("Solveig")
    theirs = ended_run(other, OTHER, LINES[OTHER])
    mine = ended_run(player, CODE, MOVES[:20])
    LogItem.objects.filter(run=mine).delete()
    LogItem.objects.bulk_create(
        LogItem(run=mine, place=item.place, text=item.text, at_ms=item.at_ms)
        for item in LogItem.objects.filter(run=theirs)
    )
    found = run_verify(run_id=mine.pk)
    assert found.outcome == "rejected"
    assert found.index is not None
    assert found.index < len(LINES[OTHER])


def test_what_is_open_unknown_or_undecipherable_has_no_outcome(
    player: User, settings: object
) -> None:
    run = ended_run(player, CODE, MOVES)
    Run.objects.filter(pk=run.pk).update(state="open", result="")
    assert run_verify(run_id=run.pk) == WAITING == outcome(run)
    assert run_verify(run_id=run.pk + 1) == WAITING
    Run.objects.filter(pk=run.pk).update(state="ended", result="won", sealed_code=b"nonsense")
    assert run_verify(run_id=run.pk) == WAITING == outcome(run)
    assert results_since(place=0, limit=9) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.main_path
def test_again_and_again_out_of_order_is_one_outcome(player: User) -> None:
    run = ended_run(player, CODE, MOVES)
    assert [run_verify(run_id=run.pk) for _ in range(3)] == [VERIFIED] * 3
    run_finished(run_id=run.pk)
    result_put(run=run)
    assert run_verify(run_id=run.pk, again=True) == VERIFIED
    assert [(result.version, result.state) for result in results_since(place=0, limit=9)] == [
        (1, "verified")
    ]


@pytest.mark.django_db(transaction=True)
def test_a_rejected_run_is_verified_again_when_staff_asks(player: User) -> None:
    run = ended_run(player, CODE, MOVES)
    run_finished(run_id=run.pk)
    score_raised(run)
    assert run_verify(run_id=run.pk).outcome == "rejected"
    Run.objects.filter(pk=run.pk).update(score=run.score)
    assert run_verify(run_id=run.pk).outcome == "rejected", "not by itself"
    assert run_verify(run_id=run.pk, again=True) == VERIFIED == outcome(run)
    states = [result.state for result in results_since(place=0, limit=9)]
    assert states == ["provisional", "withdrawn", "verified"]


@pytest.mark.django_db(transaction=True)
def test_ten_at_once_give_one_outcome_and_one_result(player: User) -> None:
    run = ended_run(player, CODE, MOVES)
    start = Barrier(10)

    def verify(_: int) -> Verification:
        start.wait()
        try:
            return run_verify(run_id=run.pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(10) as pool:
        assert list(pool.map(verify, range(10))) == [VERIFIED] * 10
    assert [result.version for result in results_since(place=0, limit=9)] == [1]


def in_a_thread(run: Run, **options: bool) -> Verification:
    try:
        return run_verify(run_id=run.pk, **options)
    finally:
        connections.close_all()


def stream_is_waited_for() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        return cursor.fetchone() is not None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("hasty", [False, True], ids=["at ease", "with a signal"])
def test_what_changed_while_the_stream_was_waited_for_is_found(player: User, hasty: bool) -> None:
    run = ended_run(player, CODE, MOVES, step_ms=50 if hasty else 700)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            stream_lock()
            verified = pool.submit(in_a_thread, run)
            wait_until(stream_is_waited_for, "the verification waits", seconds=10)
            score_raised(run)
        assert verified.result() == outcome(run) == Verification("rejected", N, "mismatch")
    assert not Result.objects.exists()
    assert not Review.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_an_address_proved_while_the_stream_was_waited_for_counts() -> None:
    player = make_player()
    run = ended_run(player, CODE, MOVES)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            stream_lock()
            verified = pool.submit(in_a_thread, run)
            wait_until(stream_is_waited_for, "the verification waits", seconds=10)
            # Without what else follows from a proof: that takes the player's row first.
            EmailAddress.objects.bulk_create(
                [EmailAddress(user=player, email=player.email, verified=True)]
            )
            other = ended_run(make_player("Solveig"), CODE, MOVES)
            result_put(run=other)
        assert verified.result() == VERIFIED
    assert list(Result.objects.values_list("place", "run_id", "counts").order_by("place")) == [
        (1, other.pk, False),
        (2, run.pk, True),
    ]


@pytest.mark.django_db(transaction=True)
def test_verifying_again_waits_for_nobody_when_nothing_is_new(player: User) -> None:
    run = ended_run(player, CODE, MOVES)
    run_verify(run_id=run.pk)
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        stream_lock()
        assert pool.submit(in_a_thread, run, again=True).result(timeout=10) == VERIFIED


def test_all_logs_can_be_verified_anew(player: User) -> None:
    good = ended_run(player, CODE, MOVES)
    bad = ended_run(player, OTHER, LINES[OTHER], kind="casual")
    for run in (good, bad):
        run_verify(run_id=run.pk)
    score_raised(bad)
    assert [(pk, found.outcome) for pk, found in runs_verify_again()] == [
        (good.pk, "verified"),
        (bad.pk, "rejected"),
    ]


@pytest.mark.django_db(transaction=True)
def test_the_sweeper_queues_what_waited_a_minute(
    player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[str, str, int, float | None]] = []

    def send(name: str, queue: str, ids: dict[str, int], expires: float | None = None) -> None:
        sent.append((name, queue, ids["run_id"], expires))

    monkeypatch.setattr(jobs, "_send", send)
    late = ended_run(player, CODE, MOVES, ended_ms=now_ms() - 61_000)
    moveless = ended_run(player, OTHER, [], ended_ms=now_ms() - 62_000)
    ended_run(player, OTHER, LINES[OTHER])
    done = ended_run(player, OTHER, LINES[OTHER], ended_ms=now_ms() - 99_000)
    run_verify(run_id=done.pk)
    assert verification_sweep(now=timezone.now()) == 2
    assert [run_id for _, _, run_id, _ in sent] == [moveless.pk, late.pk]
    assert sent[0][:2] == ("games.tasks.run_verify", "verify")
    assert sent[0][3] == 60
    run_verify(run_id=moveless.pk)
    assert verification_sweep(now=timezone.now()) == 1, "a run without a move waits for nothing"
    assert verification_sweep(now=timezone.now() + timedelta(minutes=2)) == 2
    assert Result.objects.filter(run=moveless).count() == 0
