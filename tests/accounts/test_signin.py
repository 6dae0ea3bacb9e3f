"""Signing in, merging a guest, signing out."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client

from accounts import registry
from accounts.errors import NotAGuestError
from accounts.models import User
from accounts.selectors import settings_of
from accounts.services.accounts import account_ban
from accounts.services.merging import guest_merge
from tests.accounts.conftest import sign_in, user_of

Guest = Callable[[], tuple[Client, User]]
Merges = list[tuple[int, int]]


@pytest.fixture
def merges() -> Iterator[Merges]:
    """The merges that apps were asked for."""
    seen: Merges = []
    registry.register_merger("test", lambda guest, account: seen.append((guest.pk, account.pk)))
    yield seen
    registry.mergers.unregister("test")


@pytest.mark.parametrize(
    "login",
    [
        "Solveig",
        "SOLVEIG",
        "ｓｏｌｖｅｉｇ",
        "solveig@example.org",
        "Solveig@Example.ORG",
        " Solveig ",
    ],
)
def test_by_name_or_address(client: Client, player: User, login: str) -> None:
    assert sign_in(client, login).status_code == 302
    assert user_of(client) == player


def test_a_look_alike_name_does_not_sign_in(client: Client, player: User) -> None:
    assert sign_in(client, "SoIveig").status_code == 200
    assert user_of(client) is None


@pytest.mark.parametrize("login", ["Solveig", "solveig@example.org"])
def test_a_wrong_password_and_an_unknown_name_get_one_answer(
    client: Client, player: User, login: str
) -> None:
    wrong = sign_in(client, login, "another password")
    unknown = sign_in(client, login.lower().replace("solveig", "nobody"), "another password")
    assert wrong.context["form"].non_field_errors() == unknown.context["form"].non_field_errors()
    assert user_of(client) is None


def test_guessing_is_slowed_down(client: Client, player: User) -> None:
    for _ in range(5):
        sign_in(client, "Solveig", "wrong")
    refused = sign_in(client, "Solveig")
    assert "Too many failed login attempts" in str(refused.context["form"].errors)
    assert user_of(client) is None


def test_a_guest_who_signs_in_is_merged(make_guest: Guest, player: User, merges: Merges) -> None:
    client, guest = make_guest()
    before = client.session.session_key
    sign_in(client, "Solveig")
    assert user_of(client) == player
    assert merges == [(guest.pk, player.pk)]
    assert not User.objects.filter(pk=guest.pk).exists()
    assert client.session.session_key != before
    assert settings_of(player)["sound"] is False


def test_a_failing_merge_signs_nobody_in_and_loses_nothing(
    make_guest: Guest, player: User, merges: Merges
) -> None:
    def fail(guest: User, account: User) -> None:
        raise ZeroDivisionError

    client, guest = make_guest()
    registry.register_merger("zz", fail)
    try:
        with pytest.raises(ZeroDivisionError):
            sign_in(client, "Solveig")
    finally:
        registry.mergers.unregister("zz")
    assert user_of(client) == guest
    sign_in(client, "Solveig")
    assert user_of(client) == player


def test_a_failed_sign_in_leaves_the_guest_alone(
    make_guest: Guest, player: User, merges: Merges
) -> None:
    client, guest = make_guest()
    sign_in(client, "Solveig", "wrong")
    assert user_of(client) == guest
    assert merges == []


def test_merging_twice_does_it_once(make_guest: Guest, player: User, merges: Merges) -> None:
    _, guest = make_guest()
    guest_merge(guest=guest, account=player)
    stale = User(pk=merges[0][0])
    guest_merge(guest=stale, account=player)
    assert len(merges) == 1


def test_an_account_is_never_merged_away(
    make_player: Callable[..., User], make_guest: Guest
) -> None:
    one, other = make_player("Kari"), make_player("Ola")
    with pytest.raises(NotAGuestError):
        guest_merge(guest=one, account=other)
    with pytest.raises(NotAGuestError):
        guest_merge(guest=make_guest()[1], account=make_guest()[1])


def test_signing_out_ends_the_session(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    assert client.get("/accounts/logout/").status_code == 200
    assert user_of(client) == player
    client.post("/accounts/logout/")
    assert SESSION_KEY not in client.session


def test_a_banned_player_is_told_and_stays_out(client: Client, player: User) -> None:
    account_ban(user=player)
    answer = sign_in(client, "Solveig")
    assert answer["Location"] == "/accounts/inactive/"
    assert user_of(client) is None
    assert client.get("/accounts/inactive/").status_code == 200


def test_a_member_stays_signed_in_when_the_browser_closes(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    assert int(client.cookies["sessionid"]["max-age"]) >= 86_400 * 30


def test_sign_in_goes_back_to_where_one_was_and_nowhere_else(client: Client, player: User) -> None:
    assert sign_in(client, "Solveig", next="/my/")["Location"] == "/my/"
    client.post("/accounts/logout/")
    assert sign_in(client, "Solveig", next="//evil.example/")["Location"] == "/"
