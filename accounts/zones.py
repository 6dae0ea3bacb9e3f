"""Time zones a player may live in: the IANA names browsers give."""

from functools import cache
from urllib.parse import unquote
from zoneinfo import available_timezones

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
