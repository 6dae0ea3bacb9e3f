"""Habits a linter does not hold: each name below stands for a bug that somebody met."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.tree import parsed, place, project_files, sources

#: Called on the class, these read the machine's clock past `django.utils.timezone`.
CLOCKS = {("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today")}
#: Words for work left undone, and pytest's ways of not running a test.
UNFINISHED = re.compile(
    rf"\b({'TO' + 'DO'}|{'FIX' + 'ME'}|{'XX' + 'X'})\b|"
    r"pytest\.(mark\.)?(skip|xfail|importor" + r"skip)|mark\.flaky"
)


def calls(path: Path) -> Iterator[tuple[str, str, int]]:
    """(owner, name, line) of every `owner.name(…)` and `a.owner.name(…)`."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            value = node.func.value
            owner = getattr(value, "attr", None) or getattr(value, "id", None)
            if owner:
                yield owner, node.func.attr, node.lineno


def test_time_comes_from_django() -> None:
    found = [
        f"{place(path, line)}: {owner}.{name}()"
        for path in sources()
        for owner, name, line in calls(path)
        if (owner, name) in CLOCKS
    ]
    assert not found, "\n".join(found)


def test_nothing_sleeps() -> None:
    found = [
        place(path, line)
        for path in sources()
        for owner, name, line in calls(path)
        if (owner, name) == ("time", "sleep")
    ]
    assert not found, "\n".join(found)


def handlers(path: Path) -> Iterator[ast.ExceptHandler]:
    return (node for node in ast.walk(parsed(path)) if isinstance(node, ast.ExceptHandler))


def test_exceptions_are_named() -> None:
    """A bare `except` or `except Exception` needs its reason in a comment on the same line."""
    found = []
    for path in sources():
        lines = path.read_text(encoding="utf-8").splitlines()
        for handler in handlers(path):
            kind = getattr(handler.type, "id", "")
            if handler.type is None or kind in {"Exception", "BaseException"}:
                reasoned = "#" in lines[handler.lineno - 1] or _raises_again(handler)
                if not reasoned:
                    found.append(place(path, handler.lineno))
    assert not found, "\n".join(found)


def _raises_again(handler: ast.ExceptHandler) -> bool:
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def test_nothing_is_left_undone() -> None:
    files = [path for path in project_files("*.py", "*.js", "*.html") if "vendor" not in path.parts]
    found = [
        place(path, number)
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if UNFINISHED.search(line)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("text", "found"),
    [("# " + "TO" + "DO: later", True), ("todos = 3", False), ("import pytest", False)],
)
def test_the_search_for_unfinished_work(text: str, found: bool) -> None:
    assert bool(UNFINISHED.search(text)) is found
