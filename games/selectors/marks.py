"""What a list of a player's games says of each: looked at by people, or refused."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Review, ReviewState, Run, Verification


def runs_marked(*, runs: Sequence[Run]) -> dict[int, str]:
    """What their player is to know of each at a glance, by id: `rejected` by the replay, `removed`
    by staff, or in `review`; most have no mark. One query, none for no runs."""
    if not runs:
        return {}
    reviews = Review.objects.filter(run__in=runs).exclude(state=ReviewState.CLEARED)
    marks: dict[int, str] = {}
    for pk, state in reviews.values_list("run_id", "state"):
        if state == ReviewState.REMOVED or pk not in marks:
            marks[pk] = "removed" if state == ReviewState.REMOVED else "review"
    rejected = [run.pk for run in runs if run.verification == Verification.REJECTED]
    return marks | dict.fromkeys(rejected, "rejected")
