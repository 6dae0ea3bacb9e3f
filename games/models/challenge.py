"""Challenges: one sealed deal for everybody on a date, and the dates on which there was none."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class ChallengeKind(models.TextChoices):
    DAILY = "daily", _("daily")
    WEEKLY = "weekly", _("weekly")


class Challenge(models.Model):
    """The deal of a date (of a week: its Monday) and an event. Published once, never changed
    until its closing reveals `salt` and `code`.

    `commitment` is the SHA-256 that was promised, `sealed_salt` its salt, encrypted with
    `DEAL_KEYS`; the deal and its proof are the pool's. `chosen_from`: of how many ready deals a
    weekly's is the hardest; of older ones nobody counted.
    """

    kind = models.CharField(max_length=6, choices=ChallengeKind.choices)
    event = models.CharField(max_length=16)
    day = models.DateField()
    pool_deal = models.OneToOneField(
        "games.PoolDeal", on_delete=models.PROTECT, related_name="challenge"
    )
    commitment = models.CharField(max_length=64)
    sealed_salt = models.BinaryField(editable=False)
    chosen_from = models.IntegerField(null=True, blank=True)
    published_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(
        null=True, blank=True, help_text=_("when its runs were ended and its deal was opened")
    )
    salt = models.CharField(max_length=32, blank=True)
    code = models.CharField(max_length=48, blank=True)

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        constraints = [
            models.UniqueConstraint(fields=["kind", "event", "day"], name="challenge_once"),
            models.CheckConstraint(
                condition=models.Q(closed_at=None, salt="", code="")
                | (models.Q(closed_at__isnull=False) & ~models.Q(salt="") & ~models.Q(code="")),
                name="challenge_opened_when_closed",
            ),
        ]
        indexes = [
            models.Index(
                fields=["day"], condition=models.Q(closed_at=None), name="challenge_running"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.event} {self.day}"

    @property
    def is_over(self) -> bool:
        """Whether its deal may be known: everything about it opens at once."""
        return self.closed_at is not None


class Outage(models.Model):
    """A date that costs nobody a streak: the service failed, or staff says so.

    An empty `event` stands for all of them.
    """

    day = models.DateField()
    event = models.CharField(max_length=16, blank=True)
    reason = models.CharField(max_length=200)
    declared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        constraints = [models.UniqueConstraint(fields=["day", "event"], name="outage_once")]

    def __str__(self) -> str:
        return f"{self.day} {self.event}".strip()
