"""Three databases of one Redis: queues, cache, channel layer. Clearing one leaves the others."""

from urllib.parse import urlencode, urlsplit, urlunsplit

BROKER, CACHE, LAYER = 0, 1, 2


def redis_url(base: str, database: int) -> str:
    """`base` (redis://, rediss:// or unix://) addressing `database`, for redis-py."""
    parts = urlsplit(base)
    if parts.scheme == "unix":
        return f"unix://{parts.path}?{urlencode({'db': database})}"
    return urlunsplit(parts._replace(path=f"/{database}"))


def broker_url(base: str, database: int = BROKER) -> str:
    """`base` as Celery's transport spells it: unix sockets are `redis+socket://`."""
    parts = urlsplit(base)
    if parts.scheme == "unix":
        query = urlencode({"virtual_host": database})
        return f"redis+socket://{parts.path}?{query}"
    return redis_url(base, database)
