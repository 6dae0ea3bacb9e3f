"""Runs that people look at: what opens a review, what decides it, and the player's answer."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import GameError, RunNotFound
from games.models import Review, ReviewState, Run
from games.selectors.signals import REPORTED, STAFF, Signal
from games.selectors.verification import appeal_waits
from games.services.results import result_put
from games.services.stream import run_stream_lock

MAX_TEXT = 2000


def signals_open(*, run_id: int, signals: Sequence[Signal]) -> Review | None:
    """Open a review for what was noticed, unless staff has seen as much of this run already.

    The caller holds the stream's lock, so that no two are opened at once.
    """
    if not signals:
        return None
    reviews = list(Review.objects.filter(run_id=run_id))
    seen = {code for review in reviews for code in [review.signal, *review.detail]}
    fresh = [signal for signal in signals if signal.code not in seen]
    if not fresh or any(review.state == ReviewState.OPEN for review in reviews):
        return None
    detail = {signal.code: signal.detail for signal in fresh}
    return Review.objects.create(run_id=run_id, signal=fresh[0].code, detail=detail)


def review_open(*, run: Run, by: User | None, reason: str = "") -> Review:
    """Open a review at a player's word; the one that is open already, if there is one."""
    review, _ = _open(run, Signal(REPORTED, {"reason": reason[:MAX_TEXT]}), by)
    return review


def review_open_by_staff(*, run: Run, by: User | None) -> bool:
    """Open a review of staff's own accord; whether none was open already."""
    _, is_new = _open(run, Signal(STAFF), by)
    return is_new


@transaction.atomic
def _open(run: Run, signal: Signal, by: User | None) -> tuple[Review, bool]:
    if run_stream_lock(run_id=run.pk) is None:
        raise RunNotFound
    detail = {signal.code: signal.detail} if signal.detail else {}
    return Review.objects.get_or_create(
        run=run,
        state=ReviewState.OPEN,
        defaults={"signal": signal.code, "detail": detail, "opened_by": by},
    )


@transaction.atomic
def review_decide(*, review: Review, state: ReviewState, note: str, by: User | None) -> Review:
    """Clear the run or remove it from the boards, with a word to the player; a decision may be
    changed later. The result follows in the same transaction.

    Raises `GameError` (`not_a_decision`) for a state that is none.
    """
    if state == ReviewState.OPEN:
        raise GameError("not_a_decision")
    if run_stream_lock(run_id=review.run_id) is None:
        raise RunNotFound
    review = Review.objects.select_for_update(of=("self",)).select_related("run").get(pk=review.pk)
    review.state, review.note = state, note.strip()[:MAX_TEXT]
    review.decided_at, review.decided_by = timezone.now(), by
    review.save(update_fields=["state", "note", "decided_at", "decided_by"])
    result_put(run=review.run)
    return review


@transaction.atomic
def appeal_put(*, review: Review, player: User, text: str) -> Review:
    """The player's answer to a removal; one to each decision.

    Raises `RunNotFound` for a stranger's, `GameError` (`empty`, `not_removed`, `appealed`).
    """
    review = Review.objects.select_for_update(of=("self",)).select_related("run").get(pk=review.pk)
    if review.run.player_id != player.pk:
        raise RunNotFound
    if not text.strip():
        raise GameError("empty")
    if review.state != ReviewState.REMOVED:
        raise GameError("not_removed")
    if appeal_waits(review):
        raise GameError("appealed")
    review.appeal, review.appealed_at = text.strip()[:MAX_TEXT], timezone.now()
    review.save(update_fields=["appeal", "appealed_at"])
    return review
