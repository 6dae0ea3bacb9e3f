"""The app of the pages that join runs, players and boards."""

from typing import Any

from django.apps import AppConfig

BOARDS_FOLD = "leaderboards.tasks.boards_fold"


class LeaderboardsConfig(AppConfig):
    name = "leaderboards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.results import results_changed

        results_changed.connect(wake)


def wake(**_: Any) -> None:
    """New results are committed: have a worker fold them. A lost call is made up for by beat."""
    from games.jobs import job_enqueue

    job_enqueue(BOARDS_FOLD, queue="default")
