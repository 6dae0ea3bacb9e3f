"""Challenges: dealt, sealed and promised before they open; one attempt a player; opened at closing.

Everything here may be done by any number of processes at once, again, or late. What holds it is
in the database: a challenge is unique by kind, event and day, an attempt by player and challenge.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto

import structlog
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from accounts.selectors import opened_date
from engine.commitment import commitment
from engine.variants import EVENTS
from games.days import challenge_closes, daily_closes, days_between
from games.errors import GameError, RunNotOpen
from games.models import Challenge, Outage, PoolDeal, Proof, Run, RunKind, RunResult, RunState
from games.sealing import code_unseal, text_seal, text_unseal
from games.selectors.pool import pool_levels
from games.selectors.publishing import DAILY, WEEKLY, Due, challenges_lacking, weekly_waits
from games.services.pool import pool_draw
from games.services.runs import run_end

log = structlog.get_logger(__name__)

OUTAGE_REASON = "not published before it closed"
# Runs ended in one transaction at a closing.
_BATCH = 200
# Any number that no other part of the service locks by.
_PUBLISHER = 7_118_420_633


class _Outcome(Enum):
    """What became of one challenge that is due: made by this call, there already (somebody else
    was faster), without a deal in the pool, or waiting for a fuller one."""

    MADE = auto()
    THERE = auto()
    EMPTY = auto()
    WAITS = auto()


@dataclass(slots=True)
class Published:
    """What one pass of the publisher did: challenges made, dates given up, those for whose event
    the pool had no deal, as `daily RU1-C 2026-06-05`, and weeklies that wait for a full one."""

    made: int = 0
    outages: int = 0
    lacking: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)


# --- publishing ---


def challenges_publish(*, now: datetime, events: Collection[str] = EVENTS) -> Published:
    """Make every challenge of the events that is due and not there: published by now and not yet
    closed, however long nobody called. Dates found closed without a deal become outages.

    A deal that the pool does not have is an error that operators are told, once an event; not so
    while a new service proves its first ones.
    """
    done, empty = Published(), _events_not_begun()
    for due in challenges_lacking(now=now):
        event = due[1]
        if event not in events:
            continue
        outcome = _Outcome.EMPTY if event in empty else _publish(due, now)
        done.made += outcome is _Outcome.MADE
        if outcome is _Outcome.EMPTY:
            empty.add(event)
            done.lacking.append(_name(due))
        elif outcome is _Outcome.WAITS:
            done.waiting.append(_name(due))
    done.outages = _outages_record(now)
    return done


def _name(due: Due) -> str:
    return " ".join(str(part) for part in due)


def _events_not_begun() -> set[str]:
    """Events of which no challenge was ever made and no deal is ready yet."""
    begun = set(Challenge.objects.values_list("event", flat=True).distinct())
    return {event for event, ready in pool_levels().items() if not ready and event not in begun}


def _publish(due: Due, now: datetime) -> _Outcome:
    """Publishers go one after the other, so that none finds the pool empty for what others hold.
    The unique constraint says what is true; whoever meets it gives the deal back.
    """
    kind, event, day = due
    try:
        with transaction.atomic():
            _publisher_lock()
            if Challenge.objects.filter(kind=kind, event=event, day=day).exists():
                return _Outcome.THERE
            if kind == WEEKLY and weekly_waits(event=event, monday=day, now=now):
                return _Outcome.WAITS
            pool_deal = pool_draw(event=event, hardest=kind == WEEKLY)
            if pool_deal is None:
                return _Outcome.EMPTY
            _challenge_create(due, pool_deal, now)
    except IntegrityError:
        if Challenge.objects.filter(kind=kind, event=event, day=day).exists():
            return _Outcome.THERE
        raise
    log.info("challenge_published", kind=kind, game=event, day=str(day))
    return _Outcome.MADE


def _challenge_create(due: Due, pool_deal: PoolDeal, now: datetime) -> None:
    kind, event, day = due
    salt = secrets.token_hex(16)
    code = code_unseal(sealed=pool_deal.sealed_code)
    Challenge.objects.create(
        kind=kind,
        event=event,
        day=day,
        pool_deal=pool_deal,
        commitment=commitment(salt, code.text),
        sealed_salt=text_seal(text=salt),
        published_at=now,
        chosen_from=_chosen_from(pool_deal) if kind == WEEKLY else None,
    )


def _chosen_from(taken: PoolDeal) -> int:
    """Of how many deals it is the hardest: those ready that took no more states, and itself."""
    ready = PoolDeal.objects.filter(event=taken.event, taken_at=None)
    return ready.filter(states__lte=taken.states).count() + 1


def _publisher_lock() -> None:
    """To the end of the transaction. On SQLite that has the database to itself already."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_PUBLISHER])


@transaction.atomic
def _outages_record(now: datetime) -> int:
    """Dates of this service that have closed without a deal of an event; how many are new.

    Publishers go one after the other here as well; of what staff declares meanwhile nothing is
    written over.
    """
    _publisher_lock()
    dailies = Challenge.objects.filter(kind=DAILY)
    first = dailies.order_by("day").values_list("day", flat=True).first()
    if first is None:
        return 0
    there = set(dailies.values_list("day", "event"))
    there |= set(Outage.objects.values_list("day", "event"))
    closed = (day for day in days_between(first, now.date()) if daily_closes(day) <= now)
    missing = [
        (day, event)
        for day in closed
        for event in EVENTS
        if (day, event) not in there and (day, "") not in there
    ]
    Outage.objects.bulk_create(
        (Outage(day=day, event=event, reason=OUTAGE_REASON) for day, event in missing),
        ignore_conflicts=True,
    )
    for day, event in missing:
        log.error("challenge_missed", game=event, day=str(day))
    return len(missing)


# --- playing ---


def challenge_start(*, challenge: Challenge, player: User, now: datetime) -> Run:
    """The player's one attempt: begun by the first call, found by all others, ended or not.

    Raises `GameError`: `not_open` before it opens at the player's home, `closed` from its closing
    on for those who have none.
    """
    attempts = Run.objects.filter(player=player, challenge=challenge, kind=RunKind.RANKED)
    if (attempt := attempts.first()) is not None:
        return attempt
    closes = challenge_closes(challenge.kind, challenge.day)
    if now >= closes:
        raise GameError("closed")
    if opened_date(player, now) < challenge.day:
        raise GameError("not_open")
    try:
        return _attempt_create(challenge, player, closes)
    except IntegrityError:
        if (attempt := attempts.first()) is not None:
            return attempt
        raise


@transaction.atomic
def _attempt_create(challenge: Challenge, player: User, closes: datetime) -> Run:
    """The row's reference to the challenge waits for a closing under way, which is then seen."""
    run = Run.objects.create(
        player=player,
        kind=RunKind.RANKED,
        event=challenge.event,
        sealed_code=bytes(challenge.pool_deal.sealed_code),
        proof=Proof.PROVED,
        challenge=challenge,
        closes_ms=_ms(closes),
    )
    if Challenge.objects.filter(pk=challenge.pk, closed_at__isnull=False).exists():
        raise GameError("closed")
    return run


# --- closing ---


def challenges_close(*, now: datetime) -> int:
    """End the open runs of every challenge whose time is over, then open its deal; how many
    challenges this call closed. A call that dies half-way is taken up by the next."""
    running = Challenge.objects.filter(closed_at=None, day__lt=now.date()).order_by("day", "id")
    due = [each for each in running if challenge_closes(each.kind, each.day) <= now]
    return sum(_close(challenge, now) for challenge in due)


def _close(challenge: Challenge, now: datetime) -> bool:
    at_ms = _ms(challenge_closes(challenge.kind, challenge.day))
    _runs_close(challenge, at_ms)
    with transaction.atomic():
        # Keeps out, and has waited for, everybody who begins a run of it.
        locked = Challenge.objects.select_for_update(of=("self",)).select_related("pool_deal")
        challenge = locked.get(pk=challenge.pk)
        if challenge.is_over:
            return False
        _runs_close(challenge, at_ms)
        challenge.closed_at = now
        challenge.salt = text_unseal(sealed=challenge.sealed_salt)
        challenge.code = code_unseal(sealed=challenge.pool_deal.sealed_code).text
        challenge.save(update_fields=["closed_at", "salt", "code"])
    log.info("challenge_closed", kind=challenge.kind, game=challenge.event, day=str(challenge.day))
    return True


def _runs_close(challenge: Challenge, at_ms: int) -> None:
    """In batches of one transaction each, in the order of ids, as the writer locks them."""
    open_runs = Run.objects.filter(challenge=challenge, state=RunState.OPEN).order_by("id")
    while batch := list(open_runs[:_BATCH]):
        with transaction.atomic():
            for run in batch:
                _run_close(run, at_ms)


def _run_close(run: Run, at_ms: int) -> None:
    try:
        run_end(run=run, result=RunResult.CLOSED, at_ms=at_ms)
    except RunNotOpen:
        return  # its own table was faster


def _ms(instant: datetime) -> int:
    return round(instant.timestamp() * 1000)
