"""Asking, answering, parting, blocking: the rules, without a page."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.acquaintances import Person, acquaintances_of, invitation_named
from accounts.errors import FriendError
from accounts.models import Block, FriendRequest, Friendship, Invitation, Reminder, User
from accounts.registrations import friends_export
from accounts.selectors import friend_ids
from accounts.services import friends
from accounts.services.deletion import GRACE, deletion_request, deletions_execute
from accounts.services.friends import (
    REST,
    friend_accept,
    friend_ask,
    friend_decline,
    friend_remove,
    friend_take_back,
    player_block,
    player_unblock,
)
from accounts.services.invitations import invitation_accept, invitation_end, invitation_renew
from accounts.services.merging import guest_merge

MakePlayer = Callable[..., User]
NOW = timezone.now()


@pytest.fixture
def other(make_player: MakePlayer) -> User:
    return make_player("Ragnhild")


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create(tag="4F7K")


def ask(asker: User, asked: User, *, days: int = 0) -> bool:
    return friend_ask(asker=asker, asked_id=asked.pk, now=NOW + timedelta(days=days))


def befriend(one: User, two: User) -> None:
    ask(one, two)
    assert ask(two, one)


def refused(call: Callable[[], Any]) -> str:
    with pytest.raises(FriendError) as caught:
        call()
    return caught.value.code


def names(people: list[Person]) -> list[str]:
    return [person.name for person in people]


def page(user: User) -> tuple[list[str], list[str], list[str], list[str]]:
    found = acquaintances_of(user)
    return (
        names(found.friends),
        names(found.asking),
        names(found.asked),
        names(found.blocked),
    )


def test_asked_and_accepted(player: User, other: User) -> None:
    assert ask(player, other) is False
    assert ask(player, other) is False, "asking twice is asking once"
    assert page(player) == ([], [], ["Ragnhild"], [])
    assert page(other) == ([], ["Solveig"], [], [])
    friend_accept(player=other, asker_id=player.pk, now=NOW)
    assert page(player) == (["Ragnhild"], [], [], [])
    assert page(other) == (["Solveig"], [], [], [])
    assert refused(lambda: ask(player, other)) == "friends"
    assert not FriendRequest.objects.exists()


def test_asking_one_who_has_asked_makes_friends(player: User, other: User) -> None:
    befriend(player, other)
    assert Friendship.objects.count() == 1
    assert friend_ids(player) == {other.pk}


def test_a_request_answered_or_taken_back_is_gone(player: User, other: User) -> None:
    ask(player, other)
    friend_take_back(asker=player, asked_id=other.pk)
    friend_take_back(asker=player, asked_id=other.pk)
    assert refused(lambda: friend_accept(player=other, asker_id=player.pk, now=NOW)) == "gone"
    assert refused(lambda: friend_accept(player=player, asker_id=player.pk, now=NOW)) == "gone"


def test_one_cannot_accept_ones_own_request(player: User, other: User) -> None:
    ask(player, other)
    assert refused(lambda: friend_accept(player=player, asker_id=other.pk, now=NOW)) == "gone"
    assert friend_ids(player) == set()


def test_a_declined_asker_is_not_told_and_not_heard_for_a_month(player: User, other: User) -> None:
    ask(player, other)
    friend_decline(player=other, asker_id=player.pk, now=NOW)
    assert page(player) == ([], [], ["Ragnhild"], [])
    assert page(other) == ([], [], [], [])
    assert ask(player, other, days=1) is False
    friend_take_back(asker=player, asked_id=other.pk)
    assert page(player) == ([], [], [], [])
    assert ask(player, other, days=2) is False
    assert page(player) == ([], [], ["Ragnhild"], [])
    assert page(other) == ([], [], [], [])
    assert ask(player, other, days=REST.days) is False
    assert page(other) == ([], ["Solveig"], [], [])


def test_who_declined_may_ask_and_is_a_friend_at_once(player: User, other: User) -> None:
    ask(player, other)
    friend_decline(player=other, asker_id=player.pk, now=NOW)
    assert ask(other, player) is True
    assert friend_ids(player) == {other.pk}


def test_but_not_when_the_asker_has_given_up(player: User, other: User) -> None:
    ask(player, other)
    friend_decline(player=other, asker_id=player.pk, now=NOW)
    friend_take_back(asker=player, asked_id=other.pk)
    assert ask(other, player) is False
    assert page(player) == ([], ["Ragnhild"], [], [])


def test_removing_ends_it_for_both(player: User, other: User) -> None:
    befriend(player, other)
    assert friend_remove(player=other, friend_id=player.pk)
    assert not friend_remove(player=other, friend_id=player.pk)
    assert page(player) == page(other) == ([], [], [], [])


def test_a_block_ends_everything_and_hides_what_comes(player: User, other: User) -> None:
    befriend(player, other)
    player_block(player=player, other_id=other.pk, now=NOW)
    player_block(player=player, other_id=other.pk, now=NOW)
    assert page(player) == ([], [], [], ["Ragnhild"])
    assert page(other) == ([], [], [], [])
    assert ask(other, player) is False, "the blocked one notices nothing"
    assert page(other) == ([], [], ["Solveig"], [])
    assert page(player) == ([], [], [], ["Ragnhild"])
    assert refused(lambda: ask(player, other)) == "blocking"
    assert refused(lambda: friend_accept(player=player, asker_id=other.pk, now=NOW)) == "gone"
    player_unblock(player=player, other_id=other.pk)
    assert page(player) == ([], [], [], []), "nothing old turns up"
    assert ask(player, other) is False


def test_unblocking_nobody_loses_no_request(player: User, other: User) -> None:
    ask(other, player)
    player_unblock(player=player, other_id=other.pk)
    assert page(player) == ([], ["Ragnhild"], [], [])


def test_whom_one_cannot_ask(player: User, other: User, guest: User) -> None:
    assert refused(lambda: ask(player, player)) == "self"
    assert refused(lambda: ask(player, guest)) == "unknown"
    assert refused(lambda: ask(guest, player)) == "guest"
    assert refused(lambda: ask(player, User(pk=10**9))) == "unknown"
    deletion_request(user=other, now=NOW - GRACE)
    deletions_execute(now=NOW)
    assert refused(lambda: ask(player, other)) == "unknown"


def test_limits(player: User, make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MAX_ASKED", 2)
    monkeypatch.setattr(friends, "MAX_FRIENDS", 1)
    many = [make_player(f"Player{letter}s") for letter in "abc"]
    ask(player, many[0])
    ask(player, many[1])
    assert refused(lambda: ask(player, many[2])) == "asked_many"
    ask(player, many[0])
    friend_accept(player=many[0], asker_id=player.pk, now=NOW)
    late = refused(lambda: friend_accept(player=many[1], asker_id=player.pk, now=NOW))
    assert late == "friends_many"
    assert page(many[1]) == ([], ["Solveig"], [], []), "the request is still there"


def test_an_invitation_makes_friends_in_one_step(player: User, other: User, guest: User) -> None:
    token = invitation_renew(player=player, now=NOW).token
    assert len(token) == 22
    ask(other, player)
    assert invitation_accept(player=other, token=token, now=NOW) == player
    assert page(player) == (["Ragnhild"], [], [], [])
    assert page(other) == (["Solveig"], [], [], [])
    again = refused(lambda: invitation_accept(player=other, token=token, now=NOW))
    assert again == "friends"
    own = refused(lambda: invitation_accept(player=player, token=token, now=NOW))
    assert own == "self"
    as_guest = refused(lambda: invitation_accept(player=guest, token=token, now=NOW))
    assert as_guest == "guest"
    assert refused(lambda: invitation_renew(player=guest, now=NOW)) == "guest"


def test_a_renewed_link_and_an_ended_one_open_nothing(player: User, other: User) -> None:
    old = invitation_renew(player=player, now=NOW).token
    new = invitation_renew(player=player, now=NOW).token
    assert old != new
    assert invitation_named(token=old, viewer=None) is None
    assert invitation_named(token=new, viewer=None) == player
    assert refused(lambda: invitation_accept(player=other, token=old, now=NOW)) == "gone"
    invitation_end(player=player)
    assert refused(lambda: invitation_accept(player=other, token=new, now=NOW)) == "gone"


def test_a_link_does_not_lead_past_a_block(player: User, other: User) -> None:
    token = invitation_renew(player=player, now=NOW).token
    player_block(player=other, other_id=player.pk, now=NOW)
    assert refused(lambda: invitation_accept(player=other, token=token, now=NOW)) == "blocking"
    player_unblock(player=other, other_id=player.pk)
    player_block(player=player, other_id=other.pk, now=NOW)
    assert refused(lambda: invitation_accept(player=other, token=token, now=NOW)) == "gone"


def test_leaving_takes_everything_along(player: User, other: User, make_player: MakePlayer) -> None:
    befriend(player, other)
    ask(make_player("Sunniva"), player)
    player_block(player=player, other_id=make_player("Ingrid").pk, now=NOW)
    invitation_renew(player=player, now=NOW)
    Reminder.objects.create(player=player)
    deletion_request(user=player, now=NOW - GRACE)
    deletions_execute(now=NOW)
    for model in (Friendship, FriendRequest, Block, Invitation, Reminder):
        assert not model.objects.exists(), model
    assert friend_ids(other) == set()


def test_a_row_that_stays_after_leaving_is_nobodys_friend(player: User, other: User) -> None:
    from accounts import registry

    befriend(player, other)
    registry.register_keeper("test", lambda ids: set(ids))
    deletion_request(user=player, now=NOW - GRACE)
    try:
        deletions_execute(now=NOW)
    finally:
        registry.keepers.unregister("test")
    assert User.objects.filter(pk=player.pk).exists()
    assert friend_ids(other) == set()


def test_the_export_names_everybody(player: User, other: User, make_player: MakePlayer) -> None:
    befriend(player, other)
    declining, asking = make_player("Sunniva"), make_player("Ingrid")
    ask(player, declining)
    friend_decline(player=declining, asker_id=player.pk, now=NOW)
    ask(asking, player)
    player_block(player=player, other_id=make_player("Gudrun").pk, now=NOW)
    found = friends_export(player)
    assert found["friends"] == ["Ragnhild"]
    assert found["asked"] == ["Sunniva"]
    assert found["asking"] == ["Ingrid"]
    assert found["blocked"] == ["Gudrun"]
    assert (found["invitation"], found["reminder"], found["reported_names"]) == ("", None, [])


def test_a_blocked_guest_stays_blocked_as_an_account(
    player: User, other: User, guest: User
) -> None:
    player_block(player=player, other_id=guest.pk, now=NOW)
    player_block(player=other, other_id=guest.pk, now=NOW)
    guest_merge(guest=guest, account=other)
    assert list(Block.objects.values_list("blocker", "blocked")) == [(player.pk, other.pk)]
