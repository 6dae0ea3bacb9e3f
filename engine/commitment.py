"""The promise made before a deal is played: the hash of a salt and the canonical code."""

from __future__ import annotations

import re
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from engine.codes import parse_code
from engine.errors import NotationError

_SALT: Final = re.compile("[0-9a-fA-F]{32}")
_HASH: Final = re.compile("[0-9a-fA-F]{64}")


def commitment(salt: str, code_text: str) -> str:
    """SHA-256 of ``SALT:CANONICAL-CODE`` in hex; ``salt`` is 32 hex digits, hashed as written."""
    if not _SALT.fullmatch(salt):
        raise NotationError("a salt has 32 hex digits")
    return sha256(f"{salt}:{parse_code(code_text).text}".encode("ascii")).hexdigest()


def check_commitment(hash_text: str, salt: str, code_text: str) -> bool:
    """Whether ``hash_text`` was the promise of this salt and code."""
    if not _HASH.fullmatch(hash_text):
        raise NotationError("a hash has 64 hex digits")
    return compare_digest(hash_text.lower(), commitment(salt, code_text))
