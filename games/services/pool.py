"""The pool of proved deals: filled by the solver's worker, drawn from by runs and challenges."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from engine.codes import Code
from engine.variants import EVENTS
from games.jobs import POOL_FILL, job_enqueue
from games.models import PoolDeal
from games.sealing import code_seal, text_seal

log = structlog.get_logger(__name__)

# A pool that has no more than this part of its size calls the solver before beat does.
REFILL = 0.7

CHAIN_KEY = "pool-fill"
# A chain of fills that has not gone on for so long is taken for dead.
CHAIN_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Proof:
    """What the solver says of a winnable deal; `par`, `bound` in moves, `states` searched."""

    line: Sequence[str]
    par: int
    par_is_minimum: bool
    bound: int
    states: int
    solver: str


def pool_deal_add(*, code: Code, proof: Proof) -> PoolDeal:
    """Keep a proved deal. The caller has replayed the line to its end."""
    return PoolDeal.objects.create(
        event=code.event,
        sealed_code=code_seal(code=code),
        sealed_line=text_seal(text=" ".join(proof.line)),
        par=proof.par,
        par_is_minimum=proof.par_is_minimum,
        bound=proof.bound,
        states=proof.states,
        solver=proof.solver,
    )


def pool_chain_hold(*, chain: str) -> str:
    """The name under which this chain of fills goes on (a new one for an empty `chain`), or
    nothing when another chain is filling already.

    Each fill asks for the next, so two chains would halve what is left of the queue for others.
    """
    name = chain or secrets.token_hex(8)
    if cache.add(CHAIN_KEY, name, CHAIN_SECONDS):
        return name
    if not chain or cache.get(CHAIN_KEY) not in (None, chain):
        return ""
    cache.set(CHAIN_KEY, chain, CHAIN_SECONDS)
    return chain


def pool_chain_end() -> None:
    """Nothing lacks any more: whoever asks next begins a chain."""
    cache.delete(CHAIN_KEY)


@transaction.atomic
def pool_draw(*, event: str, hardest: bool = False) -> PoolDeal | None:
    """Take the oldest ready deal, or the one that took the solver the most states; None when the
    pool is empty, which operators are told.

    Locks the deal's row, passing over those that another transaction is taking. A pool that runs
    low is filled without waiting for beat.
    """
    order = ("-states", "id") if hardest else ("id",)
    ready = PoolDeal.objects.filter(event=event, taken_at=None).order_by(*order)
    skip = connection.features.has_select_for_update_skip_locked
    deal = ready.select_for_update(skip_locked=skip).first()
    if deal is not None:
        deal.taken_at = timezone.now()
        deal.save(update_fields=["taken_at"])
    if event in EVENTS and ready.count() <= settings.POOL_SIZE * REFILL:
        job_enqueue(POOL_FILL)
    if event in EVENTS and deal is None:
        log.error("pool_empty", game=event)
    return deal
