"""The app of the pages that join runs, players and boards."""

from django.apps import AppConfig


class LeaderboardsConfig(AppConfig):
    name = "leaderboards"
