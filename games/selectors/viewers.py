"""Who is behind a socket's session cookie."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from django.conf import settings
from django.contrib.auth import SESSION_KEY

from accounts.models import User
from accounts.selectors import session_is_live, settings_of


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whose eyes a table is shown to, with the settings that change what is shown."""

    user_id: int
    columns_first: bool = False
    interactive_rules: bool = True


def viewer_fetch(session_key: str) -> Viewer | None:
    """The player of a session, or None when it is nobody's (any more)."""
    store = import_module(settings.SESSION_ENGINE).SessionStore(session_key or None)
    try:
        user_id = int(store.get(SESSION_KEY, ""))
    except ValueError:
        return None
    if not session_is_live(session_key, user_id):
        return None
    chosen = settings_of(User.objects.get(pk=user_id))
    return Viewer(
        user_id=user_id,
        columns_first=chosen["columns_first"],
        interactive_rules=chosen["interactive_rules"],
    )
