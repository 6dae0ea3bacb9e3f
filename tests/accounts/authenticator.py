"""A passkey in software: what a browser and its authenticator would answer a ceremony with."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2 import cbor
from fido2.cose import ES256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Passkey:
    """One resident key for one service; answers only challenges of its origin."""

    def __init__(self, origin: str = "https://testserver", host: str = "testserver") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.credential_id = token_bytes(16)
        self.user_handle = ""
        self.origin, self.host = origin, host
        self.uses = 0

    def create(self, options: dict[str, Any], *, verified: bool = True) -> str:
        """The answer to the page's creation options: a JSON credential."""
        public = options["publicKey"]
        self.user_handle = public["user"]["id"]
        attested = (
            bytes(16)
            + len(self.credential_id).to_bytes(2, "big")
            + self.credential_id
            + cbor.encode(dict(ES256.from_cryptography_key(self.key.public_key())))
        )
        data = self._data(ATTESTED, verified=verified) + attested
        answer = {
            "attestationObject": encode(
                cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
            ),
            "clientDataJSON": encode(self._client_data("webauthn.create", public["challenge"])),
        }
        return self._credential(answer, {"credProps": {"rk": True}})

    def get(self, options: dict[str, Any], *, verified: bool = True) -> str:
        """The answer to the page's request options: a JSON credential."""
        challenge = options["publicKey"]["challenge"]
        client_data = self._client_data("webauthn.get", challenge)
        data = self._data(0, verified=verified)
        signature = self.key.sign(data + sha256(client_data).digest(), ec.ECDSA(SHA256()))
        answer = {
            "authenticatorData": encode(data),
            "clientDataJSON": encode(client_data),
            "signature": encode(signature),
            "userHandle": self.user_handle,
        }
        return self._credential(answer, {})

    def _data(self, flags: int, *, verified: bool) -> bytes:
        self.uses += 1
        flags |= PRESENT | (VERIFIED if verified else 0)
        return (
            sha256(self.host.encode()).digest()
            + flags.to_bytes(1, "big")
            + self.uses.to_bytes(4, "big")
        )

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _credential(self, response: dict[str, str], extensions: dict[str, Any]) -> str:
        return json.dumps(
            {
                "id": encode(self.credential_id),
                "rawId": encode(self.credential_id),
                "type": "public-key",
                "response": response,
                "clientExtensionResults": extensions,
            }
        )
