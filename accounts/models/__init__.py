"""Players, and what they are to each other."""

from accounts.models.friends import (
    Block,
    FriendRequest,
    Friendship,
    Invitation,
    RequestState,
    new_token,
)
from accounts.models.reminders import Reminder
from accounts.models.reports import REASON_LENGTH, NameReport, RefusedName, ReportState
from accounts.models.user import User, UserManager, user_display
from accounts.models.zones import ZoneChange

__all__ = [
    "REASON_LENGTH",
    "Block",
    "FriendRequest",
    "Friendship",
    "Invitation",
    "NameReport",
    "RefusedName",
    "Reminder",
    "ReportState",
    "RequestState",
    "User",
    "UserManager",
    "ZoneChange",
    "new_token",
    "user_display",
]
