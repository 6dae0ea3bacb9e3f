"""Time zones a player may live in: the IANA names browsers give."""

from datetime import UTC, date, datetime
from functools import cache
from urllib.parse import unquote
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

DEFAULT_ZONE = "UTC"
_PLAIN = frozenset({"UTC", "GMT"})


@cache
def zone_names() -> tuple[str, ...]:
    """Every name with a region, and UTC, in alphabetical order."""
    return tuple(sorted(name for name in available_timezones() if "/" in name or name in _PLAIN))


@cache
def _known() -> frozenset[str]:
    return frozenset(zone_names())


def zone_is_known(name: str) -> bool:
    return name in _known()


def zone_guess(text: str | None) -> str:
    """The zone a browser claims (raw text of a cookie or field); UTC when that is nonsense."""
    name = unquote(text or "")
    return name if zone_is_known(name) else DEFAULT_ZONE


@cache
def zone_info(name: str) -> ZoneInfo:
    """The zone's clock; UTC's for a name that the tz database has given up."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(DEFAULT_ZONE)


def local_date(zone: str, instant: datetime) -> date:
    """The date that calendars in the zone show at an aware instant."""
    return instant.astimezone(zone_info(zone)).date()


def latest_date(zone: str, through: date | None, instant: datetime) -> date:
    """The latest date that has opened for somebody who lives in the zone and had `through` open
    before moving there: a move never closes what was open."""
    today = local_date(zone, instant.astimezone(UTC))
    return today if through is None else max(today, through)
