"""The real service for a test: `config.serve` with its own data, port, database and Redis."""

import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg

from config.supervision import end_with_parent
from tests.support.waiting import wait_until

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ("redis", "web", "worker", "solver", "adviser", "beat")


@dataclass
class LiveService:
    """A running service. `start` and `stop` may be called again and again; the data stays."""

    directory: Path
    port: int
    database_url: str = ""
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def url(self) -> str:
        """Where pages are, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        """Where sockets are."""
        return f"ws://127.0.0.1:{self.port}/ws/"

    @property
    def environment(self) -> dict[str, str]:
        """What the service's processes are started with."""
        given = os.environ.copy()
        given.pop("REDIS_URL", None)
        return given | {
            "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
            "DATA_DIR": str(self.directory),
            "DATABASE_URL": self.database_url,
            "PORT": str(self.port),
            "EMAIL_URL": f"filemail:///{self.mail_directory}",  # the path keeps its own slash
            "GUESTS_PER_HOUR": "100000",
            # A solver that proves deals in advance takes half a machine from everything else.
            "POOL_SIZE": "2",
        }

    @property
    def mail_directory(self) -> Path:
        """One file a mail."""
        return self.directory / "mail"

    def start(self) -> None:
        """Starts it; returns when pages are answered."""
        self.directory.mkdir(parents=True, exist_ok=True)
        self.mail_directory.mkdir(exist_ok=True)
        with (self.directory / "console.log").open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.serve"],
                cwd=ROOT,
                env=self.environment,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=end_with_parent,
            )
        self.wait_ready()

    def stop(self, number: int = signal.SIGINT) -> int:
        """Ends it as Ctrl-C does; the exit status."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(timeout=40)

    def wait_ready(self, *, seconds: float = 60) -> None:
        """Waits until the web process answers."""
        wait_until(self.ready, f"the service answers\n{self.console()[-4000:]}", seconds=seconds)

    def ready(self) -> bool:
        """Whether the web process answers now."""
        assert self.process is not None
        assert self.process.poll() is None, self.console()[-4000:]
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as response:
                return bool(response.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def wait_workers(self, *, seconds: float = 60) -> None:
        """Waits until both Celery workers take tasks."""
        wait_until(
            lambda: all(" ready." in self.log(name) for name in ("worker", "solver", "adviser")),
            "the workers take tasks",
            seconds=seconds,
        )

    def pid(self, program: str) -> int | None:
        """The process id of one of PROGRAMS, None while it is not there."""
        assert self.process is not None
        for child in psutil.Process(self.process.pid).children():
            with contextlib.suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                if _program(child.cmdline()) == program:
                    return child.pid
        return None

    def kill(self, program: str, number: int = signal.SIGKILL) -> int:
        """Kills one program, as a crash would; the supervisor starts it again. The dead pid."""
        pid = wait_until(lambda: self.pid(program), f"{program} runs")
        os.kill(pid, number)
        wait_until(lambda: self.pid(program) != pid, f"{program} is dead")
        return pid

    def kill_and_wait(self, program: str, number: int = signal.SIGKILL) -> None:
        """Kills one program and waits until it is there again (and pages are answered)."""
        self.kill(program, number)
        wait_until(lambda: self.pid(program), f"{program} is started again", seconds=30)
        self.wait_ready()

    def log(self, program: str) -> str:
        """What a program has written."""
        path = self.directory / "logs" / f"{program}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def console(self) -> str:
        """What the terminal would have shown."""
        path = self.directory / "console.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def mails(self) -> list[str]:
        """The mails sent, oldest first."""
        files = sorted(self.mail_directory.glob("*"), key=lambda path: path.stat().st_mtime_ns)
        return [path.read_text() for path in files]

    def query(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows of the service's database; parameters are `%s`."""
        if self.database_url:
            with psycopg.connect(self.database_url) as connection:
                return connection.execute(sql.encode(), values).fetchall()
        path = self.directory / "reussite.sqlite3"
        with contextlib.closing(sqlite3.connect(path, timeout=20)) as database:
            return database.execute(sql.replace("%s", "?"), values).fetchall()


def _program(command: list[str]) -> str | None:
    line = " ".join(command)
    marks = {
        "redis-server": "redis",
        "daphne": "web",
        "worker@": "worker",
        "solver@": "solver",
        "adviser@": "adviser",
        "beat": "beat",
    }
    return next((name for mark, name in marks.items() if mark in line), None)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running_service(directory: Path, *, database_url: str = "") -> Iterator[LiveService]:
    """A started service, and its end with everything it started."""
    service = LiveService(directory, free_port(), database_url)
    try:
        service.start()
        yield service
    finally:
        if service.process is not None and service.process.poll() is None:
            service.stop()
