"""The reader of a page: a player, or a visitor who is no row of the database yet."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest

from accounts.models import User
from accounts.people import player_of
from accounts.selectors import settings_of
from accounts.zones import zone_guess


def reader_of(request: HttpRequest) -> User:
    """The player; for a visitor an unsaved one in the zone that the browser claims, as the guest
    that one press makes of the visitor will have."""
    return player_of(request.user) or User(zone=zone_guess(request.COOKIES.get("zone")))


def player_or_404(request: HttpRequest) -> User:
    """The player. Raises Http404 for a visitor, who is to see nothing there."""
    player = player_of(request.user)
    if player is None:
        raise Http404
    return player


def reader_setting(context: Mapping[str, Any], name: str) -> Any:
    """A setting of the player for whom a template is rendered; the default for a visitor and
    without a request."""
    user = getattr(context.get("request"), "user", None)
    return settings_of(user or AnonymousUser())[name]
