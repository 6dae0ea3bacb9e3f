"""After the game: what the solver finds out about a finished run, as it is asked and told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.errors import RunNotOpen
from games.jobs import RUN_ANALYSE, job_enqueue
from games.models import Analysis, AnalysisState, Run

# An analysis that has not moved for so long has lost its worker.
OVERDUE = timedelta(minutes=5)


@transaction.atomic
def analysis_request(*, run: Run) -> Analysis:
    """Ask for the analysis of an ended run; asked twice it is one. Raises `RunNotOpen` for a run
    whose deal is not over."""
    if run.is_open:
        raise RunNotOpen
    analysis, made = Analysis.objects.get_or_create(run=run)
    overdue = analysis.changed_at < timezone.now() - OVERDUE
    if made or analysis.state == AnalysisState.FAILED or (is_pending(analysis) and overdue):
        Analysis.objects.filter(pk=analysis.pk).update(
            state=AnalysisState.QUEUED, changed_at=timezone.now()
        )
        job_enqueue(RUN_ANALYSE, run_id=run.pk)
    return analysis


def is_pending(analysis: Analysis) -> bool:
    return analysis.state in (AnalysisState.QUEUED, AnalysisState.RUNNING)


def analysis_begin(*, run_id: int, total: int, solver: str) -> Analysis | None:
    """Take the analysis up from the start; None when it is done by this solver already."""
    analysis = Analysis.objects.filter(run_id=run_id).first()
    if analysis is None or (analysis.state == AnalysisState.DONE and analysis.solver == solver):
        return None
    analysis.state, analysis.solver = AnalysisState.RUNNING, solver
    analysis.done, analysis.total, analysis.verdicts = 0, total, ""
    analysis.save()
    return analysis


def analysis_advance(*, analysis: Analysis, done: int, total: int) -> None:
    """Tell how far it has come, in positions."""
    analysis.done, analysis.total = done, total
    analysis.save(update_fields=["done", "total", "changed_at"])


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
) -> Analysis:
    analysis.state = AnalysisState.DONE
    analysis.verdicts = verdicts
    analysis.lost_at, analysis.line_from = lost_at, line_from
    analysis.line = " ".join(line)
    analysis.par, analysis.par_is_minimum, analysis.bound = par, par_is_minimum, bound
    analysis.save()
    return analysis


def analysis_fail(*, run_id: int) -> None:
    Analysis.objects.filter(run_id=run_id).update(
        state=AnalysisState.FAILED, changed_at=timezone.now()
    )
