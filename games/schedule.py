"""When beat runs this app's tasks (UTC)."""

from typing import Any

from celery.schedules import crontab

BEAT: dict[str, dict[str, Any]] = {
    "pool-fill": {
        "task": "games.tasks.pool_fill",
        "schedule": crontab(minute="*/10"),
        "options": {"queue": "solve", "expires": 590},
    },
}
