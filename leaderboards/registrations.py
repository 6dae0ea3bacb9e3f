"""What this app does when others tell of something: new results, a player who leaves."""

from __future__ import annotations

from typing import Any

from django.core.cache import cache

from accounts.models import User
from accounts.registry import register_eraser, register_exporter
from games.jobs import job_enqueue
from games.results import results_changed
from leaderboards.keys import EVENT_NAMES
from leaderboards.models import RatingStep
from leaderboards.services.boards import FOLD_WAITS, streaks_recount

BOARDS_FOLD = "leaderboards.tasks.boards_fold"
FOLD_WAITS_SECONDS = 5


def register() -> None:
    register_eraser("leaderboards", streaks_forget)
    register_exporter("ratings", ratings_export)
    results_changed.connect(boards_wake)


def boards_wake(**_: Any) -> None:
    """New results are committed: have a worker fold them. A lost call is made up for by beat."""
    if cache.add(FOLD_WAITS, True, FOLD_WAITS_SECONDS):
        job_enqueue(BOARDS_FOLD, queue="default")


def streaks_forget(user: User) -> None:
    """The zones a player has lived in are deleted with the account, and with them the dates they
    left out: rows that rest on these are counted anew."""
    streaks_recount(player=user)


def ratings_export(user: User) -> list[dict[str, Any]]:
    """The player's rating of each event after each rated race, the oldest first."""
    steps = RatingStep.objects.filter(player=user.pk).order_by("event", "races")
    return [
        {
            "event": EVENT_NAMES[step.event],
            "races": step.races,
            "ended_ms": step.ended_ms,
            "mu": step.mu,
            "sigma": step.sigma,
        }
        for step in steps
    ]
