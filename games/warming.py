"""What a worker does when it is ready: kernels from disk, then the pool, then what is due."""

from __future__ import annotations

from typing import Any

import structlog
from celery.signals import celeryd_after_setup, worker_process_init, worker_ready

from games.jobs import (
    ASK_QUEUE,
    CHALLENGES_CLOSE,
    CHALLENGES_PUBLISH,
    DEFAULT_QUEUE,
    POOL_FILL,
    SOLVE_QUEUE,
    job_enqueue,
)

log = structlog.get_logger(__name__)

_DOES = {"solver": False, "fills": False, "publishes": False}


@celeryd_after_setup.connect  # type: ignore[untyped-decorator]
def notice_queues(instance: Any, **_: Any) -> None:
    """Before the pool of processes forks: what this worker is there for."""
    queues = set(instance.app.amqp.queues.consume_from)
    _DOES["solver"] = bool(queues & {ASK_QUEUE, SOLVE_QUEUE})
    _DOES["fills"] = SOLVE_QUEUE in queues
    _DOES["publishes"] = DEFAULT_QUEUE in queues


@worker_process_init.connect  # type: ignore[untyped-decorator]
def warm_up(**_: Any) -> None:
    if _DOES["solver"]:
        from engine.solver.warm import warm_up as warm_solver

        warm_solver()
        log.info("solver_warm")


@worker_ready.connect  # type: ignore[untyped-decorator]
def fill_at_start(**_: Any) -> None:
    """The pool is looked at, and what is due is published and closed, without waiting for beat."""
    if _DOES["fills"]:
        job_enqueue(POOL_FILL)
    if _DOES["publishes"]:
        job_enqueue(CHALLENGES_PUBLISH, queue=DEFAULT_QUEUE)
        job_enqueue(CHALLENGES_CLOSE, queue=DEFAULT_QUEUE)
