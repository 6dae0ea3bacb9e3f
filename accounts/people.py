"""What players are to each other, and what one may see of another: every name passes here."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Block, Friendship, User
from accounts.settings import settings_read

Viewer = User | AnonymousUser | None


@dataclass(frozen=True, slots=True)
class PublicName:
    """A player as the viewer may know them; no ``url`` where the profile is not theirs to see.

    ``is_hidden``: the name stands for another that the viewer is not to see.
    """

    name: str
    url: str | None = None
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class _Eyes:
    """One viewer, with those of some players who are friends or on either end of a block."""

    viewer_id: int | None
    friends: frozenset[int] = frozenset()
    blocked: frozenset[int] = frozenset()
    blocked_by: frozenset[int] = frozenset()

    def sees_profile(self, player: User) -> bool:
        if player.pk == self.viewer_id:
            return True
        nobody = player.is_guest or not player.is_active or player.deleted_at is not None
        if nobody or player.pk in self.blocked or player.pk in self.blocked_by:
            return False
        chosen = settings_read(player.settings)
        if player.pk in self.friends:
            return bool(chosen["profile_for"] != "nobody")
        return bool(chosen["profile_for"] == "everyone" and not chosen["hide_from_boards"])

    def name(self, player: User) -> str:
        if player.pk == self.viewer_id or player.deleted_at is not None:
            return player.display_name
        if player.pk in self.blocked:
            return gettext("Blocked player")
        hidden = settings_read(player.settings)["hide_from_boards"]
        if hidden and player.pk not in self.friends:
            return gettext("Hidden player")
        return player.display_name


def player_of(viewer: object) -> User | None:
    """The viewer when they are a player, guests too: None for nobody signed in."""
    return viewer if isinstance(viewer, User) else None


def account_of(viewer: Viewer) -> User | None:
    """The viewer when they have an account: None for a guest, and for nobody signed in."""
    return viewer if isinstance(viewer, User) and not viewer.is_guest else None


def friend_ids(user: Viewer) -> set[int]:
    """The players who are this one's friends; nobody is a guest's or a stranger's."""
    if (own := account_of(user)) is None:
        return set()
    return _others(own, friendships_of(own.pk).values_list("low_id", "high_id"))


def parted_ids(user: User) -> set[int]:
    """The players on either end of a block with this one: the two are never brought together."""
    return _others(user, blocks_about(user.pk).values_list("blocker_id", "blocked_id"))


def friendships_of(player_id: int) -> QuerySet[Friendship]:
    return Friendship.objects.filter(Q(low=player_id) | Q(high=player_id))


def blocks_about(player_id: int) -> QuerySet[Block]:
    """Those by the player and those against the player."""
    return Block.objects.filter(Q(blocker=player_id) | Q(blocked=player_id))


def _others(player: User, pairs: Iterable[tuple[int, int]]) -> set[int]:
    """Who stands beside the player in the pairs."""
    return {pk for pair in pairs for pk in pair} - {player.pk}


def public_names(ids: Iterable[int], viewer: Viewer) -> dict[int, PublicName]:
    """Every player asked for, by id, as boards and pages may show them to the viewer.

    Three queries at most, whatever the number. One who hides from boards has a name for
    friends alone; a blocked player has none for the blocker; who blocked the viewer looks
    like somebody whose profile is for friends. A player whose row is gone is a deleted one.
    """
    wanted = set(ids)
    eyes = _eyes_of(viewer, wanted)
    players = User.objects.filter(pk__in=wanted).only(
        "name", "tag", "is_guest", "is_active", "deleted_at", "settings"
    )
    found = {player.pk: _public_name(player, eyes) for player in players}
    return {pk: found.get(pk) or PublicName(gettext("Deleted player")) for pk in wanted}


def profile_visible(*, player: User, viewer: Viewer) -> bool:
    """Whether the viewer may open the player's own page. Others get what an unknown one gets."""
    return _eyes_of(viewer, {player.pk}).sees_profile(player)


def _public_name(player: User, eyes: _Eyes) -> PublicName:
    url = reverse("player", args=[player.pk]) if eyes.sees_profile(player) else None
    name = eyes.name(player)
    return PublicName(name, url, is_hidden=name != player.display_name)


def _eyes_of(viewer: Viewer, wanted: set[int]) -> _Eyes:
    if not isinstance(viewer, User) or viewer.pk is None:
        return _Eyes(None)
    if viewer.is_guest or not wanted:
        return _Eyes(viewer.pk)
    friendships = Friendship.objects.filter(
        Q(low=viewer, high__in=wanted) | Q(high=viewer, low__in=wanted)
    )
    blocks = Block.objects.filter(
        Q(blocker=viewer, blocked__in=wanted) | Q(blocked=viewer, blocker__in=wanted)
    ).values_list("blocker_id", "blocked_id")
    return _Eyes(
        viewer.pk,
        friends=frozenset(_others(viewer, friendships.values_list("low_id", "high_id"))),
        blocked=frozenset(blocked for _, blocked in blocks) - {viewer.pk},
        blocked_by=frozenset(blocker for blocker, _ in blocks) - {viewer.pk},
    )
