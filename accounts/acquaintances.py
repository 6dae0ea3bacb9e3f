"""Who is what to a player, as the page of friends shows it, and who is meant by a name or link."""

from dataclasses import dataclass

from accounts.models import Block, FriendRequest, Invitation, RequestState, User
from accounts.names import name_key
from accounts.people import Viewer, friend_ids


def player_named(name: str) -> User | None:
    """The account of that name, in whatever case; None for a closed one too."""
    accounts = User.objects.filter(is_guest=False, is_active=True, deleted_at__isnull=True)
    return accounts.filter(name_key=name_key(name)).first()


def invitation_named(*, token: str, viewer: Viewer) -> User | None:
    """Whose invitation link this is; None when there is none, or its maker blocks the viewer."""
    invitation = Invitation.objects.filter(token=token, player__is_active=True)
    found = invitation.select_related("player").first()
    if found is None:
        return None
    if isinstance(viewer, User) and _blocks(found.player, viewer):
        return None
    return found.player


@dataclass(frozen=True, slots=True)
class Acquaintances:
    """Everybody on a player's page of friends, each list by name."""

    friends: list[User]
    asking: list[User]
    asked: list[User]
    blocked: list[User]
    invitation: str


def acquaintances_of(user: User) -> Acquaintances:
    """Who is what to the player; ``invitation`` is the token of the player's link, or "".

    A request that was declined still stands among the asked; one from a blocked player is shown
    to nobody but the one who asks.
    """
    blocked = set(Block.objects.filter(blocker=user).values_list("blocked_id", flat=True))
    invitation = Invitation.objects.filter(player=user).first()
    return Acquaintances(
        friends=_by_name(friend_ids(user)),
        asking=_by_name(asking_ids(user) - blocked),
        asked=_by_name(_asked_ids(user)),
        blocked=_by_name(blocked),
        invitation=invitation.token if invitation else "",
    )


def asking_ids(user: User) -> set[int]:
    """Who waits for the player's answer, blocked ones too."""
    asking = FriendRequest.objects.filter(asked=user, state=RequestState.OPEN)
    return set(asking.values_list("asker_id", flat=True))


def _asked_ids(user: User) -> set[int]:
    asked = FriendRequest.objects.filter(asker=user).exclude(state=RequestState.DROPPED)
    return set(asked.values_list("asked_id", flat=True))


def _by_name(ids: set[int]) -> list[User]:
    players = User.objects.filter(pk__in=ids) if ids else []
    return sorted(players, key=lambda player: player.display_name.casefold())


def _blocks(blocker: User, other: User) -> bool:
    return Block.objects.filter(blocker=blocker, blocked=other).exists()
