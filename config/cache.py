"""The cache: Redis, or for as long as it is away, nothing. No page fails for want of it."""

from collections.abc import Callable
from typing import Any, TypeVar

import structlog
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

Answer = TypeVar("Answer")
log = structlog.get_logger(__name__)


def lenient(call: Callable[..., Answer], fallback: Answer, *args: Any) -> Answer:
    """`call(*args)`, or `fallback` when Redis does not answer."""
    try:
        return call(*args)
    except RedisError as error:
        log.warning("cache_unavailable", error=type(error).__name__)
        return fallback


class LenientRedisClient(RedisCacheClient):
    """While Redis is away reads miss and writes are dropped, without a wait."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, retry=Retry(NoBackoff(), 1), **options)

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        return lenient(super().add, True, key, value, timeout)

    def get(self, key: Any, default: Any) -> Any:
        return lenient(super().get, default, key, default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        lenient(super().set, None, key, value, timeout)

    def touch(self, key: Any, timeout: Any) -> bool:
        return lenient(super().touch, False, key, timeout)

    def delete(self, key: Any) -> bool:
        return lenient(super().delete, False, key)

    def get_many(self, keys: Any) -> dict[Any, Any]:
        nothing: dict[Any, Any] = {}
        return lenient(super().get_many, nothing, keys)

    def has_key(self, key: Any) -> bool:
        return lenient(super().has_key, False, key)

    def incr(self, key: Any, delta: int) -> Any:
        return lenient(super().incr, delta, key, delta)

    def set_many(self, data: Any, timeout: Any) -> None:
        lenient(super().set_many, None, data, timeout)

    def delete_many(self, keys: Any) -> None:
        lenient(super().delete_many, None, keys)

    def clear(self) -> bool:
        return lenient(super().clear, False)


class LenientRedisCache(RedisCache):
    """Django's Redis cache over the client above."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = LenientRedisClient
