"""What browsers answer a passkey ceremony with, checked before any library reads it.

The libraries below take the shape of the JSON for granted, and what is registered is stored;
so only what the standard names gets through, and whatever they stumble on is a wrong answer.
"""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal

import msgspec
from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn import forms as allauth_forms
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

NAME_LABEL = _("Name of the passkey")
MAX_LENGTH = 16_384
# What cbor, cose and the parsers of fido2 raise on bytes that are not what they should be.
MALFORMED = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, struct.error)

Base64 = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9_-]+={0,2}\Z")]


class Response(msgspec.Struct, frozen=True, omit_defaults=True):
    """Of a registration (with attestationObject) or of a sign-in (with the others)."""

    clientDataJSON: Base64  # noqa: N815  (the standard's spelling)
    attestationObject: Base64 | None = None  # noqa: N815
    authenticatorData: Base64 | None = None  # noqa: N815
    signature: Base64 | None = None
    userHandle: Base64 | None = None  # noqa: N815


class Properties(msgspec.Struct, frozen=True, omit_defaults=True):
    rk: bool | None = None


class Extensions(msgspec.Struct, frozen=True, omit_defaults=True):
    credProps: Properties | None = None  # noqa: N815


class Credential(msgspec.Struct, frozen=True, omit_defaults=True):
    id: Base64
    rawId: Base64  # noqa: N815
    response: Response
    type: Literal["public-key"] = "public-key"
    clientExtensionResults: Extensions = Extensions()  # noqa: N815


def credential_read(text: str) -> dict[str, Any]:
    """The standard's members alone; ValidationError for everything else."""
    if len(text) > MAX_LENGTH:
        raise refusal()
    try:
        credential = msgspec.json.decode(text.encode(), type=Credential)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise refusal() from error
    members: dict[str, Any] = msgspec.to_builtins(credential)
    return {"type": "public-key", "clientExtensionResults": {}} | members


def refusal() -> ValidationError:
    error: ValidationError = get_adapter().validation_error("incorrect_code")
    return error


@contextmanager
def _malformed_refused() -> Iterator[None]:
    try:
        yield
    except MALFORMED as error:
        raise refusal() from error


class CredentialField(forms.CharField):
    """A hidden field whose value is the credential, well-formed."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return credential_read(text) if text else None

    def validate(self, value: Any) -> None:
        if value is None:
            raise refusal()

    def run_validators(self, value: Any) -> None:
        """None: the value is no text any more."""


class WellFormed:
    """For allauth's forms: the field above, and no stumbling."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"] = CredentialField()  # type: ignore[attr-defined]

    def clean(self) -> Any:
        with _malformed_refused():
            return super().clean()  # type: ignore[misc]


class Answer(WellFormed):
    def clean_credential(self) -> Any:
        with _malformed_refused():
            return super().clean_credential()  # type: ignore[misc]


class AddForm(WellFormed, allauth_forms.AddWebAuthnForm):  # type: ignore[misc]
    """A passkey, unless its owner wants a second step only."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = NAME_LABEL
        alone = self.fields["passwordless"]
        alone.initial, alone.label = True, _("Sign in with it alone")
        alone.help_text = _("Without: it is a second step after the password.")


class SignupForm(WellFormed, allauth_forms.SignupWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = NAME_LABEL


class LoginForm(Answer, allauth_forms.LoginWebAuthnForm):  # type: ignore[misc]
    pass


class AuthenticateForm(Answer, allauth_forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class ReauthenticateForm(Answer, allauth_forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass
