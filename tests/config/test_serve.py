"""`make serve` as people meet it: one command, and nothing left behind."""

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import psutil
import pytest

from tests.support.live import PROGRAMS, ROOT, LiveService, running_service
from tests.support.waiting import wait_until


def descendants(service: LiveService) -> list[psutil.Process]:
    assert service.process is not None
    return psutil.Process(service.process.pid).children(recursive=True)


def gone(processes: list[psutil.Process]) -> bool:
    return not any(
        process.is_running() and process.status() != psutil.STATUS_ZOMBIE for process in processes
    )


def serve(service: LiveService) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "config.serve"]
    return subprocess.run(
        command, cwd=ROOT, env=service.environment, capture_output=True, text=True, timeout=30
    )


@pytest.mark.faults
@pytest.mark.main_path
def test_the_whole_life_of_a_service(tmp_path: Path) -> None:
    """Starts, restarts what dies, refuses a second start, ends with Ctrl-C, leaves no process."""
    with running_service(tmp_path / "data") as service:
        assert "Ready: http://localhost:" in wait_until(
            lambda: "Ready" in service.console() and service.console(), "the address is printed"
        )
        assert all(service.pid(program) for program in PROGRAMS)
        wait_until(lambda: "web is running" in service.console(), "the start is over")
        service.kill_and_wait("web")
        assert "web died, and is started again" in service.console()
        again = serve(service)
        assert again.returncode == 1
        assert "running already" in again.stderr
        service.wait_workers()
        started = descendants(service)
        assert service.stop(signal.SIGINT) == 0
        assert gone(started)


@pytest.mark.slow
@pytest.mark.faults
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_ends(tmp_path: Path, number: int) -> None:
    """A stop from outside and a closed terminal end everything too."""
    with running_service(tmp_path / "data") as service:
        started = descendants(service)
        assert service.stop(number) == 0
        assert gone(started)


@pytest.mark.slow
@pytest.mark.faults
def test_children_end_with_a_killed_supervisor(tmp_path: Path) -> None:
    with running_service(tmp_path / "data") as service:
        service.wait_workers()
        started = descendants(service)
        assert service.process is not None
        service.process.kill()
        service.process.wait()
        wait_until(lambda: gone(started), "the children end", seconds=30)
        service.start()


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = serve(LiveService(tmp_path, taken.getsockname()[1]))
    assert refused.returncode == 1
    assert "is taken" in refused.stderr
    assert f"make serve PORT={taken_port(refused.stderr) + 1}" in refused.stderr


def taken_port(message: str) -> int:
    return int(message.split("Port ")[1].split()[0])


@pytest.mark.e2e
@pytest.mark.main_path
def test_a_page_from_before_a_deploy_still_gets_its_modules(live_service: LiveService) -> None:
    with urllib.request.urlopen(
        f"{live_service.url}/static/v-0123456789/js/dialogs.js"
    ) as response:
        assert response.headers["Cache-Control"] == "max-age=60"
        assert b"import" in response.read()


@pytest.mark.e2e
@pytest.mark.main_path
def test_static_files_are_immutable_and_versioned(live_service: LiveService) -> None:
    with urllib.request.urlopen(f"{live_service.url}/") as response:
        prefix = re.search(r"/static/v-[0-9a-f]{10}/", response.read().decode())
    assert prefix
    with urllib.request.urlopen(f"{live_service.url}{prefix[0]}css/pages.css") as response:
        assert response.headers["Cache-Control"] == "max-age=315360000, public, immutable"
        assert response.headers["Content-Type"] == 'text/css; charset="utf-8"'
        assert response.read() == (ROOT / "frontend" / "css" / "pages.css").read_bytes()
