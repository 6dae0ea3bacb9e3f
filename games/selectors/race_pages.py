"""What the pages of races read: rooms in lists, and the results of a race that is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from django.db.models import Prefetch, QuerySet

from accounts.models import User
from accounts.selectors import PublicName, public_names
from engine.deals import deal
from engine.errors import EngineError
from engine.replay import Game
from games.errors import RunNotFound
from games.models import Race, RaceState, Run, Seat
from games.sealing import run_code
from games.selectors.races import Standing, race_table, races_open
from games.titles import event_title

# Rooms that a list shows.
MOST_LISTED, MOST_ENDED = 30, 5


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room in a list. `typed`: its host may know the deal; `mine`: the reader sits there."""

    token: str
    title: str
    limit: int
    state: str
    rated: bool
    typed: bool
    host: str
    names: tuple[str, ...]
    created_at: datetime
    mine: bool


@dataclass(frozen=True, slots=True)
class Finish:
    """A line of the table of results, with what its reader may follow. `url`: the player's page,
    if it is the reader's to see; `mine`: the reader's own."""

    standing: Standing
    url: str | None
    clean: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class Course:
    """How many cards one player had up when: points of (ms from the start, cards up), one for each
    change, and the last at the end of the game."""

    seat: int
    name: str
    points: tuple[tuple[int, int], ...]


def rooms_listed(*, user: User | None) -> list[RoomRow]:
    """The lobby: public rooms that still take players, newest first; names as on boards."""
    races = list(races_open().select_related("host")[:MOST_LISTED])
    seats = [seat for race in races for seat in race.seats.all()]
    people = public_names([seat.player_id for seat in seats], user)
    for seat in seats:
        seat.name = _shown(seat.name, people[seat.player_id])
    return [_row(race, user) for race in races]


def races_of_player(*, player: User | None) -> tuple[list[RoomRow], list[RoomRow]]:
    """The races this player sits in: those open or running, and the last ones that ended."""
    if player is None:
        return [], []
    races = _seated(player).order_by("-id")
    alive = races.filter(state__in=[RaceState.OPEN, RaceState.RUNNING])
    ended = races.filter(state=RaceState.ENDED)[:MOST_ENDED]
    return [_row(race, player) for race in alive], [_row(race, player) for race in ended]


def race_finishes(*, race: Race, user: User | None) -> list[Finish]:
    """The table of results, winner first. Those who raced see the names that they raced; others
    the names of boards."""
    runs = {run.token: run for run in Run.objects.filter(race=race)}
    players = [run.player_id for run in runs.values()]
    people = public_names(players, user)
    raced = user is not None and user.pk in players
    finishes = []
    for standing in race_table(race=race):
        run = runs.get(standing.run_token)
        if run is not None and not raced:
            name = _shown(standing.name, people[run.player_id])
            standing = replace(standing, name=name)
        finishes.append(
            Finish(
                standing=standing,
                url=people[run.player_id].url if run is not None else None,
                clean=run is not None and standing.state == "won" and run.undos == 0,
                mine=run is not None and user is not None and run.player_id == user.pk,
            )
        )
    return finishes


def race_courses(*, race: Race, standings: Iterable[Standing]) -> list[Course]:
    """Everybody's cards up over time, in the order of the standings. For races that are over
    (`RunNotFound` otherwise): moves can be told from it."""
    if not race.is_over:
        raise RunNotFound
    runs = {
        run.token: run
        for run in Run.objects.filter(race=race).select_related("race").prefetch_related("log")
    }
    return [
        Course(standing.seat, standing.name, _points(runs[standing.run_token]))
        for standing in standings
        if standing.run_token in runs
    ]


def _points(run: Run) -> tuple[tuple[int, int], ...]:
    """As far as the log replays: a refused one may not do so to its end."""
    game, points = Game(deal(run_code(run=run))), [(0, 0)]
    for item in sorted(run.log.all(), key=lambda item: item.place):
        try:
            game.play(item.text, item.at_ms)
        except EngineError:
            break
        if game.up != points[-1][1]:
            points.append((item.at_ms, game.up))
    end = (run.ended_ms or 0) - (run.started_ms or 0)
    points.append((max(end, points[-1][0]), game.up))
    return tuple(points)


def _shown(name: str, person: PublicName) -> str:
    """The name at a seat, unless its player's is hidden from the viewer."""
    return person.name if person.is_hidden else name


def _seated(player: User) -> QuerySet[Race]:
    seats = Prefetch("seats", Seat.objects.order_by("number"))
    return Race.objects.filter(seats__player=player).select_related("host").prefetch_related(seats)


def _row(race: Race, reader: User | None) -> RoomRow:
    seats = list(race.seats.all())
    host = next((seat.name for seat in seats if seat.player_id == race.host_id), "")
    return RoomRow(
        token=race.token,
        title=event_title(race.event),
        limit=race.limit_minutes,
        state=race.state,
        rated=race.rated,
        typed=bool(race.code),
        host=host,
        names=tuple(seat.name for seat in seats),
        created_at=datetime.fromtimestamp(race.created_ms / 1000, UTC),
        mine=reader is not None and any(seat.player_id == reader.pk for seat in seats),
    )
