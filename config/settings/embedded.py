"""The default: nothing to install. SQLite and a private Redis, both in DATA_DIR.

DATABASE_URL and REDIS_URL, if set, name servers to use instead.
"""

from config.databases import caches, channel_layers, postgres, sqlite
from config.env import deal_keys, env, made_data_dir, redis_socket, secret_key
from config.logging import logging_config
from config.redis import broker_url
from config.settings.base import *

DATA_DIR = made_data_dir()
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = secret_key(directory=DATA_DIR)
DEAL_KEYS = deal_keys(directory=DATA_DIR)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

DATABASE_URL = env.str("DATABASE_URL", default="")
DATABASES = {
    "default": postgres(DATABASE_URL) if DATABASE_URL else sqlite(DATA_DIR / "reussite.sqlite3")
}

REDIS_SOCKET = redis_socket(directory=DATA_DIR)
REDIS_URL = env.str("REDIS_URL", default=f"unix://{REDIS_SOCKET}")
CHANNEL_LAYERS = channel_layers(REDIS_URL)
CACHES = caches(REDIS_URL)
CELERY_BROKER_URL = broker_url(REDIS_URL)

# Passkeys over plain http work on localhost only, and there they may.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True

LOGGING = logging_config(readable=True)
