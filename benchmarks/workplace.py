"""Where benchmarks of the whole service run: a directory, a Redis, settings, a load beside it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tests.support.servers import running_redis

ROOT = Path(__file__).resolve().parent.parent

Figure = dict[str, Any]
R = TypeVar("R")


@contextmanager
def workplace() -> Iterator[tuple[Path, str]]:
    """A directory of one's own, and the address of a Redis in it; both go with the block."""
    with ExitStack() as stack:
        home = Path(tempfile.mkdtemp(prefix="reussite-bench-"))
        stack.callback(shutil.rmtree, home, ignore_errors=True)
        yield home, stack.enter_context(running_redis(home / "redis.sock"))


def environment_of(*, data: Path, redis: str, database: str = "") -> dict[str, str]:
    """The service's on this directory; `database` is the address of a PostgreSQL, or SQLite's."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
        "DATA_DIR": str(data),
        "REDIS_URL": redis,
        "DATABASE_URL": database,
    }


def loaded(module: str, plan: object, report: type[R], *, seconds: float) -> R:
    """What a load in a process of its own reports: a plan goes in, a report comes out, as JSON."""
    done = subprocess.run(
        [sys.executable, "-m", module],
        input=msgspec.json.encode(plan),
        stdout=subprocess.PIPE,
        cwd=ROOT,
        check=True,
        timeout=seconds,
    )
    return msgspec.json.decode(done.stdout, type=report)
