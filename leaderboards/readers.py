"""The reader of a page, whoever rendered it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser

from accounts.selectors import settings_of


def reader_setting(context: Mapping[str, Any], name: str) -> Any:
    """A setting of the player who reads; the default for a visitor and without a request."""
    user = getattr(context.get("request"), "user", None)
    return settings_of(user or AnonymousUser())[name]
