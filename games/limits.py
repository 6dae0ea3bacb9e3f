"""How fast one account may send items to one process."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

_limiter = MovingWindowRateLimiter(MemoryStorage())


@lru_cache(maxsize=8)
def _rate(items: int) -> RateLimitItemPerSecond:
    """20 items a second with bursts of 40 are 40 in any two seconds."""
    return RateLimitItemPerSecond(items, 2)


def item_allowed(user_id: int) -> bool:
    return _limiter.hit(_rate(settings.PLAY_ITEMS_IN_2_SECONDS), "items", str(user_id))
