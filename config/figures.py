"""Prometheus figures read when they are asked for: the pool's levels, the queues' lengths."""

from collections.abc import Iterator

import structlog
from django.conf import settings
from django.db import DatabaseError
from prometheus_client import REGISTRY
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from redis import Redis
from redis.exceptions import RedisError

from config.celery import QUEUES
from config.redis import BROKER, redis_url
from games.selectors.pool import pool_levels

log = structlog.get_logger(__name__)


class ServiceFigures(Collector):
    """What no process counts for itself. A part that does not answer is left out."""

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """The same without figures, so that registering asks nobody."""
        yield _pool()
        yield _queues()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        pool, queues = _pool(), _queues()
        try:
            for event, ready in pool_levels().items():
                pool.add_metric([event], ready)
        except DatabaseError as error:
            log.warning("database_unavailable", error=type(error).__name__)
        try:
            with Redis.from_url(
                redis_url(settings.REDIS_URL, BROKER), socket_timeout=1, retry=None
            ) as client:
                for name in QUEUES:
                    queues.add_metric([name], client.llen(name))
        except RedisError as error:
            log.warning("redis_unavailable", error=type(error).__name__)
        yield pool
        yield queues


def _pool() -> GaugeMetricFamily:
    return GaugeMetricFamily("reussite_pool_ready", "Proved deals ready.", labels=["event"])


def _queues() -> GaugeMetricFamily:
    return GaugeMetricFamily("reussite_queue_length", "Tasks that wait.", labels=["queue"])


def register() -> None:
    """Show the figures on the metrics page. Once a process."""
    REGISTRY.register(ServiceFigures())
