"""Addresses of the start page, challenges, boards, players and the rules pages."""

from __future__ import annotations

from django.urls import path

from games import converters  # noqa: F401  (registers them)
from leaderboards.views import (
    boards,
    calendar,
    challenges,
    home,
    players,
    quick_race,
    rules,
    versus,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("daily/", challenges.daily, name="daily"),
    path("daily/<day:day>/<str:event>/", challenges.daily_challenge, name="daily_challenge"),
    path("weekly/", challenges.weekly, name="weekly"),
    path("weekly/<day:day>/<str:event>/", challenges.weekly_challenge, name="weekly_challenge"),
    path(
        "<challenge_kind:kind>/<day:day>/<str:event>/share.txt",
        challenges.challenge_share,
        name="challenge_share",
    ),
    path("boards/", boards.boards, name="boards"),
    path("boards/day_streak/", boards.board_streak, name="board_streak"),
    path("boards/<str:metric>/<str:event>/<str:period>/", boards.board, name="board"),
    path("standings/<day:monday>/<str:event>/", boards.standings, name="standings"),
    path("calendar/<str:event>/<int:year>-<int:month>/", calendar.calendar, name="calendar"),
    path("players/<int:player_id>/", players.player, name="player"),
    path("players/<int:player_id>/vs/<int:other_id>/", versus.versus, name="versus"),
    path("races/quick/", quick_race.quick_race, name="quick_race"),
    path("races/quick/leave/", quick_race.quick_race_leave, name="quick_race_leave"),
    path("rules/<slug:game>/", rules.rules, name="rules"),
]
