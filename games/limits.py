"""How fast one account may send items to one process."""

from __future__ import annotations

from django.conf import settings
from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

# 20 items a second with bursts of 40 are 40 in any two seconds.
_limiter = MovingWindowRateLimiter(MemoryStorage())
_item = RateLimitItemPerSecond(getattr(settings, "PLAY_ITEMS_IN_2_SECONDS", 40), 2)


def item_allowed(user_id: int) -> bool:
    return _limiter.hit(_item, "items", str(user_id))
