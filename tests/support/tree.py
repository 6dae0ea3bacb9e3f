"""The files of the project, as git knows them."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("accounts", "benchmarks", "config", "engine", "frontend", "games", "leaderboards")


@cache
def project_files(*patterns: str) -> list[Path]:
    """Files of the project whose paths match one of git's `patterns`, new ones included."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = (ROOT / line for line in listed.splitlines())
    return sorted(path for path in paths if path.is_file())


def sources(*, tests: bool = True) -> list[Path]:
    """Python files that people wrote: no migrations, nothing vendored."""
    kept = []
    for path in project_files("*.py"):
        parts = path.relative_to(ROOT).parts
        if "migrations" in parts or "vendor" in parts or (parts[0] == "tests" and not tests):
            continue
        kept.append(path)
    return kept


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a Python file, nested ones too."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def place(path: Path, line: int = 0) -> str:
    """`path:line` as editors read it."""
    name = path.relative_to(ROOT).as_posix()
    return f"{name}:{line}" if line else name
