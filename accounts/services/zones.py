"""Moving to another home zone. What had opened stays open."""

from datetime import datetime

from django.db import transaction

from accounts.models import User, ZoneChange
from accounts.zones import latest_date


@transaction.atomic
def zone_set(*, user: User, zone: str, now: datetime) -> None:
    """Sets the zone of a player, remembering the latest date that the former one had open.

    Saved at once, with a lock on the row; one who is not stored yet has nothing to remember.
    """
    if user.pk is None:
        user.zone = zone
        return
    stored = User.objects.select_for_update().get(pk=user.pk)
    user.zone, user.opened_through = stored.zone, stored.opened_through
    if zone == stored.zone:
        return
    opened = latest_date(stored.zone, stored.opened_through, now)
    reached = latest_date(zone, opened, now)
    ZoneChange.objects.create(player=user, at=now, zone=stored.zone, opened=opened, reached=reached)
    user.zone, user.opened_through = zone, opened
    user.save(update_fields=["zone", "opened_through"])


def zones_merge(*, guest: User, account: User, now: datetime) -> None:
    """What had opened for the guest is open to the account as well. Both rows are locked."""
    opened = latest_date(guest.zone, guest.opened_through, now)
    if opened > latest_date(account.zone, account.opened_through, now):
        account.opened_through = opened
        account.save(update_fields=["opened_through"])
