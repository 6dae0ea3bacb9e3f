"""The app of boards, and of the pages that join runs, players and boards."""

from django.apps import AppConfig


class LeaderboardsConfig(AppConfig):
    name = "leaderboards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from leaderboards import registrations

        registrations.register()
