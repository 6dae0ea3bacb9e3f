"""Queues and periods."""

import socket
from types import ModuleType

import pytest
from celery.schedules import crontab
from django.conf import settings
from kombu.exceptions import OperationalError
from redis import Redis

from config import celery
from config.celery import QUEUES, app, beat_schedule, queues_for_pages
from config.programs import WORKERS
from config.redis import BROKER, redis_url
from games import jobs


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


def test_a_page_does_not_wait_for_a_redis_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.conf, "broker_transport_options", {"socket_timeout": None})
    queues_for_pages()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        with app.connection_for_write(url) as connection, pytest.raises(OperationalError):
            app.send_task("nothing.real", queue="ask", connection=connection, retry=False)


def test_a_worker_of_the_solvers_has_time_to_compile_and_a_bound_of_memory() -> None:
    """Before it is up a process has nothing to answer with, and was killed for its silence."""
    assert app.conf.worker_proc_alive_timeout >= 60
    assert app.conf.worker_max_memory_per_child < 1024 * 1024


def test_the_solvers_tasks_end() -> None:
    app.loader.import_default_modules()
    limits = {
        name: (app.tasks[name].soft_time_limit, app.tasks[name].time_limit)
        for name in (jobs.POOL_FILL, jobs.DEAL_FIND, jobs.LINE_HINT, jobs.POSITION_LOOK)
    }
    assert all(soft < hard <= 90 for soft, hard in limits.values()), limits
    assert app.tasks[jobs.RUN_ANALYSE].time_limit < app.conf.task_time_limit


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
