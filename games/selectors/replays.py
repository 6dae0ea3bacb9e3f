"""Which of a page's many runs may be watched: the question of `unlocking`, asked once for all."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import Run
from games.selectors.unlocking import run_unlocked


def replays_open(*, tokens: Iterable[str], user: object) -> set[str]:
    """The tokens of those runs whose replay this viewer may see. One query."""
    runs = Run.objects.filter(token__in=set(tokens)).select_related("challenge", "race")
    return {run.token for run in runs if run_unlocked(run=run, user=user)}
