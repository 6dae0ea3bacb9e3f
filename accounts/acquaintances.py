"""Who is what to a player, as the page of friends shows it, and who is meant by a name or link."""

from dataclasses import dataclass

from accounts.models import Block, FriendRequest, Invitation, RequestState, User
from accounts.names import name_key
from accounts.people import Viewer, account_of, friend_ids, public_names


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
class Person:
    """One of them; ``url`` is None where the profile is not the viewer's to see."""

    id: int
    name: str
    url: str | None


@dataclass(frozen=True, slots=True)
class Acquaintances:
    """Everybody on a player's page of friends, each list by name."""

    friends: list[Person]
    asking: list[Person]
    asked: list[Person]
    blocked: list[Person]
    invitation: str


def acquaintances_of(user: User) -> Acquaintances:
    """Who is what to the player; ``invitation`` is the token of the player's link, or "".

    A request that was declined still stands among the asked; one from a blocked player is shown
    to nobody but the one who asks.
    """
    invitation = Invitation.objects.filter(player=user).first()
    return Acquaintances(
        friends=_people(friend_ids(user), user),
        asking=_people(asking_ids(user), user),
        asked=_people(_asked_ids(user), user),
        blocked=_people(_blocked_ids(user), user),
        invitation=invitation.token if invitation else "",
    )


def asking_ids(user: User) -> set[int]:
    """Who waits for the player's answer. One query: every page of an account asks."""
    asking = FriendRequest.objects.filter(asked=user, state=RequestState.OPEN)
    blocked = Block.objects.filter(blocker=user).values("blocked")
    return set(asking.exclude(asker__in=blocked).values_list("asker_id", flat=True))


def _asked_ids(user: User) -> set[int]:
    asked = FriendRequest.objects.filter(asker=user).exclude(state=RequestState.DROPPED)
    return set(asked.values_list("asked_id", flat=True))


def _blocked_ids(user: User) -> set[int]:
    return set(Block.objects.filter(blocker=user).values_list("blocked_id", flat=True))


def _people(ids: set[int], viewer: User) -> list[Person]:
    """By the names they gave themselves: whom one knows by name stays recognisable here."""
    if not ids:
        return []
    urls = public_names(ids, viewer)
    players = User.objects.filter(pk__in=ids)
    people = [Person(player.pk, player.display_name, urls[player.pk].url) for player in players]
    return sorted(people, key=lambda person: person.name.casefold())


def _blocks(blocker: User, other: User) -> bool:
    return Block.objects.filter(blocker=blocker, blocked=other).exists()


def relation_of(viewer: Viewer, player_id: int) -> str:
    """What the player is to the viewer: self, friend, asking, asked, blocked or none.

    "stranger" when the viewer is none to have friends: a guest, or nobody signed in.
    """
    if isinstance(viewer, User) and viewer.pk == player_id:
        return "self"
    if (account := account_of(viewer)) is None:
        return "stranger"
    if player_id in _blocked_ids(account):
        return "blocked"
    if player_id in friend_ids(account):
        return "friend"
    if player_id in asking_ids(account):
        return "asking"
    return "asked" if player_id in _asked_ids(account) else "none"
