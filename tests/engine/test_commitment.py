from hashlib import sha256

import pytest

from engine.commitment import check_commitment, commitment
from engine.errors import NotationError, UnknownCode

SALT = "00112233445566778899aabbccddeeff"
CODE = "RU1-C-AAAAABB-AAAAABB-AAAAABB-AAAAABB"
HASH = "6ee03decfa56009cbb5516d8e5498a5b4ddaef9d89516d27e8535b18f982761a"


def test_a_commitment_is_pinned() -> None:
    assert commitment(SALT, CODE) == HASH
    assert sha256(f"{SALT}:{CODE}".encode("ascii")).hexdigest() == HASH


def test_the_code_may_be_written_any_way() -> None:
    assert check_commitment(HASH.upper(), SALT, CODE.lower().replace("-", " "))


def test_another_deal_salt_or_hash_breaks_it() -> None:
    assert not check_commitment(HASH, SALT, CODE.replace("RU1-C", "RU1-R"))
    assert not check_commitment(HASH, SALT.replace("0", "1"), CODE)
    assert not check_commitment("0" * 64, SALT, CODE)


@pytest.mark.parametrize("salt", ["", "0" * 31, "0" * 33, "g" * 32, "é" * 32])
def test_unreadable_salts(salt: str) -> None:
    with pytest.raises(NotationError):
        commitment(salt, CODE)


@pytest.mark.parametrize("hash_text", ["", "0" * 63, "x" * 64])
def test_unreadable_hashes(hash_text: str) -> None:
    with pytest.raises(NotationError):
        check_commitment(hash_text, SALT, CODE)


def test_an_unknown_code() -> None:
    with pytest.raises(UnknownCode):
        commitment(SALT, "RU9-C-AAAAABB")
