"""Probes. `/healthz`: the process answers. `/readyz`: so do the parts it needs to serve players."""

from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpResponse, JsonResponse
from redis import Redis
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)


def healthz() -> HttpResponse:
    """200 as long as the process can answer at all."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz() -> JsonResponse:
    """200 when the database answers, else 503. Redis is reported but not required: play goes on."""
    database, redis = database_answers(), redis_answers()
    state = {"database": database, "redis": redis}
    return JsonResponse(state, status=200 if database else 503)


def database_answers() -> bool:
    """Whether a query comes back."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        log.warning("database_unavailable", error=type(error).__name__)
        return False
    return True


def redis_answers() -> bool:
    """Whether Redis answers within a second."""
    try:
        with Redis.from_url(
            settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=None
        ) as client:
            return bool(client.ping())
    except RedisError as error:
        log.warning("redis_unavailable", error=type(error).__name__)
        return False


PROBES: dict[str, Callable[[], HttpResponse]] = {"/healthz": healthz, "/readyz": readyz}
