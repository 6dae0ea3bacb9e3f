"""What every deployment shares. Values, not code: each line says what is set."""

import logging
from datetime import timedelta

import django_stubs_ext
from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.env import FRONTEND, ROOT, data_dir, env
from config.static_version import static_version

# Lets `ModelForm[User]` and the like stand in annotations at run time too.
django_stubs_ext.monkeypatch()

BASE_DIR = ROOT
DATA_DIR = data_dir()
DEBUG = False

INSTALLED_APPS = [
    "accounts",
    "games",
    "leaderboards",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.admin",
    "config.apps.ServedFilesConfig",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "django_prometheus",
    "django_structlog",
]

MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "config.middleware.HealthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.StaticFilesMiddleware",
    "config.middleware.PolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.PlayerMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FRONTEND / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    },
]

# Text and time
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French")), ("nb", _("Norwegian"))]
LOCALE_PATHS = [FRONTEND / "locale"]
LANGUAGE_COOKIE_SAMESITE = "Lax"

# People
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.account_forms.LoginForm",
    "signup": "accounts.account_forms.SignupForm",
    "add_email": "accounts.account_forms.AddEmailForm",
    "reset_password": "accounts.account_forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.account_forms.ResetPasswordKeyForm",
    "change_password": "accounts.account_forms.ChangePasswordForm",
    "set_password": "accounts.account_forms.SetPasswordForm",
    "reauthenticate": "accounts.account_forms.ReauthenticateForm",
}
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_USER_DISPLAY = "accounts.models.user_display"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_RATE_LIMITS = {
    "guest": f"{env.int('GUESTS_PER_HOUR', default=120)}/h/ip",
    "friend": "10/m/user,60/h/user",
    "report": "10/h/user",
    "record": "20/m/user,200/h/user",
}
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Réussite · "
MFA_ADAPTER = "accounts.adapters.MfaAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_FORMS = {
    "authenticate": "accounts.account_forms.CodeForm",
    "reauthenticate": "accounts.account_forms.ReauthenticateCodeForm",
    "activate_totp": "accounts.account_forms.ActivateCodesForm",
    "add_webauthn": "accounts.credentials.AddForm",
    "login_webauthn": "accounts.credentials.LoginForm",
    "authenticate_webauthn": "accounts.credentials.AuthenticateForm",
    "reauthenticate_webauthn": "accounts.credentials.ReauthenticateForm",
}
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Réussite"
# accounts notes when a device was last seen; allauth would write at every request.
USERSESSIONS_TRACK_ACTIVITY = False

# Sessions live in the database: people stay signed in when Redis is down or emptied.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = int(timedelta(days=90).total_seconds())
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# Static files
STATIC_VERSION = static_version(FRONTEND)
STATIC_URL = f"/static/v-{STATIC_VERSION}/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [FRONTEND]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.storage.OursCompressedStorage"},
}
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/v-[0-9a-f]+/"
WHITENOISE_ALLOW_ALL_ORIGINS = False

# What a page may load: this service and nothing else.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    },
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# Who may read /metrics without being staff.
METRICS_NETWORKS = env.list("METRICS_NETWORKS", default=["127.0.0.0/8", "::1/128"])

# Mail
vars().update(env.email("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 30
# Where people find the service: for links in mails that no request asks for.
SITE_URL = env.str("SITE_URL", default=f"http://localhost:{env.int('PORT', default=8000)}")
# Whom people may write to: in mails, and on the pages of terms and privacy.
CONTACT_EMAIL = env.str("CONTACT_EMAIL", default="")
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Réussite <noreply@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Tasks: acknowledged when done, given back when a worker dies, harmless to run twice.
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_TASK_SOFT_TIME_LIMIT = 480
CELERY_TASK_TIME_LIMIT = 540
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A process that has grown beyond this many KiB is replaced after its task. The solver's own bound
# on a search's table keeps a task below 1 GiB.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 786_432
# A replaced process of the solver's may have to compile its kernels before it says that it is up.
CELERY_WORKER_PROC_ALIVE_TIMEOUT = 120.0
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = TIME_ZONE
# Above the time limit: a task still running is never handed out a second time.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 600, "socket_timeout": None}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")

# All processes go by the database's clock, where it has one.
CLOCK_OF_DATABASE = True

# Logs: one line a request, when it is answered.
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG

# Play: items an account may send to one process in any two seconds.
PLAY_ITEMS_IN_2_SECONDS = env.int("PLAY_ITEMS_IN_2_SECONDS", default=40)
# Proved deals that are kept ready for each event.
POOL_SIZE = env.int("POOL_SIZE", default=20)
# As long as a player waits for a proved deal when the pool has none.
DEAL_FIND_SECONDS = 4.0
