"""Two-step secrets at rest: encrypted under keys derived from SECRET_KEY and its fallbacks."""

import base64

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.encoding import force_bytes

_PURPOSE = b"accounts: two-step sign-in"


def encrypt(text: str) -> str:
    return _box().encrypt(text.encode()).decode()


def decrypt(token: str) -> str:
    """The text again; ``cryptography.fernet.InvalidToken`` when no key of ours made the token."""
    return _box().decrypt(token.encode()).decode()


def _box() -> MultiFernet:
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_key(secret)) for secret in secrets])


def _key(secret: str | bytes) -> bytes:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE)
    return base64.urlsafe_b64encode(derived.derive(force_bytes(secret)))
