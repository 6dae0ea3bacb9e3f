"""What workers do for results. Tasks carry ids only, may run twice, late or never.

Imported by `games.tasks`, where Celery looks for tasks, and named as if it stood there.
"""

from __future__ import annotations

import structlog
from celery import shared_task
from django.utils import timezone

from games.services import verification

log = structlog.get_logger(__name__)


@shared_task(name="games.tasks.run_verify", soft_time_limit=30, time_limit=60)  # type: ignore[untyped-decorator]
def run_verify(run_id: int) -> None:
    """Replay an ended run's log and compare: the outcome is kept once, however often this runs."""
    verification.run_verify(run_id=run_id)


@shared_task(name="games.tasks.verification_sweep", soft_time_limit=50, time_limit=60)  # type: ignore[untyped-decorator]
def verification_sweep() -> None:
    """Queue again what has waited too long."""
    if count := verification.verification_sweep(now=timezone.now()):
        log.warning("verification_overdue", runs=count)
