"""Leaving: asked for, kept fourteen days, then everything personal is removed."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction

from accounts.models import User
from accounts.registry import erasers, ids_to_keep
from accounts.services.accounts import devices_end

GRACE = timedelta(days=14)


def deletion_request(*, user: User, now: datetime) -> None:
    """Starts the fourteen days and signs out everywhere; a guest, who could not sign in, goes now.

    Asking again does not start the days anew.
    """
    if user.is_guest:
        with transaction.atomic():
            _erase(user, now)
        return
    if user.deletion_requested_at is None:
        user.deletion_requested_at = now
        user.save(update_fields=["deletion_requested_at"])
    devices_end(user=user)


def deletion_cancel(*, user: User) -> bool:
    """Keeps the account; False when nobody had asked for its deletion, or it is done already."""
    if user.deletion_requested_at is None:
        return False
    leaving = User.objects.filter(pk=user.pk, deleted_at__isnull=True)
    user.deletion_requested_at = None
    return bool(leaving.update(deletion_requested_at=None))


def deletions_execute(*, now: datetime) -> int:
    """Erases every account whose days are over, each in its own transaction; how many.

    Locks the row first, so a player who signs in at that moment is either kept or gone.
    """
    due = User.objects.filter(deletion_requested_at__lte=now - GRACE, deleted_at__isnull=True)
    return sum(_erase_if_due(pk, now) for pk in due.values_list("pk", flat=True))


def _erase_if_due(pk: int, now: datetime) -> bool:
    with transaction.atomic():
        user = User.objects.select_for_update().filter(pk=pk, deleted_at__isnull=True).first()
        asked = user and user.deletion_requested_at
        if user is None or not asked or asked > now - GRACE:
            return False
        _erase(user, now)
        return True


def _erase(user: User, now: datetime) -> None:
    for _, eraser in erasers:
        eraser(user)
    devices_end(user=user)
    if not ids_to_keep([user.pk]):
        user.delete()
        return
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.zone_changes.all().delete()
    _anonymise(user, now)


def _anonymise(user: User, now: datetime) -> None:
    """What is left for results to point at: a row that says nothing about anybody."""
    user.groups.clear()
    user.user_permissions.clear()
    user.set_unusable_password()
    blank = User(pk=user.pk, password=user.password, created_at=user.created_at, seen_at=now)
    blank.is_guest = blank.is_active = False
    blank.deleted_at = now
    blank.save()
