"""What the solver found out about a finished run, or is looking for."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.run import Run


class AnalysisState(models.TextChoices):
    QUEUED = "queued", _("queued")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class Analysis(models.Model):
    """One analysis a run, of the position before each item and of the last.

    `verdicts` is a letter a position: `w` winnable, `l` lost (a proof), `u` not known. `lost_at`
    is the place of the first item after which the game is known to be lost, None for none (also
    when the deal itself is lost). `line` wins from `line_from`, the place of the last position
    known to be winnable: equal to `lost_at`, that very item lost the game.
    """

    run = models.OneToOneField(Run, on_delete=models.CASCADE, related_name="analysis")
    state = models.CharField(
        max_length=7, choices=AnalysisState.choices, default=AnalysisState.QUEUED
    )
    solver = models.CharField(max_length=40, blank=True)
    done = models.IntegerField(default=0, help_text=_("positions judged"))
    total = models.IntegerField(default=0, help_text=_("positions to look at"))
    verdicts = models.TextField(blank=True)
    lost_at = models.IntegerField(null=True)
    line_from = models.IntegerField(null=True)
    line = models.TextField(blank=True)
    par = models.IntegerField(null=True)
    par_is_minimum = models.BooleanField(default=False)
    bound = models.IntegerField(null=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")

    def __str__(self) -> str:
        return f"{self.state} {self.run_id}"
