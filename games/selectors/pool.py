"""How many proved deals are ready."""

from __future__ import annotations

from django.db.models import Count

from engine.variants import EVENTS
from games.models import PoolDeal


def pool_levels() -> dict[str, int]:
    """Ready deals of each of the five events."""
    ready = PoolDeal.objects.filter(taken_at=None).values_list("event")
    return dict.fromkeys(EVENTS, 0) | dict(ready.annotate(count=Count("id")))
