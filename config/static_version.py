"""The version in the static path: a hash over what `frontend/` serves.

Every file is served under `/static/v-<hash>/`, so modules import each other by relative paths,
nothing is rewritten, and every answer may be cached for ever.
"""

from collections.abc import Iterator
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path

#: Not served, wherever they are (patterns of the names of files and directories): read by the
#: server, or tools and notes that lie beside what browsers read.
UNSERVED = (
    *("templates", "locale", "node_modules", "__pycache__", ".*", "*~"),
    *("*.py", "*.pyc", "*.md", "*.test.js", "*.d.ts", "package*.json", "tsconfig.json"),
)


def served_files(frontend: Path) -> Iterator[Path]:
    """Every served file, in a fixed order."""
    for path in sorted(frontend.iterdir()):
        if any(fnmatch(path.name, pattern) for pattern in UNSERVED):
            continue
        if path.is_dir():
            yield from served_files(path)
        else:
            yield path


def static_version(frontend: Path) -> str:
    """Ten hex digits that change whenever a served file's name or content does."""
    digest = sha256()
    for path in served_files(frontend):
        content = path.read_bytes()
        name = path.relative_to(frontend).as_posix()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:10]
