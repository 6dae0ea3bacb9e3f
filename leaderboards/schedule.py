"""When beat runs this app's tasks (UTC)."""

from typing import Any

from celery.schedules import crontab

# New results wake the fold at once; this is for a wake-up call that was lost.
BEAT: dict[str, dict[str, Any]] = {
    "boards-fold": {
        "task": "leaderboards.tasks.boards_fold",
        "schedule": 10.0,
        "options": {"queue": "default", "expires": 9},
    },
    "remind-of-dailies": {
        "task": "leaderboards.tasks.send_reminders",
        "schedule": crontab(minute="*/10"),
        "options": {"expires": 540},
    },
}
