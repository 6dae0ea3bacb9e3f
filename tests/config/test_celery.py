"""Queues and periods."""

from types import ModuleType

import pytest
from celery.schedules import crontab
from django.conf import settings
from redis import Redis

from config import celery
from config.celery import QUEUES, app, beat_schedule
from config.programs import WORKERS
from config.redis import BROKER, redis_url


def test_every_queue_has_its_worker() -> None:
    served = [queue for queues in WORKERS.values() for queue in queues]
    assert sorted(served) == sorted(QUEUES)


def test_a_task_goes_to_its_queue_alone(redis_server: str) -> None:
    """Queues that share an exchange and key would each get every task."""
    broker = Redis.from_url(redis_url(redis_server, BROKER))
    # Pages of other tests have queued what no worker takes here.
    broker.delete(*QUEUES)
    for queue in QUEUES:
        app.send_task("nothing.real", queue=queue)
    assert [broker.llen(queue) for queue in QUEUES] == [1, 1, 1, 1]
    broker.delete(*QUEUES)


def test_tasks_outlive_their_worker_and_carry_no_code() -> None:
    conf = app.conf
    assert conf.task_acks_late
    assert conf.task_reject_on_worker_lost
    assert conf.accept_content == ["json"]
    visibility = conf.broker_transport_options["visibility_timeout"]
    assert conf.task_soft_time_limit < conf.task_time_limit < visibility


def test_beat_does_what_the_apps_say() -> None:
    schedule = beat_schedule()
    assert schedule == app.conf.beat_schedule
    app.loader.import_default_modules()
    unknown = {entry["task"] for entry in schedule.values()} - app.tasks.keys()
    assert not unknown


def test_two_entries_of_one_name_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    double = ModuleType("double")
    double.BEAT = {"sweep": {"task": "x", "schedule": crontab()}}
    monkeypatch.setattr(celery, "find_spec", lambda name: name)
    monkeypatch.setattr(celery, "import_module", lambda name: double)
    with pytest.raises(ValueError, match="sweep"):
        beat_schedule()


def test_nothing_of_a_tasks_result_is_kept() -> None:
    assert settings.CELERY_TASK_IGNORE_RESULT is True
