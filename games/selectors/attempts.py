"""Who has begun a challenge."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from games.models import ChallengeKind, Run, RunKind


def daily_players(*, day: date, ids: Collection[int]) -> set[int]:
    """Those of the players who have begun any daily of the date."""
    attempts = Run.objects.filter(
        challenge__kind=ChallengeKind.DAILY,
        challenge__day=day,
        kind=RunKind.RANKED,
        player_id__in=ids,
    )
    return set(attempts.values_list("player_id", flat=True))
