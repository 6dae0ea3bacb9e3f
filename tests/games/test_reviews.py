"""Signals open reviews, people decide them, players answer: and results follow the decision."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.clock import now_ms
from games.errors import GameError, RunNotFound
from games.models import Challenge, PoolDeal, Review, ReviewState, Run
from games.results import results_since
from games.selectors.signals import FAST_MOVES, PERFECT_DEALS, fast_hands
from games.services.reviews import appeal_put, review_decide, review_open, signals_open
from games.services.verification import run_verify
from tests.games.finished import ended_run, verify_address
from tests.games.support import BACKEND, make_player, won_lines

pytestmark = pytest.mark.django_db
LINES = won_lines(sealed=True)
CODE = "RU1-C-NHOJOHH-BANNVRI-OEVQQAU-OLVLCHM"
MOVES = LINES[CODE]
QUICK = "YU1-C-EBBKHAV-EOMZHXF-TLFRHVP-YULOXMI"


@pytest.fixture
def player() -> User:
    player = make_player()
    verify_address(player)
    return player


def pool_deal(par: int) -> PoolDeal:
    return PoolDeal.objects.create(
        event="RU1-C", sealed_code=b"", sealed_line=b"", par=par, bound=1, states=1, solver="1"
    )


def challenge() -> Challenge:
    return Challenge.objects.create(
        kind="daily",
        event="RU1-C",
        day=datetime(2026, 12, 24, tzinfo=UTC).date(),
        pool_deal=pool_deal(1),
        commitment="0" * 64,
        sealed_salt=b"",
    )


def states() -> list[str]:
    return [result.state for result in results_since(place=0, limit=99)]


def signals(run: Run) -> list[str]:
    assert run_verify(run_id=run.pk).is_verified, "a signal is no verdict"
    return [code for review in Review.objects.filter(run=run) for code in review.detail]


def test_ordinary_play_opens_nothing(player: User) -> None:
    assert signals(ended_run(player, CODE, MOVES)) == []


def test_hands_faster_than_hands_for_long_are_noticed(player: User) -> None:
    run = ended_run(player, QUICK, LINES[QUICK], step_ms=90)
    assert signals(run) == ["fast_hands"]
    review = Review.objects.get()
    assert (review.state, review.signal) == ("open", "fast_hands")
    assert review.detail["fast_hands"]["moves"] == FAST_MOVES
    assert review.detail["fast_hands"]["ms"] < 8_000
    assert states() == ["verified"], "never an automatic punishment"
    run_verify(run_id=run.pk, again=True)
    review_decide(review=review, state=ReviewState.CLEARED, note="", by=None)
    run_verify(run_id=run.pk, again=True)
    assert Review.objects.count() == 1, "what staff has cleared is not opened again"


def test_a_finish_a_held_key_and_a_burst_are_not_fast_hands() -> None:
    finish = [(n, "cH", 1000) for n in range(52)]
    draws = [(n, "><"[n % 9 == 0], n * 30) for n in range(300)]
    undos = [(n, "u", n * 30) for n in range(300)]
    burst = [(n, "c1d", n * 100) for n in range(FAST_MOVES - 1)]
    steady = [(n, "c1d", n * 210) for n in range(300)]
    for items in (finish, draws, undos, burst, steady):
        assert fast_hands(items) is None
    assert fast_hands([*burst, (FAST_MOVES - 1, "wd", 4000)]) is not None


def test_play_never_worse_than_with_all_cards_known_is_noticed_after_many_deals(
    player: User,
) -> None:
    start = now_ms() - PERFECT_DEALS * 200_000
    runs = [
        ended_run(
            player, CODE, MOVES, pool_deal=pool_deal(len(MOVES)), ended_ms=start + n * 200_000
        )
        for n in range(PERFECT_DEALS)
    ]
    found = [signals(run) for run in runs]
    assert found == [[]] * (PERFECT_DEALS - 1) + [["perfect_play"]]
    assert Review.objects.get().detail["perfect_play"] == {
        "deals": PERFECT_DEALS,
        "moves_under_par": 0,
    }


def test_one_lost_or_longer_game_among_them_is_human(player: User) -> None:
    start = now_ms() - PERFECT_DEALS * 200_000
    for n in range(PERFECT_DEALS):
        par = len(MOVES) - (n == 3)
        run = ended_run(player, CODE, MOVES, pool_deal=pool_deal(par), ended_ms=start + n * 200_000)
        assert signals(run) == []


def device(user: User, agent: str = "Firefox on a phone", ip: str = "192.0.2.7") -> None:
    UserSession.objects.create(
        user=user, session_key=f"{user.pk}-{agent}", ip=ip, user_agent=agent,
        last_seen_at=timezone.now(), data={},
    )  # fmt: skip


def daily_run(player: User, daily: Challenge, begun_minutes_ago: int, **fields: Any) -> Run:
    span = len(MOVES) * 700
    ended = now_ms() - begun_minutes_ago * 60_000 + span
    return ended_run(player, CODE, MOVES, challenge=daily, ended_ms=ended, **fields)


def test_a_linked_account_that_saw_the_deal_before_is_noticed(player: User) -> None:
    daily, other, stranger = challenge(), make_player("Solveig"), make_player("Ragnhild")
    device(player)
    device(other)
    device(stranger, "Safari")
    first = daily_run(other, daily, 60)
    unlinked = daily_run(stranger, daily, 30)
    second = daily_run(player, daily, 10)
    assert signals(first) == [], "nobody had seen it before"
    assert signals(unlinked) == []
    assert signals(second) == ["seen_before"]
    detail = Review.objects.get().detail["seen_before"]
    assert detail == {"run": first.token, "whose": "linked"}


def test_another_run_of_the_players_own_is_noticed(player: User) -> None:
    """What a merge makes casual may have shown the deal to the player all the same."""
    daily = challenge()
    attempt = daily_run(player, daily, 20)
    assert signals(attempt) == []
    casual = daily_run(player, daily, 21, kind="casual")
    Run.objects.filter(pk=casual.pk).update(sealed_code=attempt.sealed_code, code="")
    Run.objects.filter(pk=attempt.pk).update(verification="")
    assert signals(attempt) == ["seen_before"]
    assert Review.objects.get().detail["seen_before"]["whose"] == "own"


def test_a_decision_takes_the_result_off_and_puts_it_back(player: User) -> None:
    keeper = User.objects.create_superuser("Keeper", "keeper@example.org", "a long secret")
    run = ended_run(player, CODE, MOVES)
    run_verify(run_id=run.pk)
    review = review_open(run=run, by=keeper, reason="odd")
    assert review_open(run=run, by=keeper) == review, "no more than one is open"
    assert states() == ["verified"]
    removed = review_decide(
        review=review, state=ReviewState.REMOVED, note="A program played.", by=keeper
    )
    assert (removed.decided_by, removed.note) == (keeper, "A program played.")
    assert states() == ["verified", "withdrawn"]
    review_decide(review=review, state=ReviewState.REMOVED, note="A program.", by=keeper)
    assert states() == ["verified", "withdrawn"], "said once"
    review_decide(review=review, state=ReviewState.CLEARED, note="Sorry.", by=keeper)
    assert states() == ["verified", "withdrawn", "verified"]
    assert [result.counts for result in results_since(place=0, limit=9)] == [True, False, True]
    with pytest.raises(GameError):
        review_decide(review=review, state=ReviewState.OPEN, note="", by=keeper)


def test_the_database_keeps_to_one_open_review_a_run(player: User) -> None:
    run = ended_run(player, CODE, MOVES)
    review_open(run=run, by=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        Review.objects.create(run=run, signal="fast_hands")
    assert signals_open(run_id=run.pk, signals=[]) is None


def test_a_player_may_appeal_once_to_each_decision(player: User) -> None:
    run = ended_run(player, CODE, MOVES)
    review = review_open(run=run, by=None)
    for text, code in (("No!", "not_removed"), ("  ", "empty")):
        with pytest.raises(GameError) as refused:
            appeal_put(review=review, player=player, text=text)
        assert refused.value.code == code
    review_decide(review=review, state=ReviewState.REMOVED, note="", by=None)
    with pytest.raises(RunNotFound):
        appeal_put(review=review, player=make_player("Solveig"), text="Not mine, but no!")
    assert appeal_put(review=review, player=player, text=" It was me. ").appeal == "It was me."
    with pytest.raises(GameError) as refused:
        appeal_put(review=review, player=player, text="And again.")
    assert refused.value.code == "appealed"
    review_decide(review=review, state=ReviewState.REMOVED, note="Still.", by=None)
    assert appeal_put(review=review, player=player, text="Please.").appeal == "Please."


@pytest.mark.main_path
def test_the_page_tells_the_player_all_and_others_the_outcome(client: Client, player: User) -> None:
    run = ended_run(player, CODE, MOVES)
    page = f"/runs/{run.token}/"
    piece = f"{page}verification/"
    client.force_login(player, backend=BACKEND)
    assert "Provisional" in client.get(page).content.decode()
    assert 'hx-trigger="load delay:1s"' in client.get(piece).content.decode()
    Run.objects.filter(pk=run.pk).update(
        verification="rejected", verification_index=30, verification_code="rank"
    )
    assert f"Item 31 ({MOVES[30]}): The ranks do not fit." in client.get(page).content.decode()
    other = Client()
    theirs = other.get(page).content.decode()
    assert "Rejected" in theirs
    assert "The ranks do not fit" not in theirs
    run_verify(run_id=run.pk, again=True)
    assert "load delay" not in client.get(piece).content.decode()
    review = review_open(run=run, by=None)
    assert "In review" in client.get(page).content.decode()
    assert "In review" not in other.get(page).content.decode()
    review_decide(review=review, state=ReviewState.REMOVED, note="<b>Too fast</b>", by=None)
    assert "&lt;b&gt;Too fast" in client.get(page).content.decode()
    appeal = f"{page}reviews/{review.pk}/appeal/"
    assert other.post(appeal, {"text": "x"}).status_code == 404
    stranger = Client()
    stranger.force_login(make_player("Solveig"), backend=BACKEND)
    assert stranger.post(appeal, {"text": "x"}).status_code == 404
    assert client.post(f"{page}reviews/{review.pk + 1}/appeal/", {"text": "x"}).status_code == 404
    said = client.post(appeal, {"text": "I have quick hands."}, follow=True).content.decode()
    assert "Your appeal was sent" in said
    assert "I have quick hands." in said
    again = client.post(appeal, {"text": "Hello?"}, follow=True).content.decode()
    assert "Nothing was sent" in again
    assert "Hello?" not in again


def test_anybody_may_replay_a_run_they_see(client: Client, player: User) -> None:
    run = ended_run(player, CODE, MOVES)
    verify = f"/runs/{run.token}/verify/"
    assert "every move is legal" in client.post(verify, follow=True).content.decode()
    Run.objects.filter(pk=run.pk).update(score=1)
    piece = client.post(verify, headers={"HX-Request": "true"}).content.decode()
    assert piece.lstrip().startswith("<section")
    assert "do not give what is stored" in piece
    run.refresh_from_db()
    assert (run.verification, states()) == ("", []), "looking stores nothing"
    daily = challenge()
    sealed = daily_run(player, daily, 5)
    assert client.post(f"/runs/{sealed.token}/verify/").status_code == 404
