"""The pool of proved deals: filled by the solver's worker, drawn from by runs and challenges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.utils import timezone

from engine.codes import Code
from games.models import PoolDeal
from games.sealing import code_seal, text_seal


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


# Ready deals kept for each event.
POOL_SIZE = 20


@transaction.atomic
def pool_draw(*, event: str) -> PoolDeal | None:
    """Take the oldest ready deal; None when the pool is empty.

    Locks the deal's row, passing over those that another transaction is taking.
    """
    ready = PoolDeal.objects.filter(event=event, taken_at=None).order_by("id")
    skip = connection.features.has_select_for_update_skip_locked
    deal = ready.select_for_update(skip_locked=skip).first()
    if deal is not None:
        deal.taken_at = timezone.now()
        deal.save(update_fields=["taken_at"])
    return deal
