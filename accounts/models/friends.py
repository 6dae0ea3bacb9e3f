"""Friends, those who ask to be, the links that make them, and people kept away."""

import secrets
import string

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

TOKEN_LETTERS = string.digits + string.ascii_letters
TOKEN_LENGTH = 22


def new_token() -> str:
    """22 characters of 62: 130 bits, so that an address cannot be guessed."""
    return "".join(secrets.choice(TOKEN_LETTERS) for _ in range(TOKEN_LENGTH))


class Friendship(models.Model):
    """Two accounts that agreed to be friends: one row a pair, the lower id first."""

    low = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    high = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        constraints = [
            models.UniqueConstraint(fields=["low", "high"], name="friendship_once"),
            models.CheckConstraint(name="friendship_ordered", condition=Q(low__lt=F("high"))),
        ]

    def __str__(self) -> str:
        return f"{self.low_id}–{self.high_id}"


class RequestState(models.TextChoices):
    OPEN = "open", _("open")
    DECLINED = "declined", _("declined")
    DROPPED = "dropped", _("declined, then taken back")


class FriendRequest(models.Model):
    """One asks, the other has not said yes.

    A declined one stays, so that asking over and over reaches nobody; the asker sees it as
    open. One from a person the asked has blocked is kept and shown to the asker alone.
    """

    asker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=8, choices=RequestState, default=RequestState.OPEN)
    asked_at = models.DateTimeField(_("asked"))
    declined_at = models.DateTimeField(_("declined"), null=True, blank=True)

    class Meta:
        verbose_name = _("friend request")
        verbose_name_plural = _("friend requests")
        constraints = [
            models.UniqueConstraint(fields=["asker", "asked"], name="friend_request_once"),
            models.CheckConstraint(name="friend_request_of_two", condition=~Q(asker=F("asked"))),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id}→{self.asked_id}"


class Block(models.Model):
    """The blocker wants nothing to do with the blocked, who is not told."""

    blocker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    created_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="block_once"),
            models.CheckConstraint(name="block_of_two", condition=~Q(blocker=F("blocked"))),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id}⊘{self.blocked_id}"


class Invitation(models.Model):
    """A player's link: whoever has an account and opens it may become a friend at once."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token)
    created_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("invitation link")
        verbose_name_plural = _("invitation links")

    def __str__(self) -> str:
        return f"invitation of {self.player_id}"
