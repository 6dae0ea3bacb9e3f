"""Players who wait for somebody to race against."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.race import Race


class QuickWait(models.Model):
    """One player's wish for a quick race: waiting while `race` is empty, then led to that room.

    Whoever pairs two locks both rows, the lower id first, and finds both still waiting.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="quick_wait"
    )
    event = models.CharField(max_length=16)
    level = models.IntegerField(help_text=_("what the rating expects of the player, in hundredths"))
    rated = models.BooleanField(help_text=_("whether a race of the player can be rated"))
    since_ms = models.BigIntegerField()
    seen_ms = models.BigIntegerField(help_text=_("when the player last asked"))
    race = models.ForeignKey(Race, on_delete=models.CASCADE, null=True, related_name="+")

    class Meta:
        verbose_name = _("wait for a quick race")
        verbose_name_plural = _("waits for quick races")
        indexes = [
            models.Index(
                fields=["event", "seen_ms"],
                condition=models.Q(race=None),
                name="quick_waiting",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.player_id}"
