"""What beat asks of races: what the processes of their players did not live to do.

Imported by `games.tasks`, where Celery looks for tasks, and named as if it stood there.
"""

from __future__ import annotations

import structlog
from celery import shared_task

from games.clock import now_ms
from games.services import race_ends

log = structlog.get_logger(__name__)


@shared_task(name="games.tasks.races_sweep", soft_time_limit=50, time_limit=60)  # type: ignore[untyped-decorator]
def races_sweep() -> None:
    """May run twice at once or after a silence: every change is made once, by whoever is first."""
    swept = race_ends.races_sweep(now_ms=now_ms())
    if swept.ended or swept.tended:
        log.info("races_swept", ended=swept.ended, tended=swept.tended)
