"""What other apps and pages read about players."""

from importlib import import_module
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.utils.crypto import constant_time_compare

from accounts.homes import dates_skipped as dates_skipped
from accounts.homes import home_date as home_date
from accounts.homes import home_zone as home_zone
from accounts.homes import opened_date as opened_date
from accounts.models import User
from accounts.names import name_key, name_skeleton
from accounts.people import PublicName as PublicName
from accounts.people import Viewer
from accounts.people import account_of as account_of
from accounts.people import friend_ids as friend_ids
from accounts.people import parted_ids as parted_ids
from accounts.people import player_of as player_of
from accounts.people import profile_visible as profile_visible
from accounts.people import public_names as public_names
from accounts.registry import exporters
from accounts.settings import DEFAULTS, settings_read


def settings_of(user: User | AnonymousUser) -> dict[str, Any]:
    """All settings of the player; the defaults for a visitor without a row."""
    if isinstance(user, User):
        return settings_read(user.settings)
    return dict(DEFAULTS)


def session_is_live(session_key: str | None, user_id: int) -> bool:
    """Whether this session still signs this player in; two indexed queries.

    False after signing out, the end of the device, a new password elsewhere, a ban and a
    deletion. Sockets ask at least once a minute.
    """
    if not session_key:
        return False
    session = _session(session_key)
    if session.get(SESSION_KEY) != str(user_id):
        return False
    user = User.objects.only("password", "is_active").filter(pk=user_id).first()
    if user is None or not user.is_active:
        return False
    stored: str = session.get(HASH_SESSION_KEY, "")
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(bool(constant_time_compare(stored, expected)) for expected in hashes)


def email_is_verified(user: User) -> bool:
    return bool(EmailAddress.objects.filter(user=user, verified=True).exists())


def account_is_unverified(viewer: Viewer) -> bool:
    """Whether the viewer has an account and no verified address for it."""
    account = account_of(viewer)
    return account is not None and not email_is_verified(account)


def name_is_taken(name: str, *, except_for: User | None = None) -> bool:
    """Whether somebody else has the name, one that looks like it, or one that reads like it."""
    others = User.objects.exclude(pk=except_for.pk) if except_for else User.objects.all()
    alike = others.filter(name_key=name_key(name)) | others.filter(
        name_skeleton=name_skeleton(name)
    )
    return alike.exists()


def export_of(user: User) -> dict[str, Any]:
    """Everything the service keeps about the player: a JSON-able value for each part."""
    return {name: exporter(user) for name, exporter in exporters}


def account_export(user: User) -> dict[str, Any]:
    """This app's own part of the export."""
    emails = EmailAddress.objects.filter(user=user).values("email", "verified", "primary")
    devices = UserSession.objects.filter(user=user)
    factors = Authenticator.objects.filter(user=user)
    return {
        "id": user.pk,
        "name": user.display_name,
        "guest": user.is_guest,
        "language": user.language,
        "zone": user.zone,
        "zones_before": list(user.zone_changes.order_by("at").values("at", "zone")),
        "settings": settings_of(user),
        "created_at": user.created_at,
        "last_seen_at": user.seen_at,
        "deletion_requested_at": user.deletion_requested_at,
        "emails": list(emails),
        "devices": list(devices.values("ip", "user_agent", "created_at", "last_seen_at")),
        "sign_in_methods": list(factors.values("type", "created_at", "last_used_at")),
    }


def _session(session_key: str) -> SessionBase:
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    return store
