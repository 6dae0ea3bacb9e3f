"""Guests who turn out to have an account, and players who leave, with attempts at challenges."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from accounts.services.deletion import GRACE, deletion_request, deletions_execute
from accounts.services.merging import guest_merge
from engine.deals import deal
from engine.moves import move_text
from engine.rules import legal_moves
from games.days import daily_closes
from games.errors import GameError, RunNotFound
from games.models import Challenge, PoolDeal, Result, Run
from games.sealing import run_code
from games.selectors.runs import run_record, run_row, run_visible
from games.selectors.unlocking import deal_is_over, open_code
from games.services.challenges import challenge_start, challenges_close
from games.services.runs import run_end, run_restart, run_retry
from games.services.verification import run_verify
from tests.games.challenging import CODE, DAY, LINE, make_challenge, play_moves, utc
from tests.games.support import BACKEND, make_player, make_run

NOON, CLOSES = utc("2026-06-05T12:00"), daily_closes(DAY)


@pytest.fixture
def at_noon() -> Iterator[None]:
    with time_machine.travel(NOON):
        yield


@pytest.fixture
def guest(db: None) -> User:
    guest = User(tag="4F7K")
    guest.save()
    return guest


def started(player: User, at: str | None) -> Run:
    """An attempt first seen at a time of the day, or not at all."""
    run = challenge_start(challenge=Challenge.objects.get(), player=player, now=NOON)
    if at is not None:
        play_moves(run, LINE[:2], started=utc(f"2026-06-05T{at}"))
    return run


@pytest.mark.main_path
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("guests", "accounts", "kept"),
    [
        ("08:00", "09:00", "guest"),
        ("09:00", "08:00", "account"),
        (None, "09:00", "account"),
        ("09:00", None, "guest"),
        (None, None, "guest"),
    ],
)
def test_of_two_attempts_the_earlier_start_is_the_attempt(
    at_noon: None, guest: User, guests: str | None, accounts: str | None, kept: str
) -> None:
    make_challenge()
    ingrid = make_player("Ingrid")
    runs = {"guest": started(guest, guests), "account": started(ingrid, accounts)}
    guest_merge(guest=guest, account=ingrid)
    for name, run in runs.items():
        run.refresh_from_db()
        assert run.player == ingrid
        assert run.kind == ("ranked" if name == kept else "casual")
        assert run.is_open is (name == kept), "with the other nobody explores the deal"
        assert open_code(run) == ""
    challenges_close(now=CLOSES)
    for run in runs.values():
        run = Run.objects.get(pk=run.pk)
        assert open_code(run) == CODE
        assert deal_is_over(run)


@pytest.mark.django_db(transaction=True)
def test_results_follow_the_merge(at_noon: None, guest: User) -> None:
    """The later attempt had a result in the challenge; it leaves it, and the rest moves over."""
    make_challenge()
    ingrid = make_player("Ingrid")
    first = started(ingrid, "08:00")
    run_end(run=first, result="stopped")
    second = started(guest, "09:00")
    run_end(run=second, result="stopped")
    other = make_run(guest, CODE, "ranked")
    play_moves(other, LINE[:2], started=NOON)
    run_end(run=other, result="stopped")
    guest_merge(guest=guest, account=ingrid)
    newest = {result.token: result for result in Result.objects.order_by("place")}
    assert {result.player for result in Result.objects.all()} == {ingrid}
    assert (newest[second.token].kind, newest[second.token].challenge) == ("casual", None)
    assert newest[first.token].challenge is not None
    assert newest[other.token].kind == "ranked"
    assert not User.objects.filter(pk=guest.pk).exists()


@pytest.mark.django_db
def test_a_sealed_casual_run_keeps_its_deal_from_its_own_player(at_noon: None, guest: User) -> None:
    make_challenge()
    ingrid = make_player("Ingrid")
    started(ingrid, "08:00")
    later = started(guest, "09:00")
    guest_merge(guest=guest, account=ingrid)
    later = run_visible(token=later.token, user=ingrid)
    with pytest.raises(RunNotFound):
        run_record(run=later)
    for act in (run_restart, lambda run: run_retry(run=run, place=0, player=ingrid)):
        with pytest.raises(GameError):
            act(run=later)
    client = Client()
    client.force_login(ingrid, backend=BACKEND)
    page = client.get(f"/runs/{later.token}/").content.decode()
    assert not any(group in page for group in CODE.split("-")[2:])
    assert run_row(later).kind == "casual"


@pytest.mark.django_db(transaction=True)
def test_leaving_takes_the_runs_and_leaves_the_ranks_of_closed_challenges(at_noon: None) -> None:
    make_challenge()
    running, gone = make_player("Sindre"), make_player("Ingrid")
    run_end(run=started(running, "11:00"), result="stopped")
    old = make_challenge(day=DAY - timedelta(days=9), code="")
    Challenge.objects.filter(pk=old.pk).update(closed_at=NOON, salt="0" * 32, code="RU1-C-AAAAAAA")
    attempted = attempt_of(old, gone)
    for player in (running, gone):
        deletion_request(user=player, now=NOON)
    assert deletions_execute(now=NOON + GRACE) == 2
    assert not Run.objects.exists()
    newest = {result.token: result for result in Result.objects.order_by("place")}
    assert newest.pop(attempted.token).state == "verified"
    assert {result.state for result in newest.values()} == {"withdrawn"}
    assert {user.name for user in User.objects.all()} == {None}
    assert PoolDeal.objects.count() == 2


def attempt_of(challenge: Challenge, player: User) -> Run:
    """A verified attempt of one move at a challenge that has closed, with its result."""
    run = Run.objects.create(
        player=player,
        kind="ranked",
        event=challenge.event,
        challenge=challenge,
        sealed_code=bytes(challenge.pool_deal.sealed_code),
    )
    move = move_text(legal_moves(deal(run_code(run=run)))[0])
    play_moves(run, [move], started=NOON)
    run_end(run=run, result="stopped")
    run_verify(run_id=run.pk)
    return run
