"""The settings of production and of the embedded service, loaded as they load them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from django.db import connection

from tests.support.tree import ROOT

REQUIRED = {
    "SECRET_KEY": "only-for-this-test-but-fifty-letters-long-and-0-random",
    "DEAL_KEYS": Fernet.generate_key().decode(),
    "DATABASE_URL": "postgres://u:p@db/reussite",
    "REDIS_URL": "redis://redis:6379",
    "ALLOWED_HOSTS": "play.example",
}


def check(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """`manage.py check` in a process with only these variables."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    command = [sys.executable, "manage.py", "check", "--fail-level", "WARNING", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=kept | environment, capture_output=True, text=True, timeout=60
    )


def test_production_passes_djangos_deployment_checks(tmp_path: Path) -> None:
    production = {"DJANGO_SETTINGS_MODULE": "config.settings.production", "DATA_DIR": str(tmp_path)}
    # Other names under the host are not ours to bind to HTTPS: HSTS_INCLUDE_SUBDOMAINS does.
    whole = {"HSTS_INCLUDE_SUBDOMAINS": "true", "HSTS_PRELOAD": "true"}
    done = check(production | REQUIRED | whole, "--deploy")
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.iterdir()), "production keeps its secrets in no file"


@pytest.mark.parametrize("missing", sorted(REQUIRED))
def test_production_names_what_is_missing(missing: str) -> None:
    given = {name: value for name, value in REQUIRED.items() if name != missing}
    done = check({"DJANGO_SETTINGS_MODULE": "config.settings.production"} | given)
    assert done.returncode != 0
    assert f"Set the {missing} environment variable" in done.stderr


def test_the_embedded_service_needs_nothing(tmp_path: Path) -> None:
    done = check({"DATA_DIR": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"deal-key", "secret-key"}


@pytest.mark.django_db
@pytest.mark.main_path
def test_sqlite_writes_ahead_and_waits_its_turn() -> None:
    if connection.vendor != "sqlite":
        assert connection.settings_dict["CONN_HEALTH_CHECKS"]
        return
    with connection.cursor() as cursor:
        pragmas = {}
        for name in ("synchronous", "foreign_keys", "busy_timeout"):
            cursor.execute(f"PRAGMA {name}")
            pragmas[name] = cursor.fetchone()[0]
    assert pragmas == {"synchronous": 2, "foreign_keys": 1, "busy_timeout": 20_000}
    assert connection.transaction_mode == "IMMEDIATE"
