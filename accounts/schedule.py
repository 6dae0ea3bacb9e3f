"""When beat runs this app's tasks (UTC)."""

from typing import Any

from celery.schedules import crontab

BEAT: dict[str, dict[str, Any]] = {
    "purge-idle-guests": {
        "task": "accounts.tasks.purge_idle_guests",
        "schedule": crontab(hour="3", minute="10"),
    },
    "execute-deletions": {
        "task": "accounts.tasks.execute_deletions",
        "schedule": crontab(minute="25"),
    },
    "clear-expired-sessions": {
        "task": "accounts.tasks.clear_expired_sessions",
        "schedule": crontab(hour="3", minute="40"),
    },
}
