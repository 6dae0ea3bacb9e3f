"""The start of a race: one decision, one deal and one instant for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import structlog
from django.db import transaction

from accounts.models import User
from games.clock import now_ms
from games.errors import GameError
from games.models import Proof, Race, RaceState, Run, RunKind, Seat
from games.services.pool import pool_draw
from games.services.races import (
    race_changed,
    race_is_rated,
    race_locked,
    seat_ready,
    seats_of,
)

log = structlog.get_logger(__name__)

# 3, 2, 1, and a second for the news to arrive.
COUNTDOWN_MS = 4_000
MINUTE_MS = 60_000


@transaction.atomic
def race_start(*, race: Race, player: User | None) -> Race:
    """Start a race whose players are all ready, or, for its host, 30 s after the second seat was
    taken whoever is ready. Whoever comes second finds it started, to the same instant.

    In one transaction under the lock of the race's row: open → running, the deal, a run a seat.
    The instant is read after the lock is had, so that no wait for it shortens the countdown.
    `player` is None for the sweep. Raises `GameError`: `over`, `not_seated`, `too_few`,
    `not_ready`, `no_deal` (then nothing has changed).
    """
    race = race_locked(race)
    if race.state == RaceState.RUNNING:
        return race
    if race.state != RaceState.OPEN:
        raise GameError("over")
    now, seats = now_ms(), seats_of(race)
    _may_start(race, seats, player, now)
    if not race.code:
        race.pool_deal = pool_draw(event=race.event)
        if race.pool_deal is None:
            log.error("pool_empty", game=race.event, race=race.pk)
            raise GameError("no_deal")
    race.rated = race_is_rated(race, seats)
    race.state = RaceState.RUNNING
    race.starts_ms = now + COUNTDOWN_MS
    race.ends_ms = race.starts_ms + race.limit_minutes * MINUTE_MS
    _runs_create(race, seats)
    race_changed(race, now=now)
    told = {"race": race.pk, "game": race.event, "seats": len(seats)}
    transaction.on_commit(partial(log.info, "race_started", **told))
    return race


def race_ready(*, race: Race, player: User, on: bool) -> Race:
    """Say that one is ready, or is not; the last one ready starts the race.

    Raises `GameError` as `seat_ready` and `race_start` do. Without a deal everybody stays ready,
    and the sweep tries again.
    """
    race = seat_ready(race=race, player=player, on=on)
    if on and all_ready(seats_of(race)):
        race = race_start(race=race, player=player)
    return race


def all_ready(seats: Sequence[Seat]) -> bool:
    return len(seats) >= 2 and all(seat.ready for seat in seats)


def _may_start(race: Race, seats: Sequence[Seat], player: User | None, now: int) -> None:
    if player is not None and all(seat.player_id != player.pk for seat in seats):
        raise GameError("not_seated")
    if len(seats) < 2:
        raise GameError("too_few")
    waited = race.ready_ms is not None and now >= race.ready_ms
    hosting = player is not None and player.pk == race.host_id
    if not all_ready(seats) and not (hosting and waited):
        raise GameError("not_ready")


def _runs_create(race: Race, seats: Sequence[Seat]) -> None:
    deal = race.pool_deal
    runs = Run.objects.bulk_create(
        Run(
            player=seat.player,
            race=race,
            kind=RunKind.RANKED if deal else RunKind.CASUAL,
            event=race.event,
            code=race.code,
            sealed_code=deal.sealed_code if deal else b"",
            proof=Proof.PROVED if deal else Proof.UNCHECKED,
            started_ms=race.starts_ms,
            closes_ms=race.ends_ms,
        )
        for seat in seats
    )
    for seat, run in zip(seats, runs, strict=True):
        seat.run = run
    Seat.objects.bulk_update(seats, ["run"])
