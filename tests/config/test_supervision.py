"""The supervisor around any programs."""

import subprocess
import sys
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from config.programs import Program, supervisor_config
from config.supervision import Console
from tests.support.tree import ROOT

RUN = """
import sys
from pathlib import Path
from config.supervision import Console, supervise
sys.exit(supervise(Path(sys.argv[1]), console=Console(sys.stdout)))
"""
STORE = Program("redis", ("sleep", "600"))


def supervised(directory: Path, *service: Program) -> subprocess.CompletedProcess[str]:
    config = directory / "supervisor.conf"
    config.write_text(supervisor_config(STORE, list(service), directory=directory))
    command = [sys.executable, "-c", RUN, str(config)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_without_a_web_process_there_is_no_service(tmp_path: Path) -> None:
    done = supervised(tmp_path, Program("web", ("false",), tries=0), Program("beat", STORE.command))
    assert done.returncode == 1
    assert "web cannot be started; see its log" in done.stdout
    assert "redis has stopped" in done.stdout
    assert "beat has stopped" in done.stdout


def written(name: str, data: bytes) -> Any:
    return SimpleNamespace(process=SimpleNamespace(config=SimpleNamespace(name=name)), data=data)


def test_lines_come_whole_and_under_their_names() -> None:
    stream = StringIO()
    console = Console(stream)
    for name, data in [("web", b"one\ntw"), ("beat", b"tick\n"), ("web", b"o\n\xff\n")]:
        console.output(written(name, data))
    assert stream.getvalue() == "web    │ one\nbeat   │ tick\nweb    │ two\nweb    │ �\n"


@pytest.mark.parametrize("error", [BrokenPipeError, OSError])
def test_a_vanished_terminal_is_no_fault(error: type[OSError]) -> None:
    class Gone(StringIO):
        def write(self, text: str) -> int:
            raise error

    console = Console(Gone())
    console.output(written("web", b"one\n"))
    console.output(written("web", b"two\n"))
