# ruff: noqa: S608 (text of our own is all that is put in)
"""A player's own streaks, as they stand now: every win that is not withdrawn, provisional too."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from accounts.models import User
from games.days import daily_closes
from games.selectors.challenges import exempt_dates
from leaderboards.database import fetch
from leaderboards.standings import as_date
from leaderboards.streaks import Streak, streak_fold

__all__ = ["Streak", "last_closed", "streak_of", "win_dates"]

DAY = timedelta(days=1)
_DAILY = """AND r.kind = 'ranked' AND r.event = %(event)s AND r.challenge_id IN (
    SELECT c.id FROM games_challenge c WHERE c.kind = 'daily')"""


def streak_of(*, player: User, event: str | None, now: datetime) -> Streak:
    """The daily streak of an event, or with None the day streak over any win.

    A date that has not closed may still be won: only closed ones can be missed.
    """
    wins = win_dates(player=player, event=event)
    if not wins:
        return Streak()
    first, through = min(wins), last_closed(now)
    exempt = exempt_dates(event=event or "", start=first, end=through, player=player)
    return streak_fold(wins=wins, exempt=exempt, first=first, through=through)


def win_dates(*, player: User, event: str | None) -> set[date]:
    """The dates won: of an event's dailies, or with None of any game played here."""
    rows = fetch(
        f"""SELECT DISTINCT r.day FROM games_result r
WHERE r.player_id = %(player)s AND r.won AND r.state <> 'withdrawn' AND NOT r.submitted
    AND NOT EXISTS (
    SELECT 1 FROM games_result n WHERE n.token = r.token AND n.version > r.version)
{_DAILY if event else ""}""",
        {"player": player.pk, "event": event} if event else {"player": player.pk},
    )
    return {as_date(day) for (day,) in rows}


def last_closed(now: datetime) -> date:
    """The latest date whose dailies have closed for everybody."""
    day = now.date()
    while daily_closes(day) > now:
        day -= DAY
    return day
