"""Runs and their logs: what the service holds to be true of a game being played."""

from __future__ import annotations

import secrets
import string
from datetime import UTC, datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

TOKEN_LETTERS = string.digits + string.ascii_letters
TOKEN_LENGTH = 22
# Columns of a run that its log's fold (`engine.replay.Game`) has under the same names.
COUNTED = ("last_ms", "score", "moves", "up", "turned", "undos", "hints")


def new_token() -> str:
    """22 characters of 62: 130 bits, so that an address cannot be guessed."""
    return "".join(secrets.choice(TOKEN_LETTERS) for _ in range(TOKEN_LENGTH))


class RunKind(models.TextChoices):
    RANKED = "ranked", _("ranked")
    CASUAL = "casual", _("casual")


class RunState(models.TextChoices):
    OPEN = "open", _("open")
    ENDED = "ended", _("ended")


class RunResult(models.TextChoices):
    NONE = "", _("in play")
    WON = "won", _("won")
    STOPPED = "stopped", _("stopped")
    CLOSED = "closed", _("closed")
    RESTARTED = "restarted", _("restarted")


class Proof(models.TextChoices):
    """What is known of a deal: nothing was asked, proved winnable, or asked for in vain."""

    UNCHECKED = "", _("not checked")
    PROVED = "proved", _("proved winnable")
    NOT_FOUND = "unproved", _("no proved deal was to be had")


class Verification(models.TextChoices):
    """What became of an ended run's check: nothing yet, or its outcome."""

    WAITING = "", _("waiting")
    VERIFIED = "verified", _("verified")
    REJECTED = "rejected", _("rejected")


class Run(models.Model):
    """One player's one attempt at one deal.

    The truth is the log (`LogItem`); `seq` and everything after it are a cache of its fold,
    written by `games.writer` alone in the transaction that adds the items. Times ending in
    `_ms` are milliseconds of UTC since 1970, so that both databases compare them as numbers.
    """

    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="runs"
    )
    kind = models.CharField(max_length=6, choices=RunKind.choices)
    event = models.CharField(max_length=16, help_text=_("prefix and rules part, as KL1-3"))
    code = models.CharField(
        max_length=48, blank=True, help_text=_("canonical game code; empty while sealed")
    )
    sealed_code = models.BinaryField(
        default=bytes, blank=True, editable=False, help_text=_("the code, encrypted")
    )
    pool_deal = models.OneToOneField(
        "games.PoolDeal", on_delete=models.PROTECT, null=True, related_name="run"
    )
    proof = models.CharField(
        max_length=8, choices=Proof.choices, default=Proof.UNCHECKED, blank=True
    )
    challenge = models.ForeignKey(
        "games.Challenge", on_delete=models.PROTECT, null=True, related_name="runs"
    )
    race = models.ForeignKey("games.Race", on_delete=models.PROTECT, null=True, related_name="runs")
    ghost = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        related_name="challengers",
        help_text=_("the ended run of the same deal that this one races"),
    )
    closes_ms = models.BigIntegerField(
        null=True, help_text=_("from this instant on nothing is accepted: a challenge, a race")
    )
    submitted = models.BooleanField(
        default=False, help_text=_("a record of a game played elsewhere: its clock is a claim")
    )
    verification = models.CharField(
        max_length=8, choices=Verification.choices, default=Verification.WAITING, blank=True
    )
    verification_index = models.IntegerField(
        null=True, help_text=_("place of the item that was refused")
    )
    verification_code = models.CharField(
        max_length=20, blank=True, help_text=_("stable code of the reason")
    )
    state = models.CharField(max_length=5, choices=RunState.choices, default=RunState.OPEN)
    result = models.CharField(
        max_length=9, choices=RunResult.choices, default=RunResult.NONE, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_ms = models.BigIntegerField(null=True, help_text=_("start of the clock"))
    paused_ms = models.BigIntegerField(null=True, help_text=_("paused since"))
    ended_ms = models.BigIntegerField(null=True)

    seq = models.IntegerField(default=0, help_text=_("items in the log"))
    last_ms = models.BigIntegerField(default=0, help_text=_("clock at the last item"))
    score = models.IntegerField(default=0)
    moves = models.IntegerField(default=0)
    up = models.SmallIntegerField(default=0, help_text=_("cards on the foundations"))
    turned = models.SmallIntegerField(default=0, help_text=_("column cards turned"))
    undos = models.IntegerField(default=0)
    hints = models.SmallIntegerField(default=0)

    class Meta:
        verbose_name = _("run")
        verbose_name_plural = _("runs")
        indexes = [
            models.Index(fields=["player", "state", "-id"], name="run_by_player"),
            models.Index(
                fields=["ended_ms"],
                condition=Q(state="ended", verification=""),
                name="run_unverified",
            ),
            models.Index(fields=["code"], condition=~Q(code=""), name="run_by_code"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "challenge"],
                condition=Q(kind="ranked", challenge__isnull=False),
                name="run_one_attempt",
            ),
            models.CheckConstraint(
                condition=Q(state="open", result="") | (Q(state="ended") & ~Q(result="")),
                name="run_result_when_ended",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.token}"

    @property
    def is_open(self) -> bool:
        return self.state == RunState.OPEN

    @property
    def started_at(self) -> datetime | None:
        return _instant(self.started_ms)

    @property
    def ended_at(self) -> datetime | None:
        return _instant(self.ended_ms)


class LogItem(models.Model):
    """One item of a run's log, at its place. Never changed once written."""

    pk = models.CompositePrimaryKey("run_id", "place")
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="log", db_index=False)
    place = models.IntegerField()
    text = models.CharField(max_length=5)
    at_ms = models.BigIntegerField()
    hint = models.CharField(max_length=5, blank=True, default="")

    class Meta:
        verbose_name = _("log item")
        verbose_name_plural = _("log items")

    def __str__(self) -> str:
        return f"{self.text}@{self.at_ms}"


def _instant(ms: int | None) -> datetime | None:
    return None if ms is None else datetime.fromtimestamp(ms / 1000, UTC)
