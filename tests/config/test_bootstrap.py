"""The set-up that runs before anything is installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.bootstrap import PARTS, digest, stamp
from tests.support.tree import ROOT


def environment_at(directory: Path, *installed: str) -> Path:
    """A directory that looks like an environment; its pip tells that it was called."""
    python = directory / "bin" / "python"
    python.parent.mkdir()
    python.write_text('#!/bin/sh\necho "$@" >> "$(dirname "$0")/calls"\n')
    python.chmod(0o755)
    for lock in installed:
        stamp(lock, directory).write_text(digest(lock))
    return directory


def bootstrap(environment: Path, lock: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "config.bootstrap", lock]
    variables = os.environ | {"VENV": str(environment)}
    return subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("installed", "wanted", "calls"),
    [
        ((), "runtime", True),
        (("runtime",), "runtime", False),
        (("runtime",), "dev", True),
        (("dev", "runtime"), "runtime", False),
        (("dev", "runtime"), "dev", False),
    ],
)
def test_installs_only_what_changed(
    tmp_path: Path, installed: tuple[str, ...], wanted: str, calls: bool
) -> None:
    environment = environment_at(tmp_path, *installed)
    done = bootstrap(environment, wanted)
    assert done.returncode == 0, done.stderr
    assert ("Installing the locked dependencies" in done.stdout) is calls
    assert (environment / "bin" / "calls").exists() is calls
    assert all(stamp(part, environment).read_text() == digest(part) for part in PARTS[wanted])


def test_installs_by_hash(tmp_path: Path) -> None:
    environment = environment_at(tmp_path)
    bootstrap(environment, "dev")
    called = (environment / "bin" / "calls").read_text()
    assert "--require-hashes" in called
    assert "config/locks/dev.txt" in called


def test_a_failed_install_is_tried_again(tmp_path: Path) -> None:
    environment = environment_at(tmp_path)
    (environment / "bin" / "python").write_text("#!/bin/sh\nexit 1\n")
    done = bootstrap(environment, "runtime")
    assert done.returncode == 1
    assert "could not be installed" in done.stderr
    assert not stamp("runtime", environment).exists()
