"""Which deal a new game gets: any, or one that was proved winnable."""

from __future__ import annotations

import time
from dataclasses import dataclass
from threading import BoundedSemaphore

from django.conf import settings

from engine.codes import Code, parse_code
from engine.variants import event_variant
from games.jobs import DEAL_FIND, question_ask, question_wait
from games.models import PoolDeal, Proof
from games.sealing import code_create, code_unseal, text_unseal
from games.services.pool import pool_draw

# So many of a process' threads, each with its connection to the database, may wait at once; for
# any more there is an ordinary deal without a wait.
MOST_WAITING = 4
_waiting = BoundedSemaphore(MOST_WAITING)
# When nobody has answered, nobody is asked for so long: one player in a while waits in vain, not
# every one.
SILENT_SECONDS = 30.0
_silence = {"until": 0.0}


@dataclass(frozen=True, slots=True)
class Chosen:
    code: Code
    proof: Proof
    pool_deal: PoolDeal | None = None


def deal_choose(*, event: str, sealed: bool, winnable: bool) -> Chosen:
    """A deal of the event. A winnable one comes from the pool, then from a search while the
    player waits; if neither has one, an ordinary deal comes and `proof` says so."""
    if winnable:
        return (
            _from_pool(event)
            or _from_search(event, sealed)
            or _ordinary(event, sealed, Proof.NOT_FOUND)
        )
    return _ordinary(event, sealed, Proof.UNCHECKED)


def _from_pool(event: str) -> Chosen | None:
    pool_deal = pool_draw(event=event)
    if pool_deal is None:
        return None
    return Chosen(code_unseal(sealed=pool_deal.sealed_code), Proof.PROVED, pool_deal)


def _from_search(event: str, sealed: bool) -> Chosen | None:
    if time.monotonic() < _silence["until"] or not _waiting.acquire(blocking=False):
        return None
    seconds = settings.DEAL_FIND_SECONDS
    try:
        key = question_ask(DEAL_FIND, expires=seconds, event=event, sealed=sealed)
        answer = question_wait(key, seconds=seconds)
    finally:
        _waiting.release()
    if answer is None:
        _silence["until"] = time.monotonic() + SILENT_SECONDS
    if not answer:
        return None
    return Chosen(parse_code(text_unseal(sealed=answer.encode())), Proof.PROVED)


def _ordinary(event: str, sealed: bool, proof: Proof) -> Chosen:
    variant = event_variant(event)
    return Chosen(code_create(prefix=variant.prefix, rules=variant.rules, sealed=sealed), proof)
