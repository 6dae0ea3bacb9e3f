"""The version in the static path: a hash over what `frontend/` serves.

Every file is served under `/static/v-<hash>/`, so modules import each other by relative paths,
nothing is rewritten, and every answer may be cached for ever.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

#: Not served: read by the server, not by browsers.
UNSERVED_DIRECTORIES = frozenset({"templates", "locale"})
#: Not served and not hashed, wherever they are (fnmatch patterns of names).
IGNORED_NAMES = ("*.py", "*.pyc", "*.md", "__pycache__", ".*", "*~", "tsconfig.json", "*.test.js")


def served_directories(frontend: Path) -> list[tuple[str, Path]]:
    """(prefix, directory) of each directory of `frontend` that browsers may read, sorted."""
    return [
        (path.name, path)
        for path in sorted(frontend.iterdir())
        if path.is_dir() and path.name not in UNSERVED_DIRECTORIES and path.name[0] not in "._"
    ]


def served_files(frontend: Path) -> Iterator[Path]:
    """Every served file, in a fixed order."""
    for _, directory in served_directories(frontend):
        for path in sorted(directory.rglob("*")):
            parts = path.relative_to(directory).parts
            if path.is_file() and not any(_ignored(part) for part in parts):
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


def _ignored(name: str) -> bool:
    path = Path(name)
    return any(path.match(pattern) for pattern in IGNORED_NAMES)
