"""The test suite: real PostgreSQL and Redis in a private directory, started by tests/conftest.py.

REUSSITE_TEST_DB=sqlite runs on SQLite instead. Every process (each xdist worker is one) has its own
directory and servers.
"""

import os
import tempfile
from pathlib import Path

from cryptography.fernet import Fernet

from config.databases import caches, channel_layers, postgres, sqlite
from config.env import env
from config.logging import logging_config
from config.redis import broker_url

TEST_DIR = Path(tempfile.gettempdir()) / f"reussite-test-{os.getuid()}-{os.getpid()}"
os.environ["DATA_DIR"] = str(TEST_DIR / "data")

from config.settings.base import *  # noqa: E402

SECRET_KEY = "only-for-tests"  # noqa: S105
DEAL_KEYS = [Fernet.generate_key().decode()]
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

TEST_DB = env.str("REUSSITE_TEST_DB", default="postgres")
POSTGRES_DATA = TEST_DIR / "postgres"
REDIS_SOCKET = TEST_DIR / "redis.sock"
DATABASES = {
    "default": sqlite(TEST_DIR / "main.sqlite3")
    if TEST_DB == "sqlite"
    else postgres(f"postgres://postgres:@/postgres?host={POSTGRES_DATA}")
}
# Without a name Django would test in memory, where readers and writers lock each other out.
DATABASES["default"]["TEST"] = {"NAME": TEST_DIR / "test.sqlite3" if TEST_DB == "sqlite" else None}
REDIS_URL = f"unix://{REDIS_SOCKET}"
CHANNEL_LAYERS = channel_layers(REDIS_URL)
CACHES = caches(REDIS_URL)
CELERY_BROKER_URL = broker_url(REDIS_URL)

# Tests travel in time; those of the clock itself set this back.
CLOCK_OF_DATABASE = False
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True

# Who asks for a proved deal is answered at once or, without workers, never.
DEAL_FIND_SECONDS = 0.1

LOGGING = logging_config(readable=True)
