"""Connections to the parts: database, channel layer, cache, queues. Plain data from plain data."""

from pathlib import Path
from typing import Any

from config.env import env
from config.redis import CACHE, LAYER, redis_url

Config = dict[str, Any]

SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;"
    "PRAGMA synchronous=FULL;"  # an acknowledged move survives a power cut
    "PRAGMA foreign_keys=ON;"
    "PRAGMA temp_store=MEMORY;"
    "PRAGMA cache_size=-16000;"
    "PRAGMA mmap_size=134217728;"
    "PRAGMA journal_size_limit=67108864"
)


def sqlite(path: Path) -> Config:
    """SQLite with readers beside one writer, whose transactions queue from their first statement.

    A deferred transaction that turns into a writing one fails at once with "database is locked";
    an immediate one waits its turn.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": SQLITE_PRAGMAS,
        },
    }


def postgres(url: str) -> Config:
    """PostgreSQL at `url`, on kept connections that are tested before they are used again.

    Only statements that ask for it are prepared (`leaderboards.database`), once a connection, and
    their plans are for any numbers: to plan a board's query costs more than to answer it. A pooler
    that hands out another connection a transaction has to keep prepared statements.
    """
    config: Config = env.db_url_config(url)
    config["CONN_MAX_AGE"] = None
    config["CONN_HEALTH_CHECKS"] = True
    options = config.setdefault("OPTIONS", {})
    options.setdefault("prepare_threshold", 5)
    options.setdefault("options", "-c plan_cache_mode=force_generic_plan")
    return config


def channel_layers(url: str) -> Config:
    """The doorbell between processes.

    redis-py ends a blocking read after 5 s unless told otherwise, which closed idle sockets; its
    pool and the layer's queue (one a *process*) are sized for thousands of tables.
    """
    host = {
        "address": redis_url(url, LAYER),
        "socket_timeout": None,
        "socket_connect_timeout": 5,
        "max_connections": 4096,
    }
    return {
        "default": {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            "CONFIG": {"hosts": [host], "capacity": 20_000, "expiry": 30, "prefix": "reussite"},
        },
    }


def caches(url: str) -> Config:
    """A cache that may vanish: see config.cache."""
    return {
        "default": {
            "BACKEND": "config.cache.LenientRedisCache",
            "LOCATION": redis_url(url, CACHE),
            "KEY_PREFIX": "reussite",
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
        },
    }
