"""Files and functions stay small enough to be read at once."""

from pathlib import Path
from statistics import median

from tests.support.tree import functions, place, project_files, sources

LONGEST_FILE = 400
LONGEST_FUNCTION = 40
#: The median is what tells whether a code base is made of small pieces.
MEDIAN_FILE = 110


def length(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


def test_files() -> None:
    scripts = [path for path in project_files("*.js", "*.css") if "vendor" not in path.parts]
    long = [
        f"{place(path)}: {length(path)} lines"
        for path in [*sources(), *scripts]
        if length(path) > LONGEST_FILE
    ]
    assert not long, "\n".join(long)


def test_functions() -> None:
    long = []
    for path in sources():
        if "solver" in path.parts:
            continue  # a compiled kernel pays for every call it is cut into
        for function in functions(path):
            lines = (function.end_lineno or function.lineno) - function.lineno + 1
            if lines > LONGEST_FUNCTION:
                long.append(f"{place(path, function.lineno)} {function.name}: {lines} lines")
    assert not long, "\n".join(long)


def test_most_files_are_short() -> None:
    assert median(length(path) for path in sources(tests=False)) <= MEDIAN_FILE
