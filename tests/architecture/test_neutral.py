"""No file carries an address of a package index or a path of somebody's machine."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.tree import place, project_files

INDEX = re.compile(
    r"--(extra-)?index-" + r"url|https?://[^ \"']*/simple([/ \"']|$)|"
    r"https?://(files\.)?python" + r"hosted|https?://registry\."
)
BINARY = {".woff2", ".png", ".ico", ".jpg", ".mo", ".webp", ".gz", ".xz", ".zst"}
HOME = re.compile(r"(?<![\w.])/(root|home/\w+|Users/\w+|work)/[\w.]")


def texts() -> Iterator[tuple[Path, str]]:
    """Every file that is text, with its text."""
    for path in project_files():
        content = path.read_bytes()
        try:
            yield path, content.decode()
        except UnicodeDecodeError:
            assert path.suffix in BINARY, f"{place(path)} is neither UTF-8 nor known to be binary"


@pytest.mark.parametrize("pattern", [INDEX, HOME], ids=["package index", "path of a machine"])
def test_not_in_any_file(pattern: re.Pattern[str]) -> None:
    found = [
        f"{place(path, number)}: {line.strip()[:120]}"
        for path, text in texts()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (INDEX, "pip install --index-" + "url https://somewhere"),
        (HOME, "cd /ro" + "ot/x"),
        (HOME, "'/ho" + "me/ann/.venv'"),
    ],
)
def test_the_patterns_find(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)
