"""Quick races: players who wait are brought together, by whichever process they ask.

Waiting is a row. Whoever asks whether somebody has come looks for a partner too, locks both rows
(the lower id first, so that nobody waits in a circle) and makes the room if both still wait.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import structlog
from django.db import transaction

from accounts.models import User
from accounts.selectors import parted_ids
from engine.variants import EVENTS
from games.clock import now_ms
from games.errors import GameError
from games.models import RACE_GOES_ON, QuickWait, Race, RaceState, Seat
from games.pairing import Waiter, partners
from games.services.race_starts import race_ready
from games.services.races import player_is_rated, race_leave, race_seat

log = structlog.get_logger(__name__)

LIMIT_MINUTES = 15
# Who has not asked for so long has gone; after so long nobody is coming.
GONE_MS = 10_000
TIMEOUT_MS = 120_000
# Rows of players who never came back.
FORGOTTEN_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class Asked:
    """What has become of a wait: `race` once there is one; else `waiting`, or `over` when it took
    too long, or neither when there is no wait."""

    race: Race | None = None
    waiting: bool = False
    over: bool = False
    event: str = ""
    waited_ms: int = 0


@transaction.atomic
def quick_wait(*, player: User, event: str, level: int) -> QuickWait:
    """Wait for a quick race, from now on; whoever waits for the same already goes on waiting, and
    who was brought together with somebody is led to that race as long as it goes on.

    `level` is what the player's rating expects, in hundredths. Raises `GameError`
    (`not_ranked_event`).
    """
    if event not in EVENTS:
        raise GameError("not_ranked_event")
    now = now_ms()
    QuickWait.objects.filter(seen_ms__lt=now - FORGOTTEN_MS).delete()
    fields = {"event": event, "level": level, "rated": player_is_rated(player)}
    wait = _wait_locked(player, fields | {"since_ms": now, "seen_ms": now})
    if wait.race is not None and _goes_on(wait.race, player):
        return wait
    if wait.race is not None or wait.event != event or wait.seen_ms < now - GONE_MS:
        wait.since_ms, wait.race = now, None
    for name, value in fields.items():
        setattr(wait, name, value)
    wait.seen_ms = now
    wait.save()
    return wait


def quick_ask(*, player: User) -> Asked:
    """Whether somebody has come; looks for somebody as well. In both cases one is heard of, so
    that a player who has gone is not brought together with anybody.

    Who is led to a room is ready in it: the second to come starts the race.
    """
    wait = QuickWait.objects.filter(player=player).select_related("race").first()
    if wait is None:
        return Asked()
    now = now_ms()
    if wait.race is None:
        if now - wait.since_ms >= TIMEOUT_MS and _give_up(wait):
            return Asked(over=True, event=wait.event)
        QuickWait.objects.filter(pk=wait.pk).update(seen_ms=now)
        race = _look(wait, player, now)
    else:
        race = wait.race
    if race is None:
        return Asked(waiting=True, event=wait.event, waited_ms=now - wait.since_ms)
    if not _goes_on(race, player):
        QuickWait.objects.filter(pk=wait.pk, race=race).delete()
        return Asked(event=wait.event)
    _arrive(race, player)
    return Asked(race=race, event=wait.event)


def _wait_locked(player: User, fields: dict[str, Any]) -> QuickWait:
    """The player's row, made if there is none; another window may be deleting it meanwhile."""
    locked = QuickWait.objects.select_for_update(of=("self",)).select_related("race")
    while True:
        QuickWait.objects.get_or_create(player=player, defaults=fields)
        if (wait := locked.filter(player=player).first()) is not None:
            return wait


@transaction.atomic
def quick_leave(*, player: User) -> None:
    """Wait no longer. A seat that was given meanwhile, and not yet taken, is given back.

    Locks the wait, then the race.
    """
    locked = QuickWait.objects.select_for_update(of=("self",)).select_related("race")
    wait = locked.filter(player=player).first()
    if wait is None:
        return
    seats = Seat.objects.filter(race=wait.race_id, player=player)
    if wait.race is not None and seats.filter(ready=True).exists():
        return
    if wait.race is not None and wait.race.state == RaceState.OPEN and seats.exists():
        race_leave(race=wait.race, player=player)
    wait.delete()


def _give_up(wait: QuickWait) -> bool:
    """Whether the wait has ended; not if somebody has come at this moment."""
    deleted, _ = QuickWait.objects.filter(pk=wait.pk, race=None).delete()
    return bool(deleted)


def _goes_on(race: Race, player: User) -> bool:
    """Whether the player still has something to do there."""
    if race.state not in RACE_GOES_ON:
        return False
    seat = Seat.objects.filter(race=race, player=player).select_related("run").first()
    return seat is not None and (seat.run is None or seat.run.is_open)


def _look(wait: QuickWait, player: User, now: int) -> Race | None:
    others = QuickWait.objects.filter(event=wait.event, race=None, seen_ms__gte=now - GONE_MS)
    others = others.exclude(pk=wait.pk).exclude(player__in=parted_ids(player))
    waiters = [_waiter(other) for other in others.order_by("since_ms", "id")[:200]]
    for partner in partners(_waiter(wait), waiters, now_ms=now):
        race = _bring_together(wait.pk, partner.id)
        if race is not None:
            return race
    # Somebody else's choice may have been made meanwhile.
    known = QuickWait.objects.filter(pk=wait.pk).select_related("race").first()
    return None if known is None else known.race


def _waiter(wait: QuickWait) -> Waiter:
    return Waiter(wait.pk, wait.player_id, wait.level, wait.rated, wait.since_ms)


@transaction.atomic
def _bring_together(one: int, other: int) -> Race | None:
    """The room of the two, if both still wait for the same. Locks both rows, then the race's."""
    found = QuickWait.objects.select_for_update(of=("self",)).select_related("player")
    waits = list(found.filter(pk__in=(one, other), race=None).order_by("pk"))
    if len(waits) != 2 or waits[0].event != waits[1].event:
        return None
    now = now_ms()
    first, second = sorted(waits, key=lambda wait: (wait.since_ms, wait.pk))
    race = Race.objects.create(
        host=first.player, event=first.event, limit_minutes=LIMIT_MINUTES,
        created_ms=now, changed_ms=now,
    )  # fmt: skip
    for wait in (first, second):
        race_seat(race=race, player=wait.player)
        wait.race = race
        wait.save(update_fields=["race"])
    race.refresh_from_db()
    log.info("quick_race_made", race=race.pk, game=race.event)
    return race


def _arrive(race: Race, player: User) -> None:
    try:
        race_ready(race=race, player=player, on=True)
    except GameError as error:
        # Started already, or without a deal yet: the room tells.
        log.info("quick_race_waits", race=race.pk, code=error.code)
