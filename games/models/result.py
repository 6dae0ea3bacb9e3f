"""What a run came to, as boards hear of it: an ordered stream of versions, never changed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.challenge import Challenge
from games.models.race import Race
from games.models.run import TOKEN_LENGTH, Run, RunKind


class ResultState(models.TextChoices):
    PROVISIONAL = "provisional", _("provisional")
    VERIFIED = "verified", _("verified")
    WITHDRAWN = "withdrawn", _("withdrawn")


class Result(models.Model):
    """One version of one run's result. Of a run (`token`) the highest `version` counts.

    `place` is the order in which versions were committed, without gaps: whoever has read up to
    one place has missed none before it. A row outlives its run, so that ranks stay when a player
    leaves. `counts` is said of a provisional one as well: its challenge's board shows it already,
    the world's boards once it is verified. `score` is the score boards sort by, `ms` time on the
    clock, `day` the daily's date, else the date in the player's home zone at the end.

    A run without a move is no result, but in a race: there it stands last, and counts nowhere else.
    """

    place = models.BigIntegerField(primary_key=True)
    token = models.CharField(max_length=TOKEN_LENGTH)
    version = models.IntegerField()
    run = models.ForeignKey(Run, on_delete=models.SET_NULL, null=True, related_name="results")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="results"
    )
    state = models.CharField(max_length=11, choices=ResultState.choices)
    counts = models.BooleanField(
        help_text=_("on the world's boards: verified, ranked, of an account with a proved address")
    )
    kind = models.CharField(max_length=6, choices=RunKind.choices)
    submitted = models.BooleanField(default=False)
    event = models.CharField(max_length=16)
    challenge = models.ForeignKey(
        Challenge, on_delete=models.PROTECT, null=True, related_name="results"
    )
    race = models.ForeignKey(
        Race, on_delete=models.PROTECT, null=True, related_name="results", db_index=False
    )
    code = models.CharField(max_length=48, blank=True, help_text=_("of a casual run's open deal"))
    won = models.BooleanField()
    # Shadows a hook of forms, which make no results.
    clean = models.BooleanField()  # type: ignore[assignment]
    score = models.IntegerField()
    moves = models.IntegerField()
    up = models.SmallIntegerField()
    turned = models.SmallIntegerField()
    ms = models.BigIntegerField()
    ended_ms = models.BigIntegerField()
    day = models.DateField()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [
            models.UniqueConstraint(fields=["token", "version"], name="result_version_once")
        ]
        indexes = [
            models.Index(fields=["player", "place"], name="result_by_player"),
            models.Index(fields=["challenge", "place"], name="result_by_challenge"),
            models.Index(fields=["race", "place"], condition=~Q(race=None), name="result_by_race"),
        ]

    def __str__(self) -> str:
        return f"{self.place} {self.token} v{self.version} {self.state}"
