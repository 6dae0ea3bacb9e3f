# ruff: noqa: S608 (names of our own tables and numbers of our own are all that is put in)
"""The latest step of players: what they are rated now."""

from __future__ import annotations

from collections.abc import Collection

from leaderboards.database import fetch, listed
from leaderboards.fold_sql import LIVE
from leaderboards.ratings import Rating


def ratings_held(*, player: int) -> dict[int, Rating]:
    """All ratings of a player by the event's number. One query."""
    rows = fetch(
        f"""SELECT s.event, s.mu, s.sigma, s.races FROM {LIVE.step} s JOIN (
    SELECT event, MAX(races) AS races FROM {LIVE.step}
    WHERE player = {int(player)} GROUP BY event
) l ON l.event = s.event AND l.races = s.races AND s.player = {int(player)}"""
    )
    return {event: Rating(mu, sigma, races) for event, mu, sigma, races in rows}


def ratings_latest(*, event: int, players: Collection[int]) -> dict[int, Rating]:
    """The ratings of those of the players who have one of the event (its number). One query."""
    if not players:
        return {}
    rows = fetch(
        f"""SELECT s.player, s.mu, s.sigma, s.races FROM {LIVE.step} s JOIN (
    SELECT player, MAX(races) AS races FROM {LIVE.step}
    WHERE event = {int(event)} AND player IN ({listed(players)}) GROUP BY player
) l ON l.player = s.player AND l.races = s.races AND s.event = {int(event)}"""
    )
    return {player: Rating(mu, sigma, races) for player, mu, sigma, races in rows}
