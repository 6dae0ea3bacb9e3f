"""The Celery application: queues `default`, `verify`, `solve`, and what beat does when."""

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from celery import Celery
from kombu import Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

QUEUES = ("default", "verify", "solve")
APPS = ("accounts", "games", "leaderboards")


def beat_schedule() -> dict[str, dict[str, Any]]:
    """Every entry of the apps' `schedule.BEAT`; two entries of one name are an error."""
    schedule: dict[str, dict[str, Any]] = {}
    for app_name in APPS:
        if find_spec(f"{app_name}.schedule") is None:
            continue
        entries = import_module(f"{app_name}.schedule").BEAT
        doubled = schedule.keys() & entries.keys()
        if doubled:
            raise ValueError(f"beat entries defined twice: {', '.join(sorted(doubled))}")
        schedule |= entries
    return schedule


app = Celery("reussite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_queues = [Queue(name) for name in QUEUES]
app.conf.beat_schedule = beat_schedule()
app.autodiscover_tasks()
