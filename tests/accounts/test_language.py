"""A player's language, on every page and whatever the browser says."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import sign_in

Guest = Callable[[], tuple[Client, User]]
NORWEGIAN = {"accept-language": "nb"}


def language_of(client: Client, url: str = "/settings/", **headers: str) -> str:
    answer = client.get(url, headers=headers)
    html = answer.content.decode()
    language = html.split('<html lang="')[1].split('"')[0]
    assert answer["Content-Language"] == language
    return language


def test_the_browser_decides_until_the_player_does(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    assert language_of(client, **NORWEGIAN) == "nb"
    player.language = "fr"
    player.save()
    assert language_of(client, **NORWEGIAN) == "fr"
    assert language_of(client, "/", **NORWEGIAN) == "fr"


@pytest.mark.django_db
def test_the_choice_at_the_foot_of_a_page_is_kept_on_the_account(make_guest: Guest) -> None:
    client, guest = make_guest()
    client.post("/i18n/setlang/", {"language": "nb", "next": "/"})
    guest.refresh_from_db()
    assert guest.language == "nb"
    client.cookies.pop("django_language")
    assert language_of(client) == "nb"


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["xx", "", "en-us\r\n"])
def test_unknown_languages_are_not_kept(make_guest: Guest, language: str) -> None:
    client, guest = make_guest()
    client.post("/i18n/setlang/", {"language": language, "next": "/"})
    guest.refresh_from_db()
    assert guest.language == ""


@pytest.mark.django_db
def test_one_players_language_is_not_the_next_ones(make_guest: Guest) -> None:
    client, guest = make_guest()
    guest.language = "fr"
    guest.save()
    assert language_of(client) == "fr"
    assert language_of(Client()) == "en"
