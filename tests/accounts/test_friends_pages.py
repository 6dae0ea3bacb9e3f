"""The page of friends, its buttons, and the page behind an invitation link."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Block, FriendRequest, Friendship, Invitation, User
from accounts.selectors import friend_ids
from tests.accounts.conftest import sign_in, user_of
from tests.accounts.test_pages import check

Guest = Callable[[], tuple[Client, User]]
MakePlayer = Callable[..., User]
FRIENDS = "/accounts/friends/"


@pytest.fixture
def other(make_player: MakePlayer) -> User:
    return make_player("Ragnhild")


@pytest.fixture
def ours(client: Client, player: User) -> Client:
    sign_in(client, "Solveig")
    return client


@pytest.fixture
def theirs(other: User) -> Client:
    client = Client()
    sign_in(client, "Ragnhild")
    return client


def text(answer: Any) -> str:
    return str(answer.content.decode())


def press(client: Client, player: User, action: str, **more: str) -> Any:
    return client.post(f"{FRIENDS}{player.pk}/{action}/", more, follow=True)


def test_ask_by_name_in_whatever_case_accept_and_part(
    ours: Client, theirs: Client, player: User, other: User
) -> None:
    answer = ours.post(f"{FRIENDS}ask/", {"name": " RAGNHILD "}, follow=True)
    assert "You are friends as soon as the answer is yes." in text(answer)
    check(text(answer))
    page = theirs.get(FRIENDS)
    assert "Waiting for your answer" in text(page)
    check(text(page))
    assert "Solveig and you are friends now." in text(press(theirs, player, "accept"))
    page = text(ours.get(FRIENDS))
    check(page)
    assert f'href="/players/{other.pk}/"' in page
    assert "no longer friends" in text(press(ours, other, "remove"))
    assert friend_ids(player) == set()


def test_every_page_tells_that_somebody_asks(
    ours: Client, theirs: Client, player: User, other: User
) -> None:
    assert "menu-dot" not in text(theirs.get("/settings/"))
    ours.post(f"{FRIENDS}ask/", {"name": "Ragnhild"})
    page = text(theirs.get("/settings/"))
    assert "menu-dot" in page
    assert "1 asks" in page
    press(theirs, player, "decline")
    assert "menu-dot" not in text(theirs.get("/settings/"))


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("Nobody here", "No player has this name."),
        ("Solveig", "That is you."),
        ("", "This field is required."),
    ],
)
def test_a_refusal_stands_at_the_field(ours: Client, typed: str, says: str) -> None:
    answer = ours.post(f"{FRIENDS}ask/", {"name": typed})
    assert answer.status_code == 422
    assert says in text(answer)
    assert 'aria-invalid="true"' in text(answer)
    check(text(answer))


def test_block_by_name_and_lift_it(ours: Client, player: User, other: User) -> None:
    answer = ours.post(f"{FRIENDS}ask/", {"name": "Ragnhild", "block": "1"}, follow=True)
    assert "Lift the block" in text(answer)
    check(text(answer))
    assert Block.objects.filter(blocker=player, blocked=other).exists()
    press(ours, other, "unblock")
    assert not Block.objects.exists()


def test_guests_and_strangers_are_told_why_not(make_guest: Guest, other: User) -> None:
    guest, _ = make_guest()
    for client in (Client(), guest):
        page = client.get(FRIENDS)
        assert page.status_code == 200
        assert "Friends need an account" in text(page)
        assert "/accounts/signup/?next=/accounts/friends/" in text(page)
        check(text(page))
        for address in ("ask/", "link/", f"{other.pk}/ask/", f"{other.pk}/block/"):
            answer = client.post(f"{FRIENDS}{address}", {"name": "Ragnhild"})
            assert answer.status_code == 403
            assert "Friends need an account" in text(answer)
    assert not FriendRequest.objects.exists()
    assert not Block.objects.exists()


def test_nothing_happens_by_looking(ours: Client, other: User) -> None:
    for address in ("ask/", "link/", f"{other.pk}/ask/"):
        assert ours.get(f"{FRIENDS}{address}").status_code == 405
    assert press(ours, other, "adore").status_code == 404
    unknown = ours.post(f"{FRIENDS}{10**9}/ask/", follow=True)
    assert "No player has this name." in text(unknown)


def test_a_button_leads_back_to_its_page_and_nowhere_else(ours: Client, other: User) -> None:
    answer = ours.post(f"{FRIENDS}{other.pk}/ask/", {"next": "/settings/"})
    assert answer["Location"] == "/settings/"
    answer = ours.post(f"{FRIENDS}{other.pk}/ask/", {"next": "https://elsewhere.example/"})
    assert answer["Location"] == FRIENDS


def test_the_forms_need_their_token(player: User, other: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(f"{FRIENDS}{other.pk}/ask/").status_code == 403
    assert not FriendRequest.objects.exists()


def test_asking_again_and_again_is_slowed_down(ours: Client, make_player: MakePlayer) -> None:
    names = [f"Player{letter}s" for letter in "abcdefghjkmn"]
    for name in names:
        make_player(name)
    answers = [ours.post(f"{FRIENDS}ask/", {"name": name}).status_code for name in names]
    assert answers == [302] * 10 + [429] * 2
    assert FriendRequest.objects.count() == 10


def link_of(client: Client) -> str:
    client.post(f"{FRIENDS}link/", {"renew": "1"})
    token = Invitation.objects.get(player=user_of(client)).token
    link = reverse("accounts_invitation", args=[token])
    assert link in text(client.get(FRIENDS))
    return link


def test_one_click_on_an_invitation(ours: Client, theirs: Client, player: User) -> None:
    link = link_of(ours)
    page = text(theirs.get(link))
    assert "Solveig invites you" in page
    check(page)
    assert not Friendship.objects.exists(), "looking is not accepting"
    assert "Solveig and you are friends now." in text(theirs.post(link, follow=True))
    assert "friends already" in text(theirs.get(link))
    assert "Your own invitation" in text(ours.get(link))
    assert "That is you." in text(ours.post(link, follow=True))


def test_an_ended_link_is_not_found(ours: Client, theirs: Client) -> None:
    link = link_of(ours)
    ours.post(f"{FRIENDS}link/", {"end": "1"})
    assert theirs.get(link).status_code == 404
    assert theirs.post(link).status_code == 404
    assert theirs.get("/f/0000000000000000000000/").status_code == 404


def test_a_blocked_players_link_and_the_blockers(
    ours: Client, theirs: Client, player: User, other: User
) -> None:
    link = link_of(ours)
    press(theirs, player, "block")
    assert "You block this player." in text(theirs.get(link))
    press(theirs, player, "unblock")
    press(ours, other, "block")
    assert theirs.get(link).status_code == 404


def test_strangers_and_guests_sign_up_first_and_come_back(
    ours: Client, make_guest: Guest, player: User
) -> None:
    link = link_of(ours)
    guest, _ = make_guest()
    for client in (Client(), guest):
        page = text(client.get(link))
        assert "Solveig invites you" in page
        assert f"/accounts/signup/?next={link}" in page
        check(page)
        assert client.post(link).status_code == 403
    form = {
        "username": "Sunniva",
        "email": "sunniva@example.org",
        "password1": "a horse in the stable",
        "next": link,
    }
    answer = guest.post("/accounts/signup/", form)
    assert answer["Location"] == link
    assert "Become friends" in text(guest.get(link))
    guest.post(link)
    newcomer = user_of(guest)
    assert newcomer is not None
    assert friend_ids(player) == {newcomer.pk}
