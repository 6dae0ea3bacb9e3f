"""Names of the tasks, and their way onto the queues: ids only, after the commit.

Nothing here imports a task: the web process knows their names and never the solver.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from functools import partial
from threading import Event
from typing import Any

import structlog
from celery import current_app
from django.core.cache import cache
from django.db import transaction
from kombu.exceptions import OperationalError

log = structlog.get_logger(__name__)

POOL_FILL = "games.tasks.pool_fill"
DEAL_FIND = "games.tasks.deal_find"
LINE_HINT = "games.tasks.line_hint"
POSITION_LOOK = "games.tasks.position_look"
RUN_ANALYSE = "games.tasks.run_analyse"
RUN_VERIFY = "games.tasks.run_verify"
CHALLENGES_PUBLISH = "games.tasks.challenges_publish"
CHALLENGES_CLOSE = "games.tasks.challenges_close"

SOLVE_QUEUE = "solve"
# Quick questions go before long ones: a hint must not wait for an analysis.
ASK_QUEUE = "ask"
VERIFY_QUEUE = "verify"
DEFAULT_QUEUE = "default"
ANSWER_SECONDS = 30
POLL_SECONDS = 0.025


def job_enqueue(
    name: str, *, queue: str = SOLVE_QUEUE, expires: float | None = None, **ids: Any
) -> None:
    """Queue a task once the transaction is committed; after `expires` seconds in the queue it is
    not done any more. A lost queue is logged: sweepers repeat."""
    transaction.on_commit(partial(_send, name, queue, ids, expires))


def question_ask(name: str, *, expires: float, **ids: Any) -> str:
    """Queue a quick question at once; the key its answer will stand under, or nothing when it
    could not be queued. Unanswered when the workers are busy for longer than `expires` seconds."""
    key = secrets.token_hex(16)
    queued = _send(name, ASK_QUEUE, {"key": key, **ids}, expires=expires)
    return key if queued else ""


def question_answer(key: str, answer: str) -> None:
    cache.set(f"answer:{key}", answer, ANSWER_SECONDS)


def question_read(key: str) -> str | None:
    """The answer if it is there. It is read once."""
    answer: str | None = cache.get(f"answer:{key}")
    if answer is not None:
        cache.delete(f"answer:{key}")
    return answer


def question_wait(key: str, *, seconds: float) -> str | None:
    """As `question_await`, for a page's thread."""
    if not key:
        return None
    pause, until = Event(), time.monotonic() + seconds
    while (answer := question_read(key)) is None and time.monotonic() < until:
        pause.wait(POLL_SECONDS)
    return answer


async def question_await(key: str, *, seconds: float) -> str | None:
    """The answer as soon as it is there, None when it is not in time or the cache is away."""
    for _ in range(round(seconds / POLL_SECONDS) if key else 0):
        answer: str | None = await cache.aget(f"answer:{key}")
        if answer is not None:
            return answer
        await asyncio.sleep(POLL_SECONDS)
    return None


def _send(name: str, queue: str, ids: dict[str, Any], expires: float | None = None) -> bool:
    """Whether it was queued."""
    try:
        current_app.send_task(name, kwargs=ids, queue=queue, expires=expires, retry=False)
    except (OperationalError, OSError) as error:
        log.warning("job_not_queued", job=name, error=type(error).__name__)
        return False
    return True
