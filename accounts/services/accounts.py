"""An account's own facts: opening it, its settings, language and zone, bans, being seen."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Reminder, User
from accounts.services.names import name_save
from accounts.services.zones import zone_set
from accounts.settings import settings_check

# Written once a day a player at most: enough for idle guests, cheap for everyone.
SEEN_EVERY = timedelta(days=1)
DEVICE_SEEN_EVERY = 300


def account_open(*, user: User, name: str, email: str, password: str | None = None) -> None:
    """Turns a guest (or a row not yet saved) into an account; InvalidNameError "taken" on a clash.

    Without a password there is none to sign in by: a passkey must follow in the transaction.
    """
    user.is_guest = False
    user.tag = ""
    user.email = email.lower()
    if password is None:
        user.set_unusable_password()
    else:
        user.set_password(password)
    name_save(user=user, name=name)


def settings_update(*, user: User, changes: Mapping[str, Any]) -> None:
    """Stores these settings and leaves the others; InvalidSettingsError changes nothing.

    Locks the row, so that two devices that change different settings both keep theirs.
    """
    checked = settings_check(changes)
    with transaction.atomic():
        stored = User.objects.select_for_update().values_list("settings", flat=True)
        user.settings = stored.get(pk=user.pk) | checked
        user.save(update_fields=["settings"])
        if "daily_reminder" in checked:
            _reminder_keep(user, is_on=checked["daily_reminder"])


def _reminder_keep(user: User, *, is_on: bool) -> None:
    """The setting as a row that the reminders find; most players never have one."""
    if is_on:
        Reminder.objects.update_or_create(player=user, defaults={"is_on": True})
    else:
        Reminder.objects.filter(player=user).update(is_on=False)


def preferences_save(
    *, user: User, name: str | None, language: str, zone: str, changes: Mapping[str, Any]
) -> None:
    """All of the settings page or nothing of it; InvalidNameError "taken" on a clash."""
    with transaction.atomic():
        settings_update(user=user, changes=changes)
        zone_set(user=user, zone=zone, now=timezone.now())
        user.language = language
        if name is not None and name != user.name:
            name_save(user=user, name=name)
        else:
            user.save(update_fields=["language"])


def language_set(*, user: User, language: str) -> None:
    """The language of every page from now on; "" leaves it to the browser."""
    user.language = language
    user.save(update_fields=["language"])


def account_seen(*, user: User, now: datetime) -> bool:
    """Remembers that the player is there; False when that was written within the last day."""
    if now - user.seen_at < SEEN_EVERY:
        return False
    user.seen_at = now
    user.save(update_fields=["seen_at"])
    return True


def device_seen(*, request: HttpRequest) -> None:
    """Keeps the list of signed-in devices: a write every few minutes a device, not every page."""
    key = request.session.session_key
    if key and cache.add(f"accounts:device:{key}", 1, timeout=DEVICE_SEEN_EVERY):
        UserSession.objects.create_from_request(request)


def account_ban(*, user: User) -> None:
    """Closes the account to its owner: every session ends, and none begins."""
    user.is_active = False
    user.save(update_fields=["is_active"])
    devices_end(user=user)


def account_unban(*, user: User) -> None:
    user.is_active = True
    user.save(update_fields=["is_active"])


def devices_end(*, user: User, except_key: str | None = None) -> int:
    """Signs the player out on every device but one; how many."""
    devices = list(UserSession.objects.filter(user=user).exclude(session_key=except_key))
    for device in devices:
        device.end()
    return len(devices)


def device_end(*, user: User, device_id: int) -> bool:
    """Signs the player out on one device; False when it is not theirs or gone."""
    device = UserSession.objects.filter(user=user, pk=device_id).first()
    if device is None:
        return False
    device.end()
    return True
