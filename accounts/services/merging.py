"""A guest who signs in to an account: the account gets what the guest had."""

from django.db import transaction
from django.utils import timezone

from accounts.errors import NotAGuestError
from accounts.models import User
from accounts.registry import mergers
from accounts.services.zones import zones_merge


def guest_merge(*, guest: User, account: User) -> None:
    """Runs every app's merger and removes the guest, all or nothing.

    Locks both rows, the lower id first; a guest that is already merged is left alone.
    """
    with transaction.atomic():
        ids = sorted((guest.pk, account.pk))
        locked = {user.pk: user for user in _locked(ids)}
        if guest.pk not in locked or guest.pk == account.pk:
            return
        guest, account = locked[guest.pk], locked[account.pk]
        if not guest.is_guest or account.is_guest:
            raise NotAGuestError
        zones_merge(guest=guest, account=account, now=timezone.now())
        for _, merger in mergers:
            merger(guest, account)
        guest.delete()


def _locked(ids: list[int]) -> list[User]:
    return list(User.objects.select_for_update().filter(pk__in=ids).order_by("pk"))
