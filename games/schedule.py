"""When beat runs this app's tasks (UTC)."""

from typing import Any

from celery.schedules import crontab

BEAT: dict[str, dict[str, Any]] = {
    "pool-fill": {
        "task": "games.tasks.pool_fill",
        "schedule": crontab(minute="*/10"),
        "options": {"queue": "solve", "expires": 590},
    },
    "challenges-publish": {
        "task": "games.tasks.challenges_publish",
        "schedule": crontab(minute="*/5"),
        "options": {"queue": "default", "expires": 290},
    },
    "challenges-close": {
        "task": "games.tasks.challenges_close",
        "schedule": crontab(),
        "options": {"queue": "default", "expires": 55},
    },
    "analyses-sweep": {
        "task": "games.tasks.analyses_sweep",
        "schedule": crontab(),
        "options": {"queue": "default", "expires": 55},
    },
    "races-sweep": {
        "task": "games.tasks.races_sweep",
        "schedule": 5.0,
        "options": {"queue": "default", "expires": 5},
    },
    "verification-sweep": {
        "task": "games.tasks.verification_sweep",
        "schedule": 60.0,
        "options": {"queue": "default", "expires": 55},
    },
}
