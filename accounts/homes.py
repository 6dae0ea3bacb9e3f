"""Dates as a player has them at home, whichever zones that was in."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import F

from accounts.models import User, ZoneChange
from accounts.zones import DEFAULT_ZONE, latest_date

Reader = User | AnonymousUser | None


def home_zone(user: Reader) -> str:
    """The player's zone; UTC for a visitor."""
    return user.zone if isinstance(user, User) else DEFAULT_ZONE


def opened_date(user: Reader, now: datetime) -> date:
    """The latest date that has opened for the player: today at home, or later when a former home
    zone was ahead. It never goes back."""
    through = user.opened_through if isinstance(user, User) else None
    return latest_date(home_zone(user), through, now)


def home_date(user: User, at: datetime) -> date:
    """What `opened_date` was at a past instant: the same at every asking, wherever the player has
    moved since. One query."""
    zone, through = user.zone, None
    for change in ZoneChange.objects.filter(player=user).order_by("at", "id"):
        if change.at > at:
            zone = change.zone
            break
        through = change.opened
    return latest_date(zone, through, at)


def dates_skipped(user: User) -> set[date]:
    """The dates that moves from zone to zone left out: no instant of the player's had them."""
    return dates_skipped_by_player([user.pk]).get(user.pk, set())


def dates_skipped_by_player(players: Sequence[int] | None) -> dict[int, set[date]]:
    """The same of many players at once, or of everybody; only of those who skipped any."""
    moves = ZoneChange.objects.filter(reached__gt=F("opened") + timedelta(days=1))
    if players is not None:
        moves = moves.filter(player_id__in=players)
    skipped: dict[int, set[date]] = {}
    for player, opened, reached in moves.values_list("player_id", "opened", "reached"):
        days = {opened + timedelta(days=number) for number in range(1, (reached - opened).days)}
        skipped.setdefault(player, set()).update(days)
    return skipped
