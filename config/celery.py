"""The Celery application: queues `default`, `verify`, `solve`, `ask`, and what beat does when."""

import logging.config
import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings
from kombu.entity import Exchange, Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

QUEUES = ("default", "verify", "solve", "ask")
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


@setup_logging.connect  # type: ignore[untyped-decorator]
def use_django_logging(**_: Any) -> None:
    """Celery logs as everything else does."""
    logging.config.dictConfig(settings.LOGGING)


app = Celery("reussite")
# In every thread, not in this one alone: pages queue tasks from threads of their own.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_queues = [
    Queue(name, Exchange(name), routing_key=name)  # type: ignore[no-untyped-call]
    for name in QUEUES
]
app.conf.task_default_exchange = app.conf.task_default_routing_key = QUEUES[0]
app.conf.beat_schedule = beat_schedule()
app.autodiscover_tasks()


def queues_for_pages() -> None:
    """Have this process give up queueing after a while (four tries), when Redis takes connections
    but does not answer. Workers must not: they wait for tasks without end."""
    app.conf.broker_transport_options |= {
        "socket_timeout": 0.5,
        "socket_connect_timeout": 0.5,
        "retry_on_timeout": False,
    }
