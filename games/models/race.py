"""Races: rooms by link, their seats, and the machine that takes each from open to ended."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.run import TOKEN_LENGTH, Run, new_token


class RaceState(models.TextChoices):
    OPEN = "open", _("open")
    RUNNING = "running", _("running")
    ENDED = "ended", _("ended")
    EMPTY = "empty", _("given up")


# The states in which somebody may go there to race.
RACE_GOES_ON = (RaceState.OPEN, RaceState.RUNNING)
# The states in which a race's deal may be known.
RACE_OVER = (RaceState.ENDED, RaceState.EMPTY)


class Race(models.Model):
    """One room and its one race.

    `state` only moves forward, by compare-and-set in any process: open (seats are taken) →
    running (`starts_ms` is the instant of the start for all, some seconds after the decision;
    `ends_ms` the limit) → ended; or open → empty when nobody is left. `version` counts every
    change that a `room` frame shows. The deal is `pool_deal`'s, or `code` when somebody typed it.
    """

    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token)
    event = models.CharField(max_length=16)
    code = models.CharField(max_length=48, blank=True, help_text=_("typed: the host may know it"))
    pool_deal = models.OneToOneField(
        "games.PoolDeal", on_delete=models.PROTECT, null=True, related_name="race"
    )
    limit_minutes = models.SmallIntegerField(default=15)
    public = models.BooleanField(default=False, help_text=_("listed in the lobby"))
    rated = models.BooleanField(default=False, help_text=_("settled at the start"))
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    state = models.CharField(max_length=7, choices=RaceState.choices, default=RaceState.OPEN)
    version = models.IntegerField(default=0)
    created_ms = models.BigIntegerField()
    changed_ms = models.BigIntegerField(help_text=_("latest change or sign of life"))
    ready_ms = models.BigIntegerField(
        null=True, help_text=_("since when the host may start without the others")
    )
    starts_ms = models.BigIntegerField(null=True)
    ends_ms = models.BigIntegerField(null=True)
    ended_ms = models.BigIntegerField(null=True)
    rematch_of = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, related_name="rematch"
    )

    class Meta:
        verbose_name = _("race")
        verbose_name_plural = _("races")
        indexes = [
            models.Index(
                fields=["state", "changed_ms"],
                condition=Q(state__in=["open", "running"]),
                name="race_alive",
            ),
            models.Index(
                fields=["ended_ms"], condition=Q(rated=True, state="ended"), name="race_rated_ended"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["open", "empty"], starts_ms=None)
                | Q(state__in=["running", "ended"], starts_ms__isnull=False),
                name="race_started_when_running",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.state}"

    @property
    def is_over(self) -> bool:
        """Whether its deal may be known."""
        return self.state in RACE_OVER


class Seat(models.Model):
    """One player's place in one race; kept when its player leaves a race that has started.

    `outcome` is what places in an ended race follow from when the game itself is erased: the run's
    fields of `OUTCOME`, in their order.
    """

    OUTCOME = ("result", "seq", "up", "turned", "moves", "last_ms")

    race = models.ForeignKey(Race, on_delete=models.CASCADE, related_name="seats")
    number = models.SmallIntegerField(help_text=_("0 to 9"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats"
    )
    name = models.CharField(max_length=20)
    ready = models.BooleanField(default=False)
    seen_ms = models.BigIntegerField(help_text=_("latest sign of life of any of its sockets"))
    run = models.OneToOneField(Run, on_delete=models.SET_NULL, null=True, related_name="seat")
    outcome = models.JSONField(null=True, help_text=_("of a player who has left the service"))

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["race", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["race", "player"], name="seat_player_once"),
            models.CheckConstraint(
                condition=Q(number__gte=0, number__lte=9), name="seat_number_of_ten"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"
