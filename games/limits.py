"""How fast one account may send items to one process, and one socket may say hello: 20 a second, in
bursts of 40.

A bucket that empties steadily, kept as one number: when it will be empty. The store in
memory of the `limits` library starts a thread every 10 ms to forget what is over, which cost more
than the engine does.
"""

from __future__ import annotations

import time

from django.conf import settings

SECONDS = 2.0
_MAX_ACCOUNTS = 10_000

_empty_at: dict[int, float] = {}


def item_allowed(user_id: int) -> bool:
    """Whether the account may send one more item now; counts it if so."""
    now = time.monotonic()
    empty_at = filled(_empty_at.get(user_id, now), now)
    if empty_at is None:
        return False
    if len(_empty_at) >= _MAX_ACCOUNTS and user_id not in _empty_at:
        _forget(now)
    _empty_at[user_id] = empty_at
    return True


def filled(empty_at: float, now: float) -> float | None:
    """When a bucket with one more in it will be empty; None when it is full."""
    step = SECONDS / settings.PLAY_ITEMS_IN_2_SECONDS
    later = max(empty_at, now) + step
    return None if later > now + SECONDS + step / 2 else later


def _forget(now: float) -> None:
    """An account whose bucket is empty is as good as a new one."""
    for user_id in [user_id for user_id, empty_at in _empty_at.items() if empty_at <= now]:
        del _empty_at[user_id]
