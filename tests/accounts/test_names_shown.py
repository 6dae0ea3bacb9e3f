"""Under which name a player stands on boards and pages, for whom, and whose page opens."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Block, Friendship, User
from accounts.selectors import PublicName, friend_ids, profile_visible, public_names

MakePlayer = Callable[..., User]


def befriend(one: User, other: User) -> None:
    low, high = sorted((one, other), key=lambda player: player.pk)
    Friendship.objects.create(low=low, high=high, created_at=timezone.now())


def block(blocker: User, blocked: User) -> None:
    Block.objects.create(blocker=blocker, blocked=blocked, created_at=timezone.now())


def seen(player: User, viewer: Any) -> tuple[str, bool]:
    """The name, and whether the page opens; the link and the page's own question agree."""
    shown = public_names([player.pk], viewer)[player.pk]
    assert shown.url in {None, f"/players/{player.pk}/"}
    assert (shown.url is not None) == profile_visible(player=player, viewer=viewer)
    return shown.name, shown.url is not None


@pytest.fixture
def friend(make_player: MakePlayer, player: User) -> User:
    friend = make_player("Ragnhild")
    befriend(friend, player)
    return friend


@pytest.fixture
def stranger(make_player: MakePlayer) -> User:
    return make_player("Sunniva")


def test_everyone_sees_a_player_who_hides_nothing(
    player: User, friend: User, stranger: User
) -> None:
    for viewer in (
        player,
        friend,
        stranger,
        AnonymousUser(),
        None,
        User.objects.create(tag="2222"),
    ):
        assert seen(player, viewer) == ("Solveig", True)


@pytest.mark.parametrize(
    ("settings", "to_self", "to_friend", "to_stranger"),
    [
        ({"profile_for": "friends"}, ("Solveig", True), ("Solveig", True), ("Solveig", False)),
        ({"profile_for": "nobody"}, ("Solveig", True), ("Solveig", False), ("Solveig", False)),
        (
            {"hide_from_boards": True},
            ("Solveig", True),
            ("Solveig", True),
            ("Hidden player", False),
        ),
        (
            {"hide_from_boards": True, "profile_for": "nobody"},
            ("Solveig", True),
            ("Solveig", False),
            ("Hidden player", False),
        ),
        ({"profile_for": "gone"}, ("Solveig", True), ("Solveig", True), ("Solveig", True)),
    ],
)
def test_who_sees_what(
    player: User,
    friend: User,
    stranger: User,
    settings: dict[str, Any],
    to_self: tuple[str, bool],
    to_friend: tuple[str, bool],
    to_stranger: tuple[str, bool],
) -> None:
    player.settings = settings
    player.save()
    assert seen(player, player) == to_self
    assert seen(player, friend) == to_friend
    assert seen(player, stranger) == to_stranger
    assert seen(player, AnonymousUser()) == to_stranger


def test_a_blocked_player_is_no_name_to_the_blocker(player: User, stranger: User) -> None:
    block(player, stranger)
    assert seen(stranger, player) == ("Blocked player", False)
    assert seen(player, stranger) == ("Solveig", False), "as if the page were for friends"
    assert seen(stranger, AnonymousUser()) == ("Sunniva", True)


def test_guests_banned_and_deleted_have_no_page(player: User, stranger: User) -> None:
    guest = User.objects.create(tag="4F7K")
    assert seen(guest, player) == ("Guest 4F7K", False)
    assert seen(guest, guest) == ("Guest 4F7K", True)
    stranger.is_active = False
    stranger.save()
    assert seen(stranger, player) == ("Sunniva", False)
    left = User.objects.create(is_guest=False, is_active=False, deleted_at=timezone.now())
    assert seen(left, player) == ("Deleted player", False)
    assert public_names([10**9], player) == {10**9: PublicName("Deleted player")}


def test_many_names_take_three_queries(
    player: User,
    friend: User,
    make_player: MakePlayer,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    ids = [player.pk, friend.pk, *(make_player(f"Player{letter}s").pk for letter in "abcdefgh")]
    with django_assert_num_queries(3):
        assert len(public_names(ids, player)) == 10
    with django_assert_num_queries(1):
        assert len(public_names(ids, AnonymousUser())) == 10
    assert public_names([], player) == {}


def test_friend_ids(player: User, friend: User, stranger: User) -> None:
    befriend(stranger, player)
    assert friend_ids(player) == {friend.pk, stranger.pk}
    assert friend_ids(friend) == {player.pk}
    assert friend_ids(AnonymousUser()) == set()
    assert friend_ids(User.objects.create(tag="2222")) == set()
