"""The ordered table of results: how boards, streaks and ratings hear of what runs came to.

Read it by place, from the last one known on; the signal only says when it is worth looking.
"""

from __future__ import annotations

from django.dispatch import Signal

from games.models import Result, ResultState

__all__ = ["Result", "ResultState", "results_changed", "results_last_place", "results_since"]

#: Sent after a commit that added to the table, without a payload. It may be lost: look anyway.
results_changed = Signal()


def results_since(*, place: int, limit: int) -> list[Result]:
    """The next versions after `place` in the order they were committed; no place is ever missed
    or filled in later."""
    return list(Result.objects.filter(place__gt=place).order_by("place")[:limit])


def results_last_place() -> int:
    """The place of the newest version; 0 when there is none."""
    last = Result.objects.order_by("-place").values_list("place", flat=True).first()
    return last or 0
