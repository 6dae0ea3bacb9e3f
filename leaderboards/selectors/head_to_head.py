"""One player against another: what they raced, and the dailies that both played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from accounts.models import User
from accounts.selectors import friend_ids, profile_visible
from games.selectors.duels import DailyDuel, RaceDuel, Side, daily_duels, race_duels
from leaderboards.keys import challenge_key

# Rows of each kind on the page; the counts are of all.
MOST_ROWS = 50
WON, LOST, DRAWN = "won", "lost", "drawn"


class Duel(Protocol):
    @property
    def one(self) -> Side: ...

    @property
    def other(self) -> Side: ...


D = TypeVar("D", bound=Duel)


@dataclass(frozen=True, slots=True)
class Compared(Generic[D]):
    """A duel and what it was to the first player: `won`, `lost` or `drawn`."""

    duel: D
    outcome: str


@dataclass(frozen=True, slots=True)
class Record(Generic[D]):
    """All duels of one kind, as the first player sees them; `rows` are the newest."""

    won: int
    lost: int
    drawn: int
    rows: list[Compared[D]]

    @property
    def played(self) -> int:
        return self.won + self.lost + self.drawn


@dataclass(frozen=True, slots=True)
class HeadToHead:
    races: Record[RaceDuel]
    dailies: Record[DailyDuel]


def rival_of(*, viewer: object, ids: tuple[int, int]) -> User | None:
    """Whom the viewer is held against on the page of these two; None where there is no such page
    to see. Only the two themselves see it, as only they know that they are friends."""
    if not isinstance(viewer, User) or viewer.pk not in ids or ids[0] == ids[1]:
        return None
    rival_id = ids[1] if viewer.pk == ids[0] else ids[0]
    if rival_id not in friend_ids(viewer):
        return None
    rival = User.objects.filter(pk=rival_id).first()
    if rival is None or not profile_visible(player=rival, viewer=viewer):
        return None
    return rival


def head_to_head(*, one: User, other: User) -> HeadToHead:
    """Races by the order of races, dailies by that of challenges."""
    races = [
        Compared(duel, _outcome(duel.one.key, duel.other.key))
        for duel in race_duels(one=one, other=other)
    ]
    dailies = [
        Compared(duel, _outcome(_daily_key(duel.one), _daily_key(duel.other)))
        for duel in daily_duels(one=one, other=other)
    ]
    return HeadToHead(_record(races), _record(dailies))


def _daily_key(side: Side) -> int:
    return challenge_key(won=side.won, moves=side.moves, ms=side.ms, up=side.up, turned=side.turned)


K = TypeVar("K", int, tuple[int, int, int, int])


def _outcome(one: K, other: K) -> str:
    if one == other:
        return DRAWN
    return WON if one < other else LOST


def _record(compared: list[Compared[D]]) -> Record[D]:
    outcomes = [one.outcome for one in compared]
    won, lost, drawn = (outcomes.count(outcome) for outcome in (WON, LOST, DRAWN))
    return Record(won, lost, drawn, compared[:MOST_ROWS])
