"""What the solver's answers become. Called by tasks, with verdicts; it never loads the solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.codes import Code
from engine.deals import deal
from engine.position import Position
from games.models import LogItem, Run
from games.sealing import code_create, run_code

CANDIDATES = 40


def candidates(*, event: str, sealed: bool, count: int = CANDIDATES) -> Iterable[Code]:
    """Fresh codes of an event, for the solver to choose from."""
    prefix, _, rules = event.partition("-")
    for _number in range(count):
        yield code_create(prefix=prefix, rules=rules, sealed=sealed)


def run_items(*, run_id: int, place: int | None = None) -> tuple[Run, Position, Sequence[str]]:
    """A run, its deal, and the texts of its first `place` items (all without)."""
    run = Run.objects.get(pk=run_id)
    log = LogItem.objects.filter(run_id=run_id, place__lt=run.seq if place is None else place)
    return run, deal(run_code(run=run)), list(log.order_by("place").values_list("text", flat=True))
