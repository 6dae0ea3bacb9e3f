"""Deals that were proved winnable before anybody sees them."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class PoolDeal(models.Model):
    """A sealed deal with its proof. Taken once, for one run, challenge or race, and kept.

    `sealed_code` and `sealed_line` (the winning moves, blank-separated) are encrypted with
    `DEAL_KEYS`. `par` counts moves as the table's counter does; it is a proved minimum only
    where `par_is_minimum`, else the best line known, with `bound` the proved least.
    """

    event = models.CharField(max_length=16)
    sealed_code = models.BinaryField(editable=False)
    sealed_line = models.BinaryField(editable=False)
    par = models.IntegerField()
    par_is_minimum = models.BooleanField(default=False)
    bound = models.IntegerField()
    states = models.BigIntegerField(help_text=_("states searched to decide: the deal's hardness"))
    solver = models.CharField(max_length=40, help_text=_("version of the solver"))
    made_at = models.DateTimeField(auto_now_add=True)
    taken_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("proved deal")
        verbose_name_plural = _("proved deals")
        indexes = [
            models.Index(fields=["event", "id"], condition=Q(taken_at=None), name="pool_ready")
        ]
        constraints = [
            models.CheckConstraint(condition=Q(bound__lte=F("par")), name="pool_bound_under_par")
        ]

    def __str__(self) -> str:
        return f"{self.event} #{self.pk}"
