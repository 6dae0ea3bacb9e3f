"""Where a player has lived: what a move leaves out, and which date a past game was played on."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ZoneChange(models.Model):
    """A player left home zone `zone` at `at`, with the date `opened` open, and found `reached` open
    in the new one: never an earlier date, and now and then one that leaves out a date between."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="zone_changes"
    )
    at = models.DateTimeField(_("changed"))
    zone = models.CharField(_("zone left"), max_length=64)
    opened = models.DateField(_("latest date open before"))
    reached = models.DateField(_("latest date open after"))

    class Meta:
        verbose_name = _("change of the time zone")
        verbose_name_plural = _("changes of the time zone")
        indexes = [models.Index(fields=["player", "at"], name="zone_change_by_player")]
        constraints = [
            models.CheckConstraint(
                name="zone_change_forward", condition=models.Q(opened__lte=models.F("reached"))
            )
        ]

    def __str__(self) -> str:
        return f"{self.zone} {self.opened}"
