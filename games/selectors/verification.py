"""What a run's page says of its verification, and its player of reviews."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy

from games.models import Review, ReviewState, Run, Verification
from games.reasons import reason_text
from games.selectors.signals import FAST_HANDS, PERFECT_PLAY, REPORTED, SEEN_BEFORE, STAFF
from games.selectors.unlocking import is_own

NOTICED = {
    FAST_HANDS: gettext_lazy("moves faster than hands for long"),
    PERFECT_PLAY: gettext_lazy("play never worse than with all cards known, over many deals"),
    SEEN_BEFORE: gettext_lazy("another game of the same deal before this one"),
    REPORTED: gettext_lazy("somebody reported the game"),
    STAFF: gettext_lazy("a check by staff, which no player asked for"),
}


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """`state` as `ReviewState`. `appeal`: what the player answered; `may_appeal` now or not."""

    id: int
    state: str
    noticed: str
    note: str
    decided_at: datetime | None
    appeal: str
    appeal_waits: bool

    @property
    def may_appeal(self) -> bool:
        return self.state == ReviewState.REMOVED and not self.appeal_waits


@dataclass(frozen=True, slots=True)
class VerificationRow:
    """`state` is waiting, verified or rejected. The reason is for the run's player alone, and
    `number` counts items from 1; it is None where no one item is at fault."""

    state: str
    submitted: bool
    number: int | None = None
    item: str = ""
    reason: str = ""
    reviews: tuple[ReviewRow, ...] = ()

    @property
    def is_pending(self) -> bool:
        return self.state == "waiting"


def run_is_refused() -> Q:
    """Of a query of runs, those that stand on no board: rejected by the replay, or removed by
    staff."""
    removed = Review.objects.filter(run=OuterRef("pk"), state=ReviewState.REMOVED)
    return Q(verification=Verification.REJECTED) | Q(Exists(removed))


def verification_row(*, run: Run, viewer: object) -> VerificationRow:
    state = run.verification or "waiting"
    if not is_own(run=run, user=viewer):
        return VerificationRow(state, run.submitted)
    reviews = tuple(_review_row(review) for review in run.reviews.order_by("id"))
    if run.verification != Verification.REJECTED or run.verification_index is None:
        return VerificationRow(state, run.submitted, reviews=reviews)
    index = run.verification_index
    item = run.log.filter(place=index).values_list("text", flat=True).first()
    return VerificationRow(
        state=state,
        submitted=run.submitted,
        number=None if item is None else index + 1,
        item=item or "",
        reason=reason_text(run.verification_code),
        reviews=reviews,
    )


def _review_row(review: Review) -> ReviewRow:
    return ReviewRow(
        id=review.pk,
        state=review.state,
        noticed=str(NOTICED.get(review.signal, review.signal)),
        note=review.note,
        decided_at=review.decided_at,
        appeal=review.appeal,
        appeal_waits=appeal_waits(review),
    )


def appeal_waits(review: Review) -> bool:
    """Whether the player has answered what was decided, and nobody has looked since."""
    appealed, decided = review.appealed_at, review.decided_at
    return appealed is not None and (decided is None or appealed > decided)
