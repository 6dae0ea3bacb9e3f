"""Asking to be friends, answering, parting, keeping somebody away.

Every function locks the rows of both players, the lower id first, to the end of its transaction:
two who ask each other in the same instant are friends once.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts.errors import FriendError
from accounts.models import Block, FriendRequest, Friendship, RequestState, User
from accounts.people import friendships_of

MAX_FRIENDS = 500
MAX_ASKED = 50
# Who was declined is not heard again for so long, however often they ask.
REST = timedelta(days=30)


def friend_ask(*, asker: User, asked_id: int, now: datetime) -> bool:
    """True when they are friends now, because the other had asked before.

    FriendError "guest", "unknown", "self", "friends", "blocking", "asked_many", "friends_many".
    One who blocks the asker, or has declined not long ago, gets to see nothing of it, and the
    asker does not learn that.
    """
    if asker.pk == asked_id:
        raise FriendError("self")
    with _pair(asker.pk, asked_id):
        _refuse_known(asker, asked_id)
        wished = FriendRequest.objects.filter(asker=asked_id, asked=asker)
        if wished.exclude(state=RequestState.DROPPED).exists():
            _befriend(asker.pk, asked_id, now)
            return True
        _ask(asker, asked_id, now)
        return False


def friend_accept(*, player: User, asker_id: int, now: datetime) -> None:
    """FriendError "gone" when there is no such request any more, "friends_many" when full."""
    with _pair(player.pk, asker_id):
        kept_away = Block.objects.filter(blocker=player, blocked=asker_id)
        if kept_away.exists() or not _open(asker_id, player.pk).exists():
            raise FriendError("gone")
        _befriend(player.pk, asker_id, now)


def friend_decline(*, player: User, asker_id: int, now: datetime) -> None:
    """The asker is not told. Nothing happens when there is no such request any more."""
    with _pair(player.pk, asker_id):
        _open(asker_id, player.pk).update(state=RequestState.DECLINED, declined_at=now)


def friend_take_back(*, asker: User, asked_id: int) -> None:
    """Takes the request back. That it was declined is remembered all the same."""
    with _pair(asker.pk, asked_id):
        own = FriendRequest.objects.filter(asker=asker, asked=asked_id)
        own.filter(state=RequestState.OPEN).delete()
        own.filter(state=RequestState.DECLINED).update(state=RequestState.DROPPED)


def friend_remove(*, player: User, friend_id: int) -> bool:
    """Ends a friendship for both; the other is not told. False when there was none."""
    with _pair(player.pk, friend_id):
        return bool(_friendship(player.pk, friend_id).delete()[0])


def player_block(*, player: User, other_id: int, now: datetime) -> None:
    """Keeps the other away: no friendship, no request is left. FriendError "unknown", "self"."""
    if player.pk == other_id:
        raise FriendError("self")
    with _pair(player.pk, other_id, guests=True):
        _friendship(player.pk, other_id).delete()
        _requests_end(player.pk, other_id)
        Block.objects.get_or_create(
            blocker=player, blocked_id=other_id, defaults={"created_at": now}
        )


def player_unblock(*, player: User, other_id: int) -> None:
    """What the other asked for meanwhile is forgotten, so that nothing old turns up."""
    with _pair(player.pk, other_id, guests=True):
        if Block.objects.filter(blocker=player, blocked=other_id).delete()[0]:
            FriendRequest.objects.filter(asker=other_id, asked=player).delete()


def friends_make(*, player: User, inviter_id: int, now: datetime) -> None:
    """Friends at once, as an invitation says. FriendError as for asking; "gone" for one whom
    the inviter blocks."""
    if player.pk == inviter_id:
        raise FriendError("self")
    with _pair(player.pk, inviter_id):
        _refuse_known(player, inviter_id)
        if Block.objects.filter(blocker=inviter_id, blocked=player).exists():
            raise FriendError("gone")
        _befriend(player.pk, inviter_id, now)


@contextmanager
def _pair(player_id: int, other_id: int, *, guests: bool = False) -> Iterator[None]:
    """A transaction that holds both players' rows. FriendError "guest" when the first is one,
    "unknown" when the other is gone, closed, or a guest where no guest can be meant."""
    with transaction.atomic():
        rows = User.objects.select_for_update(no_key=True).filter(pk__in={player_id, other_id})
        locked = {row.pk: row for row in rows.order_by("pk")}
        player, other = locked.get(player_id), locked.get(other_id)
        if player is None or player.is_guest:
            raise FriendError("guest")
        if other is None or other.deleted_at is not None or (other.is_guest and not guests):
            raise FriendError("unknown")
        yield


def _refuse_known(player: User, other_id: int) -> None:
    """FriendError "friends" or "blocking": what already is between the two."""
    if _friendship(player.pk, other_id).exists():
        raise FriendError("friends")
    if Block.objects.filter(blocker=player, blocked=other_id).exists():
        raise FriendError("blocking")


def _ask(asker: User, asked_id: int, now: datetime) -> None:
    row = FriendRequest.objects.filter(asker=asker, asked=asked_id).first()
    if row is None:
        waiting = FriendRequest.objects.filter(asker=asker).exclude(state=RequestState.DROPPED)
        if waiting.count() >= MAX_ASKED:
            raise FriendError("asked_many")
        FriendRequest.objects.create(asker=asker, asked_id=asked_id, asked_at=now)
        return
    if row.state == RequestState.OPEN:
        return
    rested = row.declined_at is None or row.declined_at <= now - REST
    row.state = RequestState.OPEN if rested else RequestState.DECLINED
    row.asked_at = now
    row.save(update_fields=["state", "asked_at"])


def _befriend(one: int, other: int, now: datetime) -> None:
    for pk in (one, other):
        if friendships_of(pk).count() >= MAX_FRIENDS:
            raise FriendError("friends_many")
    _requests_end(one, other)
    low, high = sorted((one, other))
    Friendship.objects.create(low_id=low, high_id=high, created_at=now)


def _friendship(one: int, other: int) -> QuerySet[Friendship]:
    low, high = sorted((one, other))
    return Friendship.objects.filter(low=low, high=high)


def _open(asker_id: int, asked_id: int) -> QuerySet[FriendRequest]:
    return FriendRequest.objects.filter(asker=asker_id, asked=asked_id, state=RequestState.OPEN)


def _requests_end(one: int, other: int) -> None:
    for asker, asked in ((one, other), (other, one)):
        FriendRequest.objects.filter(asker=asker, asked=asked).delete()
