"""Production: PostgreSQL, Redis or Valkey, HTTPS ended by a proxy. All from the environment.

Required: SECRET_KEY, DEAL_KEYS, DATABASE_URL, REDIS_URL, ALLOWED_HOSTS. See docs/operations.md.
"""

from config.databases import caches, channel_layers, postgres
from config.env import checked_keys, env
from config.logging import logging_config
from config.redis import broker_url
from config.settings.base import *

SECRET_KEY = env.str("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
DEAL_KEYS = checked_keys(env.list("DEAL_KEYS"))
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

DATABASES = {"default": postgres(env.str("DATABASE_URL"))}
REDIS_URL = env.str("REDIS_URL")
CHANNEL_LAYERS = channel_layers(REDIS_URL)
CACHES = caches(REDIS_URL)
CELERY_BROKER_URL = broker_url(REDIS_URL)

SITE_URL = env.str("SITE_URL", default=f"https://{ALLOWED_HOSTS[0].lstrip('.')}")

# Baked into the image when it is built, so that any process can serve it.
STATIC_ROOT = env.path("STATIC_ROOT", default=str(BASE_DIR / ".build" / "static"))()

# HTTPS, ended by a proxy which sets (never passes on) X-Forwarded-Proto and X-Forwarded-For.
HTTPS = env.bool("HTTPS", default=True)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=1)

LOGGING = logging_config(readable=env.bool("READABLE_LOGS", default=False))
