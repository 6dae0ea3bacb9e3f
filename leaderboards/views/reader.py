"""Who reads a page, and whose home zone it goes by."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User
from accounts.zones import zone_guess


def player_of(request: HttpRequest) -> User | None:
    """The player; None for a visitor."""
    return request.user if isinstance(request.user, User) else None


def reader_of(request: HttpRequest) -> User:
    """The player; for a visitor an unsaved one in the zone that the browser claims, as the guest
    that one press makes of the visitor will have."""
    return player_of(request) or User(zone=zone_guess(request.COOKIES.get("zone")))
