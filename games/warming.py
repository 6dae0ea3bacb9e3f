"""The solver's workers get ready before the first question: kernels from disk, then the pool."""

from __future__ import annotations

from typing import Any

import structlog
from celery.signals import celeryd_after_setup, worker_process_init, worker_ready

from games.jobs import ASK_QUEUE, POOL_FILL, SOLVE_QUEUE, job_enqueue

log = structlog.get_logger(__name__)

_SOLVES = {"solver": False, "fills": False}


@celeryd_after_setup.connect  # type: ignore[untyped-decorator]
def notice_queues(instance: Any, **_: Any) -> None:
    """Before the pool of processes forks: whether this worker solves at all."""
    queues = set(instance.app.amqp.queues.consume_from)
    _SOLVES["solver"] = bool(queues & {ASK_QUEUE, SOLVE_QUEUE})
    _SOLVES["fills"] = SOLVE_QUEUE in queues


@worker_process_init.connect  # type: ignore[untyped-decorator]
def warm_up(**_: Any) -> None:
    if _SOLVES["solver"]:
        from engine.solver.warm import warm_up as warm_solver

        warm_solver()
        log.info("solver_warm")


@worker_ready.connect  # type: ignore[untyped-decorator]
def fill_at_start(**_: Any) -> None:
    if _SOLVES["fills"]:
        job_enqueue(POOL_FILL)
