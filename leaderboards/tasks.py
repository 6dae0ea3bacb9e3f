"""What the workers do for boards. A task carries nothing: it folds whatever results there are."""

from __future__ import annotations

import structlog
from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from leaderboards.services.boards import FOLD_WAITS
from leaderboards.services.boards import boards_fold as fold
from leaderboards.services.reminders import LIMIT, reminders_send

log = structlog.get_logger(__name__)


@shared_task  # type: ignore[untyped-decorator]
def boards_fold() -> None:
    """Fold all new results. Any number at once: they queue at the row that one of them holds."""
    cache.delete(FOLD_WAITS)
    fold()


@shared_task  # type: ignore[untyped-decorator]
def send_reminders() -> None:
    """Remind of unplayed dailies; goes on in another task while there are more."""
    sent = reminders_send(now=timezone.now())
    log.info("reminders_sent", count=sent)
    if sent >= LIMIT:
        send_reminders.delay()
