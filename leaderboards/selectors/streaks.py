"""A player's own streaks, as they stand now: every win that is not withdrawn, provisional too."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from accounts.models import User
from games.days import daily_closes
from games.selectors.challenges import exempt_dates
from leaderboards.database import as_date, fetch
from leaderboards.streaks import Streak, streak_fold

DAY = timedelta(days=1)
# Every date won, with the event whose daily was won on it, or with no event.
_WINS = """SELECT DISTINCT
    CASE WHEN r.kind = 'ranked' AND c.kind = 'daily' THEN r.event ELSE '' END, r.day
FROM games_result r LEFT JOIN games_challenge c ON c.id = r.challenge_id
WHERE r.player_id = %(player)s AND r.won AND r.state <> 'withdrawn' AND NOT r.submitted
    AND NOT EXISTS (
    SELECT 1 FROM games_result n WHERE n.token = r.token AND n.version > r.version)"""


def streak_of(*, player: User, event: str | None, now: datetime) -> Streak:
    """The daily streak of an event, or with None the day streak over any win."""
    wins = _wins(player).get(event or "", set())
    return _streak(player, event or "", wins, now)


def streaks_of(*, player: User, now: datetime) -> dict[str, Streak]:
    """The daily streaks by event, and the day streak under no event; none without a win. One
    query for all wins, two more a streak."""
    return {event: _streak(player, event, wins, now) for event, wins in _wins(player).items()}


def _streak(player: User, event: str, wins: set[date], now: datetime) -> Streak:
    """A date that has not closed may still be won: only closed ones can be missed."""
    if not wins:
        return Streak()
    first, through = min(wins), last_closed(now)
    exempt = exempt_dates(event=event, start=first, end=through, player=player)
    return streak_fold(wins=wins, exempt=exempt, first=first, through=through)


def _wins(player: User) -> dict[str, set[date]]:
    """The dates won, of each event's dailies; under no event those of any game played here."""
    wins: dict[str, set[date]] = {}
    for event, day in fetch(_WINS, {"player": player.pk}):
        for one in {event, ""}:
            wins.setdefault(one, set()).add(as_date(day))
    return wins


def last_closed(now: datetime) -> date:
    """The latest date whose dailies have closed for everybody."""
    day = now.date()
    while daily_closes(day) > now:
        day -= DAY
    return day
