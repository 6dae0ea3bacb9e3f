"""What beat asks of challenges. Each task may run twice at once, late, or after days of silence.

Imported by `games.tasks`, where Celery looks for tasks, and named as if it stood there.
"""

from __future__ import annotations

from datetime import timedelta

import structlog
from celery import shared_task
from django.utils import timezone

from engine.variants import EVENTS
from games.jobs import CHALLENGES_PUBLISH, DEFAULT_QUEUE, POOL_FILL, job_enqueue
from games.selectors.publishing import event_is_due
from games.services import challenges

log = structlog.get_logger(__name__)

# A move made in the last moment may still be on its way to the database, and clocks differ.
CLOSING_GRACE = timedelta(seconds=3)


@shared_task(name="games.tasks.challenges_publish", soft_time_limit=50, time_limit=60)  # type: ignore[untyped-decorator]
def challenges_publish(event: str = "") -> None:
    """Make what is due, of one event or of all; what the pool has no deal for waits for the next
    call."""
    done = challenges.challenges_publish(now=timezone.now(), events=[event] if event else EVENTS)
    if done.lacking:
        log.warning("challenges_lacking", count=len(done.lacking), first=done.lacking[0])
    if done.waiting:
        job_enqueue(POOL_FILL)


def publish_when_lacking(event: str) -> None:
    """A deal has been proved: have the publisher called if it may have waited for that."""
    if event_is_due(event=event, now=timezone.now()):
        job_enqueue(CHALLENGES_PUBLISH, queue=DEFAULT_QUEUE, event=event)


@shared_task(name="games.tasks.challenges_close")  # type: ignore[untyped-decorator]
def challenges_close() -> None:
    challenges.challenges_close(now=timezone.now() - CLOSING_GRACE)
