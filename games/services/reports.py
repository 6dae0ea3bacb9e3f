"""Players who find a game odd: their word opens a review, and only people decide it."""

from __future__ import annotations

from accounts.models import User
from games.errors import GameError
from games.models import Review, Run, RunKind
from games.services.reviews import review_open


def run_report(*, run: Run, reporter: User, reason: str) -> None:
    """Put an ended run that stands on boards before staff; once a run and reporter.

    Raises `GameError` (`own_run`, `not_on_boards`).
    """
    if run.player_id == reporter.pk:
        raise GameError("own_run")
    if run.is_open or not (run.kind == RunKind.RANKED or run.submitted):
        raise GameError("not_on_boards")
    if not Review.objects.filter(run=run, opened_by=reporter).exists():
        review_open(run=run, by=reporter, reason=reason)
