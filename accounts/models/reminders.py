"""Who wants a word by e-mail when a day's deal is still unplayed."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Reminder(models.Model):
    """The setting `daily_reminder` as rows to look up, and the last day it was kept for.

    The row outlives switching off: on again, the same day is not reminded of twice.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    is_on = models.BooleanField(_("on"), default=True)
    last_day = models.DateField(_("last day reminded of"), null=True, blank=True)

    class Meta:
        verbose_name = _("daily reminder")
        verbose_name_plural = _("daily reminders")
        indexes = [
            models.Index(fields=["player"], name="reminder_on", condition=Q(is_on=True)),
        ]

    def __str__(self) -> str:
        return f"reminder of {self.player_id}"
