"""Two players in the same instant: friends once, and never against a block."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from accounts.errors import FriendError
from accounts.models import Block, FriendRequest, Friendship, Invitation, User
from accounts.services.friends import friend_accept, friend_ask, player_block
from accounts.services.invitations import invitation_accept, invitation_renew
from tests.accounts.test_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)
MakePlayer = Callable[..., User]


@pytest.fixture
def pair(make_player: MakePlayer) -> tuple[User, User]:
    return make_player("Solveig"), make_player("Ragnhild")


def told(call: Callable[[], Any]) -> Callable[[], Any]:
    """The call with its refusal as a result."""

    def run() -> Any:
        try:
            return call()
        except FriendError as error:
            return error.code

    return run


def asks(asker: User, asked: User) -> Callable[[], Any]:
    return told(lambda: friend_ask(asker=asker, asked_id=asked.pk, now=timezone.now()))


@pytest.mark.main_path
def test_two_who_ask_each_other_are_friends_once(pair: tuple[User, User]) -> None:
    one, two = pair
    results = at_once(*[asks(one, two), asks(two, one)] * 4)
    assert results.count(True) == 1, results
    assert set(results) <= {True, False, "friends"}
    assert Friendship.objects.count() == 1
    assert not FriendRequest.objects.exists()


def test_one_who_asks_from_many_tabs_asks_once(pair: tuple[User, User]) -> None:
    one, two = pair
    assert at_once(*[asks(one, two)] * 6) == [False] * 6
    assert FriendRequest.objects.count() == 1


def test_every_way_to_become_friends_at_once(pair: tuple[User, User]) -> None:
    one, two = pair
    now = timezone.now()
    links = [invitation_renew(player=player, now=now).token for player in pair]
    friend_ask(asker=one, asked_id=two.pk, now=now)
    results = at_once(
        told(lambda: friend_accept(player=two, asker_id=one.pk, now=now)),
        told(lambda: invitation_accept(player=two, token=links[0], now=now)),
        told(lambda: invitation_accept(player=one, token=links[1], now=now)),
        asks(two, one),
    )
    refusals = [result for result in results if isinstance(result, str)]
    assert len(refusals) == 3, results
    assert set(refusals) <= {"friends", "gone"}
    assert Friendship.objects.count() == 1


def test_a_block_wins_over_whatever_comes_with_it(pair: tuple[User, User]) -> None:
    one, two = pair
    now = timezone.now()
    friend_ask(asker=one, asked_id=two.pk, now=now)
    at_once(
        told(lambda: player_block(player=two, other_id=one.pk, now=now)),
        told(lambda: friend_accept(player=two, asker_id=one.pk, now=now)),
        asks(two, one),
        asks(one, two),
    )
    assert Block.objects.count() == 1
    assert not Friendship.objects.exists()


def test_a_link_renewed_many_times_at_once_is_one_link(pair: tuple[User, User]) -> None:
    one, _ = pair
    tokens = at_once(*[lambda: invitation_renew(player=one, now=timezone.now()).token] * 4)
    assert Invitation.objects.get().token in tokens
