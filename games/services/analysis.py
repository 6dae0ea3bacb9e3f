"""After the game: what the solver finds out about a finished run, as it is asked and told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.errors import AnalysesPending, RunNotOpen
from games.jobs import RUN_ANALYSE, job_enqueue
from games.models import Analysis, AnalysisState, Run
from games.selectors.unlocking import deal_is_over

# An analysis that has not moved for so long has lost its worker.
OVERDUE = timedelta(minutes=5)
# One that nobody could finish for so long has failed, and may be asked for anew.
GIVEN_UP = timedelta(hours=1)
# Games of one player that may wait for the solver at once: each takes it a minute.
MOST_PENDING = 3
PENDING = (AnalysisState.QUEUED, AnalysisState.RUNNING)


@transaction.atomic
def analysis_request(*, run: Run) -> Analysis:
    """Ask for the analysis of an ended run; asked twice it is one. Raises `RunNotOpen` for a run
    whose deal is not over, `AnalysesPending` when too many of its player's are waiting."""
    if run.is_open or not deal_is_over(run):
        raise RunNotOpen
    others = Analysis.objects.filter(run__player_id=run.player_id, state__in=PENDING)
    if others.exclude(run=run).count() >= MOST_PENDING:
        raise AnalysesPending
    analysis, made = Analysis.objects.get_or_create(run=run)
    if made or analysis.state == AnalysisState.FAILED:
        now = timezone.now()
        Analysis.objects.filter(pk=analysis.pk).update(
            state=AnalysisState.QUEUED, done=0, total=0, asked_at=now, changed_at=now
        )
        job_enqueue(RUN_ANALYSE, run_id=run.pk)
    return analysis


@transaction.atomic
def analyses_requeue(*, now: datetime) -> int:
    """Ask anew for the analyses whose worker or message was lost; how many."""
    overdue = Analysis.objects.filter(state__in=PENDING, changed_at__lt=now - OVERDUE)
    overdue.filter(asked_at__lt=now - GIVEN_UP).update(state=AnalysisState.FAILED, changed_at=now)
    run_ids = list(overdue.values_list("run_id", flat=True))
    overdue.update(changed_at=now)
    for run_id in run_ids:
        job_enqueue(RUN_ANALYSE, run_id=run_id)
    return len(run_ids)


def analysis_begin(*, run_id: int, solver: str) -> Analysis | None:
    """Take the analysis up from the start; None when it is done by this solver already."""
    analysis = Analysis.objects.filter(run_id=run_id).first()
    if analysis is None or (analysis.state == AnalysisState.DONE and analysis.solver == solver):
        return None
    _update(analysis, state=AnalysisState.RUNNING, solver=solver, done=0, total=0, verdicts="")
    return analysis


def analysis_advance(*, analysis: Analysis, done: int, total: int) -> None:
    """Tell how far it has come, in positions."""
    _update(analysis, done=done, total=total)


def analysis_finish(
    *,
    analysis: Analysis,
    verdicts: str,
    lost_at: int | None,
    line_from: int | None,
    line: Sequence[str],
    par: int | None,
    par_is_minimum: bool,
    bound: int | None,
) -> None:
    _update(
        analysis,
        state=AnalysisState.DONE,
        verdicts=verdicts,
        lost_at=lost_at,
        line_from=line_from,
        line=" ".join(line),
        par=par,
        par_is_minimum=par_is_minimum,
        bound=bound,
    )


def analysis_fail(*, analysis: Analysis) -> None:
    _update(analysis, state=AnalysisState.FAILED)


def _update(analysis: Analysis, **values: Any) -> None:
    """Write nothing back to life: the run may have been erased with its player meanwhile."""
    Analysis.objects.filter(pk=analysis.pk).update(changed_at=timezone.now(), **values)
