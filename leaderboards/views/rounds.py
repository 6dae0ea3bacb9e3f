"""The reader's day: the five dailies and the weeklies, and how each stands with them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.urls import reverse

from accounts.dates import day_full, day_plain
from accounts.models import User
from games.days import challenge_opens
from games.selectors.challenges import ChallengeRow, challenges_today
from leaderboards.keys import BoardKey
from leaderboards.selectors.boards import Standing, board_standing
from leaderboards.selectors.streaks import streaks_of
from leaderboards.showcase import SHOWCASES, Text
from leaderboards.streaks import Streak

STEPS = {"daily": timedelta(days=1), "weekly": timedelta(days=7)}
_SHOWN = {showcase.event: showcase for showcase in SHOWCASES}


@dataclass(frozen=True, slots=True)
class Card:
    """One challenge on the start page; `picture` is a card of its game."""

    row: ChallengeRow
    family: Text
    variant: Text
    picture: str
    url: str
    start_url: str
    standing: Standing | None
    streak: Streak | None

    @property
    def solved(self) -> bool:
        run = self.row.run
        return run is not None and run.result == "won" and not run.is_refused


@dataclass(frozen=True, slots=True)
class Round:
    """The challenges of one day or week, open until `closes_at`; the next opens at `next_at`."""

    kind: str
    title: str
    cards: list[Card]
    closes_at: datetime | None = None
    next_at: datetime | None = None
    day_streak: Streak | None = None


def rounds_now(*, reader: User, player: User | None, now: datetime) -> list[Round]:
    """The dailies, then the weeklies. `reader` has the home zone, `player` is None for a visitor
    (who then is no row of the database)."""
    rows = challenges_today(user=reader, now=now)
    dailies = [row for row in rows if row.kind == "daily"]
    weeklies = [row for row in rows if row.kind == "weekly"]
    streaks = _streaks(player, now)
    return [
        _round("daily", dailies, reader, player, streaks),
        _round("weekly", weeklies, reader, player, {}),
    ]


def _streaks(player: User | None, now: datetime) -> dict[str, Streak]:
    """Those that there are, by event; the day streak under no event."""
    streaks = streaks_of(player=player, now=now) if player is not None else {}
    return {event: streak for event, streak in streaks.items() if streak.current}


def _round(
    kind: str,
    rows: list[ChallengeRow],
    reader: User,
    player: User | None,
    streaks: dict[str, Streak],
) -> Round:
    if not rows:
        return Round(kind, "", [])
    day = rows[0].day
    return Round(
        kind=kind,
        title=day_full(day) if kind == "daily" else day_plain(day),
        cards=[_card(row, player, streaks.get(row.event)) for row in rows],
        closes_at=rows[0].closes_at,
        next_at=challenge_opens(kind, reader.zone, day + STEPS[kind]),
        day_streak=streaks.get(""),
    )


def _card(row: ChallengeRow, player: User | None, streak: Streak | None) -> Card:
    shown = _SHOWN[row.event]
    ended = player is not None and row.run is not None and row.state in ("ended", "closed")
    return Card(
        row=row,
        family=shown.family,
        variant=shown.variant,
        picture=shown.fan[-1].card,
        url=challenge_url(row.kind, row.day, row.event),
        start_url=start_url(row.kind, row.day, row.event),
        standing=standing_of(row=row, player=player) if ended and player else None,
        streak=streak,
    )


def challenge_url(kind: str, day: date, event: str) -> str:
    return reverse(f"{kind}_challenge", args=[day, event])


def start_url(kind: str, day: date, event: str) -> str:
    return reverse("games:challenge_start", args=[kind, day, event])


def board_key(row: ChallengeRow) -> BoardKey:
    return BoardKey(row.kind, row.event, challenge_id=row.challenge_id)


def standing_of(*, row: ChallengeRow, player: User) -> Standing | None:
    """The player's rank on a challenge's board; None while there is none. One query."""
    return board_standing(key=board_key(row), player=player)
