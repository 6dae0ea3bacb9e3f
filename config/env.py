"""What the settings read from the environment, and the secrets a first start makes for itself."""

import os
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import environ
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from django.utils.crypto import get_random_string

ROOT = Path(__file__).resolve().parent.parent
FRONTEND = ROOT / "frontend"

#: A unix socket's path must fit in sockaddr_un (108 bytes on Linux, 104 on macOS).
MAX_SOCKET_PATH = 100

env = environ.Env()


def data_dir() -> Path:
    """The directory of everything a start keeps: env DATA_DIR, else `.data`."""
    return Path(os.environ.get("DATA_DIR") or ROOT / ".data").expanduser().resolve()


def made_data_dir() -> Path:
    """The same, made if missing, for its owner alone."""
    directory = data_dir()
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    return directory


def kept_secret(name: str, make: Callable[[], str], *, directory: Path) -> str:
    """The secret in file `directory/name`, made by the first process that asks.

    The file (mode 0600) appears whole by `link`, which fails if it is there already: of any number
    of processes starting at once, one writes and all read the same.
    """
    path = directory / name
    if not path.exists():
        descriptor, draft = tempfile.mkstemp(prefix=f".{name}-", dir=directory)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(make() + "\n")
                file.flush()
                os.fsync(file.fileno())
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first: its secret is the one
        finally:
            Path(draft).unlink()
    secret = path.read_text(encoding="ascii").strip()
    if not secret:
        raise ImproperlyConfigured(f"{path} is empty; restore it from a backup")
    return secret


def secret_key(*, directory: Path) -> str:
    """Django's SECRET_KEY: env SECRET_KEY, else one kept in `directory`."""
    return os.environ.get("SECRET_KEY") or kept_secret(
        "secret-key", lambda: get_random_string(64), directory=directory
    )


def deal_keys(*, directory: Path) -> list[str]:
    """Fernet keys for stored seeds: env DEAL_KEYS (comma separated), else one kept in `directory`.

    The first encrypts, all decrypt: to rotate, put a new key in front.
    """
    given = [key.strip() for key in os.environ.get("DEAL_KEYS", "").split(",") if key.strip()]
    return checked_keys(given) or [
        kept_secret("deal-key", lambda: Fernet.generate_key().decode(), directory=directory)
    ]


def checked_keys(keys: list[str]) -> list[str]:
    """`keys` if each is a Fernet key; ImproperlyConfigured names the position, never the key."""
    for number, key in enumerate(keys, start=1):
        try:
            Fernet(key)
        except ValueError as error:
            raise ImproperlyConfigured(f"DEAL_KEYS: key {number} is not a Fernet key") from error
    return keys


def redis_socket(*, directory: Path) -> Path:
    """The embedded Redis' private unix socket: in `directory`, or in a short place if too long."""
    path = directory / "redis.sock"
    if len(os.fsencode(path)) <= MAX_SOCKET_PATH:
        return path
    digest = sha256(os.fsencode(directory)).hexdigest()[:16]
    short = Path(tempfile.gettempdir()) / f"reussite-{os.getuid()}-{digest}"
    short.mkdir(mode=0o700, exist_ok=True)
    if short.stat().st_uid != os.getuid():
        raise ImproperlyConfigured(f"{short} belongs to somebody else")
    return short / "redis.sock"
