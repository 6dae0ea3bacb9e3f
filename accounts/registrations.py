"""What this app itself keeps about a player: for export, leaving, and guests who sign in."""

from typing import Any

from django.db.models import Q

from accounts.acquaintances import acquaintances_of
from accounts.models import (
    Block,
    FriendRequest,
    Invitation,
    NameReport,
    Reminder,
    ReportState,
    User,
)
from accounts.people import blocks_about, friendships_of
from accounts.registry import register_eraser, register_exporter, register_merger
from accounts.selectors import account_export


def register() -> None:
    register_exporter("account", account_export)
    register_exporter("friends", friends_export)
    register_eraser("friends", friends_erase)
    register_merger("friends", friends_merge)


def friends_export(user: User) -> dict[str, Any]:
    """Names, not ids; whether a request was declined is the other one's to know."""
    found = acquaintances_of(user)
    reminder = Reminder.objects.filter(player=user).values("is_on", "last_day").first()
    reports = NameReport.objects.filter(reporter=user).order_by("pk")
    return {
        "friends": [person.name for person in found.friends],
        "asking": [person.name for person in found.asking],
        "asked": [person.name for person in found.asked],
        "blocked": [person.name for person in found.blocked],
        "invitation": found.invitation,
        "reminder": reminder,
        "reported_names": list(reports.values("name", "reason", "state", "created_at")),
    }


def friends_erase(user: User) -> None:
    """Nothing points at the player any more; reports they made stay without them."""
    friendships_of(user.pk).delete()
    FriendRequest.objects.filter(Q(asker=user) | Q(asked=user)).delete()
    blocks_about(user.pk).delete()
    Invitation.objects.filter(player=user).delete()
    Reminder.objects.filter(player=user).delete()
    NameReport.objects.filter(player=user).delete()
    NameReport.objects.filter(reporter=user).update(reporter=None)


def friends_merge(guest: User, account: User) -> None:
    """Guests have no friends, but may be blocked and may have reported a name."""
    for block in Block.objects.filter(blocked=guest).exclude(blocker=account):
        Block.objects.get_or_create(
            blocker=block.blocker,
            blocked=account,
            defaults={"created_at": block.created_at},
        )
    known = NameReport.objects.filter(reporter=account, state=ReportState.OPEN).values("player")
    reports = NameReport.objects.filter(reporter=guest).exclude(
        state=ReportState.OPEN, player__in=known
    )
    reports.exclude(player=account).update(reporter=account)
