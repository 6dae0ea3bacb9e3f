"""Guests: made at the first game, gone when idle and without results."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest

from accounts.limits import rate_limit
from accounts.models import User
from accounts.readers import reader_of
from accounts.registry import ids_to_keep

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
IDLE_AFTER = timedelta(days=90)
# No 0/O, 1/I/L, U/V: a tag is read aloud in races.
_TAG_LETTERS = "23456789ABCDEFGHJKMNPQRSTWXYZ"
_BATCH = 500


def guest_create(*, request: HttpRequest) -> User:
    """Makes a guest and signs the visitor in as it; whoever is signed in already is returned.

    Too many from one address (``ACCOUNT_RATE_LIMITS["guest"]``) answers the request with 429.
    """
    guest = reader_of(request)
    if guest.pk is not None:
        return guest
    rate_limit(request, "guest")
    guest.tag = _tag()
    guest.set_unusable_password()
    guest.save()
    login(request, guest, backend=BACKEND)
    return guest


def guests_purge(*, now: datetime) -> int:
    """Removes the guests that were not seen for 90 days and whom no result needs; how many."""
    removed = 0
    last_pk = 0
    while True:
        with transaction.atomic():
            idle = (
                User.objects.select_for_update()
                .filter(is_guest=True, seen_at__lt=now - IDLE_AFTER, pk__gt=last_pk)
                .order_by("pk")
                .values_list("pk", flat=True)[:_BATCH]
            )
            batch = list(idle)
            if not batch:
                return removed
            last_pk = batch[-1]
            gone = set(batch) - ids_to_keep(batch)
            User.objects.filter(pk__in=gone).delete()
            removed += len(gone)


def _tag() -> str:
    return "".join(secrets.choice(_TAG_LETTERS) for _ in range(4))
