"""Runs that a person is to look at, what was decided, and what the player says to that."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.run import Run


class ReviewState(models.TextChoices):
    OPEN = "open", _("in review")
    CLEARED = "cleared", _("cleared")
    REMOVED = "removed", _("removed")


class Review(models.Model):
    """One matter about one run. Signals open it, only staff decides it.

    `signal` is a stable code (of `games.selectors.signals`); `detail` its numbers. No
    more than one review of a run is open.
    """

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="reviews")
    signal = models.CharField(max_length=20)
    detail = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=7, choices=ReviewState.choices, default=ReviewState.OPEN)
    opened_at = models.DateTimeField(auto_now_add=True)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    note = models.TextField(blank=True, help_text=_("for the player"))
    appeal = models.TextField(blank=True, max_length=2000)
    appealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        constraints = [
            models.UniqueConstraint(
                fields=["run"], condition=Q(state="open"), name="review_open_once"
            )
        ]

    def __str__(self) -> str:
        named = {"token": self.run.token, "name": self.run.player.display_name}
        return gettext("Review of %(name)s’s game %(token)s") % named
