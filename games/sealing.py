"""Sealed deals: the code of a deal that nobody may know yet, encrypted at rest."""

from __future__ import annotations

import secrets
from functools import lru_cache

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings

from engine.codes import OPEN_LETTERS, SEALED_LETTERS, Code, parse_code, random_seed
from games.models import Run
from games.stream_sql import Played


@lru_cache(maxsize=4)
def _box(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def code_seal(*, code: Code) -> bytes:
    """Encrypt with the first of `DEAL_KEYS`; the others only read, so that keys can rotate."""
    return _box(tuple(settings.DEAL_KEYS)).encrypt(code.text.encode("ascii"))


def code_unseal(*, sealed: bytes | memoryview) -> Code:
    """Raises `cryptography.fernet.InvalidToken` when no key of `DEAL_KEYS` fits."""
    return parse_code(_box(tuple(settings.DEAL_KEYS)).decrypt(bytes(sealed)).decode("ascii"))


def text_seal(*, text: str) -> bytes:
    """A winning line or the like, encrypted as codes are."""
    return _box(tuple(settings.DEAL_KEYS)).encrypt(text.encode())


def text_unseal(*, sealed: bytes | memoryview) -> str:
    return _box(tuple(settings.DEAL_KEYS)).decrypt(bytes(sealed)).decode()


def code_create(*, prefix: str, rules: str, sealed: bool) -> Code:
    """A fresh code with a seed from the operating system's generator."""
    letters = SEALED_LETTERS if sealed else OPEN_LETTERS
    return Code(prefix, rules, random_seed(secrets.randbelow, letters))


def run_code(*, run: Run | Played) -> Code:
    """The run's code, sealed or not: for the server's use, never for a page of an open run. Raises
    as `code_unseal`."""
    return parse_code(run.code) if run.code else code_unseal(sealed=run.sealed_code)
