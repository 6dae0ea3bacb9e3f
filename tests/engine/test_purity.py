"""The engine's promise: standard library only, no clock, no input or output, no game named."""

import ast
import re
import sys
from pathlib import Path

import pytest

from engine.variants import all_variants

ENGINE = Path(__file__).parents[2] / "engine"
FILES = sorted(ENGINE.glob("*.py"))
# Signing is the one part that stands on a library, and the shell the one that reads and prints.
LIBRARY = {"signature.py": {"cryptography"}}
IMPURE = {"__main__.py": {"argparse", "json", "pathlib", "sys"}}
WITH_EFFECTS = {
    *("argparse", "asyncio", "builtins", "datetime", "io", "json", "logging", "os", "pathlib"),
    *("random", "secrets", "socket", "subprocess", "sys", "tempfile", "threading", "time"),
}
RULE_BOOK = ["rules.py", "targets.py", "building.py"]


def imported(path: Path) -> set[str]:
    """Top-level packages a file imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(node.module or "")
    return {name.split(".")[0] for name in names}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_only_the_standard_library(path: Path) -> None:
    allowed = {*sys.stdlib_module_names, "engine", *LIBRARY.get(path.name, ())}
    assert imported(path) <= allowed


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_clock_no_chance_no_input_or_output(path: Path) -> None:
    assert not imported(path) & WITH_EFFECTS - IMPURE.get(path.name, set())
    if path.name != "__main__.py":
        calls = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not calls & {"open", "print", "input", "exec", "eval", "id", "globals"}
        assert not any(
            isinstance(node, ast.Global) for node in ast.walk(ast.parse(path.read_text("utf-8")))
        )


@pytest.mark.parametrize("name", RULE_BOOK)
def test_the_rule_book_names_no_variant(name: str) -> None:
    text = (ENGINE / name).read_text("utf-8")
    words = {word for v in all_variants() for word in (*v.name.split("-"), v.prefix, v.event)}
    words |= {"windows", "vegas", "thoughtful", "standard", "solitaire"}
    for word in (word for word in words if len(word) > 2):
        assert not re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE), word


@pytest.mark.parametrize("name", RULE_BOOK)
def test_the_rule_book_asks_for_no_name(name: str) -> None:
    """It reads what a variant says, never which one it is."""
    tree = ast.parse((ENGINE / name).read_text("utf-8"))
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not read & {"name", "prefix", "rules", "event", "score", "thoughtful"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_and_functions_are_small(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) <= 400
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 40, node.name
