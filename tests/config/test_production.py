"""The processes of production, on PostgreSQL and Redis, as the containers start them."""

import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest
from cryptography.fernet import Fernet

from tests.support.live import free_port
from tests.support.servers import new_database
from tests.support.tree import ROOT
from tests.support.waiting import wait_until


def production(directory: Path, database: str, redis: str, port: int) -> dict[str, str]:
    return {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ} | {
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "SECRET_KEY": "only-for-this-test",
        "DEAL_KEYS": Fernet.generate_key().decode(),
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "ALLOWED_HOSTS": "localhost",
        "DATA_DIR": str(directory),
        "STATIC_ROOT": str(directory / "static"),
        "PORT": str(port),
    }


@contextmanager
def process(environment: dict[str, str], *arguments: str, log: Path) -> Iterator[None]:
    with log.open("wb") as out:
        running = subprocess.Popen(
            [sys.executable, *arguments], cwd=ROOT, env=environment, stdout=out, stderr=out
        )
    try:
        yield
    finally:
        running.terminate()
        running.wait(timeout=30)


def fetched(port: int, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    """Status, body and headers, as a proxy that ended HTTPS would get them."""
    sent = {"Host": "localhost", "X-Forwarded-Proto": "https", **headers}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=sent)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read(), dict(answer.headers)
    except HTTPError as error:
        return error.code, error.read(), dict(error.headers)
    except (URLError, ConnectionError):
        return 0, b"", {}


@pytest.mark.e2e
def test_web_and_worker_as_in_a_container(
    tmp_path: Path, postgres_server: str, redis_server: str
) -> None:
    port, database = free_port(), new_database(postgres_server, "production")
    environment = production(tmp_path, database, redis_server, port)
    for command in (["migrate", "-v0"], ["collectstatic", "--no-input", "-v0"]):
        done = [sys.executable, "manage.py", *command]
        subprocess.run(done, cwd=ROOT, env=environment, check=True, timeout=120)
    with ExitStack() as stack:
        for name in ("web", "worker"):
            log = tmp_path / f"{name}.log"
            stack.enter_context(process(environment, "-m", "config.run", name, log=log))
        wait_until(lambda: fetched(port, "/readyz")[0] == 200, "web answers", seconds=60)
        status, page, headers = fetched(port, "/")
        assert status == 200
        assert headers["Strict-Transport-Security"] == "max-age=31536000"
        assert "; Secure" in headers["Set-Cookie"]
        asset = re.search(r'"(/static/v-[^"]+\.css)"', page.decode())
        assert asset
        status, _, headers = fetched(port, asset[1], **{"Accept-Encoding": "gzip"})
        assert (status, headers["Content-Encoding"]) == (200, "gzip")
        assert fetched(port, "/", Host="evil.example")[0] == 400
        worker = tmp_path / "worker.log"
        wait_until(lambda: '"worker@' in worker.read_text(), "the worker is ready", seconds=60)
        assert '"event"' in worker.read_text(), "one JSON object a line"
