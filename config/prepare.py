"""Brings the database and the collected static files up to the code; what is current is left alone.

python -m config.prepare
"""

import json
import os
import sqlite3
import sys
from hashlib import sha256
from pathlib import Path

from config.env import FRONTEND, ROOT, made_data_dir
from config.static_version import static_version

APPS = ("accounts", "games", "leaderboards")


def main() -> None:
    """Migrates and collects, unless the note of the last time says that nothing changed since."""
    directory = made_data_dir()
    wanted = code_digest()
    if is_current(directory, wanted):
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    import django

    django.setup()
    migrate()
    collect()
    note(directory).write_text(json.dumps({"code": wanted, "applied": applied(directory)}))


def code_digest() -> str:
    """A digest of everything that decides about migrations and static files."""
    digest = sha256(static_version(FRONTEND).encode())
    digest.update((ROOT / "config" / "locks" / "runtime.txt").read_bytes())
    for app in APPS:
        for path in sorted((ROOT / app / "migrations").glob("*.py")):
            digest.update(f"{app}/{path.name}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def is_current(directory: Path, wanted: str) -> bool:
    """Whether Django need not even be loaded to know that there is nothing to do.

    True only for the embedded database, and only if it has as many migrations applied as when the
    note was written: a database put back from a backup is looked at.
    """
    if os.environ.get("DATABASE_URL") or not note(directory).exists():
        return False
    last = json.loads(note(directory).read_text())
    return bool(last == {"code": wanted, "applied": applied(directory)})


def note(directory: Path) -> Path:
    """The file that remembers what was prepared."""
    return directory / "prepared.json"


def applied(directory: Path) -> int:
    """Migrations applied to the embedded database; -1 without one."""
    database = directory / "reussite.sqlite3"
    if not database.exists():
        return -1
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return int(connection.execute("SELECT count(*) FROM django_migrations").fetchone()[0])
    except sqlite3.OperationalError:
        return -1
    finally:
        connection.close()


def migrate() -> None:
    """Applies the migrations that are missing."""
    from django.core.management import call_command
    from django.db import DEFAULT_DB_ALIAS, connections
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        say(f"Migrating the database ({len(missing)} steps)")
        call_command("migrate", interactive=False, verbosity=0)


def collect() -> None:
    """Collects the static files of this version; those of the version before go."""
    from django.conf import settings
    from django.core.management import call_command

    stamp = Path(settings.STATIC_ROOT) / "version"
    if stamp.exists() and stamp.read_text() == settings.STATIC_VERSION:
        return
    say("Collecting the static files")
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(settings.STATIC_VERSION)


def say(text: str) -> None:
    """One line about what is being done."""
    sys.stdout.write(f"· {text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)  # what was begun is finished by the next start
