"""Mails that no request asks for: to a verified address, in the player's language."""

from collections.abc import Mapping
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User


def verified_address(user: User) -> str | None:
    """Where the player may be written to, the primary address first; None if none is verified."""
    addresses = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    found = addresses.first()
    return str(found.email) if found else None


def mail_make(
    *,
    user: User,
    template: str,
    context: Mapping[str, Any],
    headers: Mapping[str, str] | None = None,
) -> EmailMessage | None:
    """The mail of ``accounts/email/<template>_subject.txt`` and ``_message.txt``, not yet sent.

    None when the player has no verified address. Its links begin with ``settings.SITE_URL``.
    """
    address = verified_address(user)
    if address is None:
        return None
    facts = {"site_url": settings.SITE_URL.rstrip("/"), "contact": settings.CONTACT_EMAIL}
    values = {"name": user.display_name, **facts, **context}
    with translation.override(user.language or settings.LANGUAGE_CODE):
        subject = render_to_string(f"accounts/email/{template}_subject.txt", values)
        body = render_to_string(f"accounts/email/{template}_message.txt", values)
    return EmailMessage(
        subject=settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + " ".join(subject.split()),
        body=body,
        to=[address],
        reply_to=[settings.CONTACT_EMAIL] if settings.CONTACT_EMAIL else None,
        headers=dict(headers or {}),
    )
