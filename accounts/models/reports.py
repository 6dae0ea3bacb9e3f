"""Names that players find wrong, and what staff made of it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_KEY_LENGTH, MAX_LENGTH

REASON_LENGTH = 500


class ReportState(models.TextChoices):
    OPEN = "open", _("open")
    UPHELD = "upheld", _("upheld: the name was replaced")
    DISMISSED = "dismissed", _("dismissed: the name may stay")


class NameReport(models.Model):
    """Somebody says that a player's name should not stand on boards. Only staff decides."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        verbose_name=_("player"),
    )
    name = models.CharField(_("name at that time"), max_length=MAX_LENGTH)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("reporter"),
    )
    reason = models.TextField(_("reason"), max_length=REASON_LENGTH, blank=True)
    state = models.CharField(
        _("state"), max_length=9, choices=ReportState, default=ReportState.OPEN
    )
    created_at = models.DateTimeField(_("created"))
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )

    class Meta:
        verbose_name = _("report of a name")
        verbose_name_plural = _("reports of names")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "reporter"],
                condition=Q(state="open"),
                name="name_report_open_once",
            )
        ]
        indexes = [models.Index(fields=["state", "created_at"], name="name_report_queue")]

    def __str__(self) -> str:
        return self.name


class RefusedName(models.Model):
    """What a replaced name looks like: nobody gets it, or one like it, again. Points at nobody."""

    skeleton = models.CharField(_("looks like"), max_length=MAX_KEY_LENGTH, unique=True)
    refused_at = models.DateTimeField(_("refused"))

    class Meta:
        verbose_name = _("refused name")
        verbose_name_plural = _("refused names")

    def __str__(self) -> str:
        return self.skeleton
