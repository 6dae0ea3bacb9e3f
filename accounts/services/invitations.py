"""A player's invitation link: whoever opens it with an account may become a friend at once."""

from datetime import datetime

from accounts.acquaintances import invitation_named
from accounts.errors import FriendError
from accounts.models import Invitation, User, new_token
from accounts.services.friends import friends_make


def invitation_renew(*, player: User, now: datetime) -> Invitation:
    """Makes the player's link, or another in its place: the former one opens nothing any more.

    FriendError "guest".
    """
    if player.is_guest:
        raise FriendError("guest")
    fresh = {"token": new_token(), "created_at": now}
    invitation, _ = Invitation.objects.update_or_create(player=player, defaults=fresh)
    return invitation


def invitation_end(*, player: User) -> None:
    """No link any more. Friends stay."""
    Invitation.objects.filter(player=player).delete()


def invitation_accept(*, player: User, token: str, now: datetime) -> User:
    """Friends with the one who made the link, who is returned.

    FriendError "gone" for a link that is unknown, renewed, or by somebody who blocks the player;
    otherwise as in ``friends_make``.
    """
    inviter = invitation_named(token=token, viewer=player)
    if inviter is None:
        raise FriendError("gone")
    friends_make(player=player, inviter_id=inviter.pk, now=now)
    return inviter
