"""Whose home zone a page goes by."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User
from accounts.zones import zone_guess


def reader_of(request: HttpRequest) -> User:
    """The player; for a visitor an unsaved one in the zone that the browser claims, as the guest
    that one press makes of the visitor will have."""
    if isinstance(request.user, User):
        return request.user
    return User(zone=zone_guess(request.COOKIES.get("zone")))
