"""What the workers do for boards. A task carries nothing: it folds whatever results there are."""

from __future__ import annotations

from celery import shared_task

from leaderboards.services.boards import boards_fold as fold


@shared_task  # type: ignore[untyped-decorator]
def boards_fold() -> None:
    """Fold all new results. Any number at once: they queue at the row that one of them holds."""
    fold()
