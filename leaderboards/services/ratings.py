# ruff: noqa: S608 (names of our own tables and numbers of our own are all that is put in)
"""Folding rated races into ratings, in the order of their ends.

Verification may come in any order, and staff may remove a run later: then whatever followed that
race in its event is taken back and folded again from what is stored of each race. The caller holds
the lock of the fold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.selectors.rated import RatedOutcome, rated_outcomes, rated_races_touched
from leaderboards.database import execute, execute_many, fetch, listed
from leaderboards.fold_sql import LIVE
from leaderboards.keys import EVENT_NAMES, EVENT_NUMBERS, BoardKey, rating_key
from leaderboards.models import FoldState
from leaderboards.ratings import MODEL, Finish, Rating, race_rate
from leaderboards.selectors.rating_rows import ratings_latest

RACES, STEPS = LIVE.race, LIVE.step
RACE_COLUMNS = "race, event, ended_ms, outcome"
STEP_COLUMNS = "race, player, event, ended_ms, mu, sigma, races"
# How long before the last look a race may have ended that it did not find.
LATE_MS = 86_400_000
# (ended_ms, race id): where in the order of an event.
Point = tuple[int, int]
# (board, player, rank key, place), as the fold of boards writes them.
EntryRow = tuple[int, int, int, int]
StepRow = tuple[int, int, int, int, float, float, int]


@dataclass(frozen=True, slots=True)
class RaceRow:
    """A row of `RatedRace`."""

    race: int
    event: int
    ended_ms: int
    outcome: str

    @property
    def point(self) -> Point:
        return self.ended_ms, self.race


@dataclass(frozen=True, slots=True)
class Due:
    """What a fold has to do: rows of races to put in, races to take out, and by event the point
    from which its races are counted anew."""

    fresh: list[RaceRow]
    gone: list[int]
    points: dict[int, Point]


def ratings_due(*, state: FoldState, through: int) -> Due:
    """What is not as the results up to `through` say it is."""
    ids = rated_races_touched(after=state.place, through=through)
    ids |= _races_unknown(since=state.looked_ms - LATE_MS)
    known = _rows_of(ids)
    settled = {row.race: row for row in rows_settled(through=through, race_ids=ids)}
    fresh = [row for row in settled.values() if known.get(row.race) != row]
    gone = [row for race, row in known.items() if race not in settled]
    points: dict[int, Point] = {}
    for row in (*fresh, *gone):
        points[row.event] = min(points.get(row.event, row.point), row.point)
    if state.model != MODEL:
        points |= dict.fromkeys(EVENT_NUMBERS.values(), (0, 0))
    return Due(fresh, [row.race for row in gone], points)


def ratings_fold(due: Due) -> tuple[list[tuple[int, int]], list[EntryRow]]:
    """Does what is due; the rows of boards that may have changed (board, player), and those of
    them that there shall be."""
    execute_many(
        f"DELETE FROM {RACES} WHERE race = %s",
        [(race,) for race in (*due.gone, *(row.race for row in due.fresh))],
    )
    races_insert(due.fresh)
    again: list[tuple[int, int]] = []
    rows: list[EntryRow] = []
    for event, point in sorted(due.points.items()):
        changed = _event_fold(event, point)
        board = rating_board(event)
        again += [(board, player) for player in changed]
        rows += entry_rows(event, ratings_latest(event=event, players=changed))
    return again, rows


def _event_fold(event: int, point: Point) -> set[int]:
    """Counts the races of an event from a point on anew; whose ratings that may change."""
    after = f"event = {event} AND (ended_ms, race) >= ({point[0]}, {point[1]})"
    before = {player for (player,) in fetch(f"SELECT DISTINCT player FROM {STEPS} WHERE {after}")}
    execute(f"DELETE FROM {STEPS} WHERE {after}")
    races = _rows_where(after)
    players = {finish.player for race in races for finish in finishes_of(race.outcome)}
    ratings = ratings_latest(event=event, players=players)
    steps_insert(races_rate(races, ratings))
    return before | players


def races_rate(races: Iterable[RaceRow], ratings: dict[int, Rating]) -> list[StepRow]:
    """The steps of an event's races in this order; `ratings` go with them."""
    steps: list[StepRow] = []
    for race in races:
        after = race_rate(finishes_of(race.outcome), ratings)
        ratings |= after
        steps += [
            (race.race, player, race.event, race.ended_ms, one.mu, one.sigma, one.races)
            for player, one in sorted(after.items())
        ]
    return steps


def rows_settled(*, through: int, race_ids: set[int] | None = None) -> list[RaceRow]:
    """Settled rated races as they are to be stored, in the order of their ends."""
    outcomes = rated_outcomes(through=through, race_ids=race_ids) if race_ids != set() else []
    return [_row(outcome) for outcome in outcomes if outcome.event in EVENT_NUMBERS]


def races_insert(rows: Sequence[RaceRow], table: str = RACES) -> None:
    execute_many(
        f"INSERT INTO {table} ({RACE_COLUMNS}) VALUES (%s, %s, %s, %s)",
        [(row.race, row.event, row.ended_ms, row.outcome) for row in rows],
    )


def steps_insert(steps: Sequence[StepRow], table: str = STEPS) -> None:
    execute_many(f"INSERT INTO {table} ({STEP_COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s)", steps)


def entry_rows(event: int, ratings: dict[int, Rating]) -> list[EntryRow]:
    """The rows of an event's board for those who are listed."""
    board = rating_board(event)
    return [
        (board, player, rating_key(rating.shown), 0)
        for player, rating in ratings.items()
        if rating.is_listed
    ]


def rating_board(event: int) -> int:
    return BoardKey("rating", EVENT_NAMES[event]).number()


def finishes_of(outcome: str) -> list[Finish]:
    return [Finish(*map(int, part.split(":"))) for part in outcome.split()]


def _row(outcome: RatedOutcome) -> RaceRow:
    text = " ".join(f"{place}:{player}" for place, player in outcome.places)
    return RaceRow(outcome.race_id, EVENT_NUMBERS[outcome.event], outcome.ended_ms, text)


def _races_unknown(*, since: int) -> set[int]:
    """Rated races that have ended since then and were not counted yet: an end is no version of a
    result. One that waits longer for a check is found by that check's result."""
    rows = fetch(
        f"""SELECT r.id FROM games_race r
WHERE r.rated AND r.state = 'ended' AND r.ended_ms >= {since}
    AND NOT EXISTS (SELECT 1 FROM {RACES} k WHERE k.race = r.id)"""
    )
    return {race for (race,) in rows}


def _rows_of(ids: set[int]) -> dict[int, RaceRow]:
    if not ids:
        return {}
    return {row.race: row for row in _rows_where(f"race IN ({listed(ids)})")}


def _rows_where(condition: str) -> list[RaceRow]:
    """Races that are counted, in order."""
    rows = fetch(f"SELECT {RACE_COLUMNS} FROM {RACES} WHERE {condition} ORDER BY ended_ms, race")
    return [RaceRow(*row) for row in rows]
