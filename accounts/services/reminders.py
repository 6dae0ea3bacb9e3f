"""Who is to be reminded of a day's deal, once; and the link in every mail that ends it."""

from collections.abc import Collection
from datetime import date, datetime

from django.core import signing
from django.db.models import Q

from accounts.models import Reminder, User
from accounts.services.accounts import settings_update
from accounts.zones import local_date, zone_info, zone_names

# By the clock of the player's home: late enough that most have played, early enough to play.
FROM_HOUR = 17
_SIGNER = signing.Signer(salt="accounts.daily_reminder")


def evening_zones(now: datetime) -> dict[date, list[str]]:
    """The zones in which it is late in the day, by their date at this instant."""
    found: dict[date, list[str]] = {}
    for zone in zone_names():
        if now.astimezone(zone_info(zone)).hour >= FROM_HOUR:
            found.setdefault(local_date(zone, now), []).append(zone)
    return found


def reminders_due(*, day: date, zones: Collection[str], after: int, limit: int) -> list[User]:
    """Accounts of these zones that want a reminder and had none for the day, by id above ``after``.

    None of somebody who is banned or has asked to leave.
    """
    waiting = Reminder.objects.filter(
        Q(last_day__isnull=True) | Q(last_day__lt=day),
        is_on=True,
        player_id__gt=after,
        player__zone__in=zones,
        player__is_active=True,
        player__is_guest=False,
        player__deletion_requested_at__isnull=True,
    )
    rows = waiting.select_related("player").order_by("player_id")[:limit]
    return [row.player for row in rows]


def reminder_claim(*, player_id: int, day: date) -> bool:
    """Whether the day's reminder is the caller's to send: True for one of any number at once."""
    waiting = Reminder.objects.filter(
        Q(last_day__isnull=True) | Q(last_day__lt=day), player=player_id, is_on=True
    )
    return bool(waiting.update(last_day=day))


def reminder_release(*, player_id: int, day: date) -> None:
    """Gives a claim back when nothing was sent, for the next beat."""
    Reminder.objects.filter(player=player_id, last_day=day).update(last_day=None)


def reminder_token(player_id: int) -> str:
    """What ends the reminders without signing in; good as long as the service's secret is."""
    return _SIGNER.sign(str(player_id))


def reminder_reader(token: str) -> int | None:
    """Whose token it is; None for a forged one."""
    try:
        return int(_SIGNER.unsign(token))
    except (signing.BadSignature, ValueError):
        return None


def reminder_end(*, player_id: int) -> None:
    """No more reminders. As often as one likes, and when the account is long gone."""
    player = User.objects.filter(pk=player_id, deleted_at__isnull=True).first()
    if player is not None:
        settings_update(user=player, changes={"daily_reminder": False})
