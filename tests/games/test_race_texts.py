"""What pages of races offer to whom: forms of seats and rematches, words by state, tabs."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.models import Race
from games.services.races import race_create, race_seat
from tests.games.raced import race_over
from tests.games.races import fresh, make_guest, make_players, make_room, make_running, run_of
from tests.games.test_race_pages import client_of, text_of

pytestmark = pytest.mark.django_db
SEATS = 10


@pytest.fixture
def players() -> list[User]:
    return make_players(SEATS)


def page_of(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def tag(page: str, ident: str) -> str:
    """The opening tag of an element, "" if there is none."""
    found = re.search(rf'<[^>]*\bid="{ident}"[^>]*>', page)
    return found[0] if found else ""


def test_a_full_room_keeps_the_form_of_a_seat_for_who_has_none(players: list[User]) -> None:
    race = make_room(players)
    path = f"/races/{race.token}/"
    assert not tag(page_of(client_of(players[3]), path), "join")
    page = page_of(Client(), path)
    assert " hidden" in tag(page, "join")
    assert " hidden" not in tag(page, "full")
    assert "All ten seats are taken" in text_of(Client().get(path))
    race.seats.filter(player=players[9]).delete()
    page = page_of(Client(), path)
    assert tag(page, "join")
    assert " hidden" not in tag(page, "join")
    assert " hidden" in tag(page, "full")
    running = page_of(Client(), f"/races/{make_running(players[:2]).token}/")
    assert not tag(running, "join")
    assert " hidden" in tag(running, "full")


def test_what_a_link_is_good_for_goes_by_the_rooms_state(players: list[User]) -> None:
    empty = make_room(players[:1])
    Race.objects.filter(pk=empty.pk).update(state="empty")
    shown = {}
    for race in (make_room(players[:2]), make_running(players[:2]), fresh(empty)):
        page = page_of(Client(), f"/races/{race.token}/")
        parts = re.findall(r'<(?:section|p)[^>]*data-while="([^"]+)"([^>]*)>', page)
        shown[race.state] = [states for states, rest in parts if "hidden" not in rest]
    assert shown == {
        "open": ["open running", "open"], "running": ["open running", "running"], "empty": [],
    }  # fmt: skip


def test_who_raced_goes_to_the_rematch_with_a_seat_and_others_to_look(players: list[User]) -> None:
    over = race_over({players[0]: (3, 900), players[1]: (3, 900)})
    url = f"/races/{over.token}/rematch/"
    again = client_of(players[0]).post(url)["Location"]
    banner = r'id="rematch" role="status">.*?</div>'
    seen = []
    for client in (client_of(players[1]), Client()):
        found = re.search(banner, page_of(client, f"/races/{over.token}/"), re.DOTALL)
        assert found
        seen.append((f'action="{url}"' in found[0], f'href="{again}"' in found[0]))
    assert seen == [(True, False), (False, True)]


def test_the_lobby_says_first_why_no_room_was_opened(players: list[User]) -> None:
    for _ in range(5):
        race_create(host=players[0], event="RU1-C", limit_minutes=10)
    answer = client_of(players[0]).post("/races/", {"event": "RU1-C", "limit": "10"})
    page = answer.content.decode()
    assert page.count("You host five open rooms already") == 1
    assert page.index("You host five open rooms already") < page.index("<section")


def test_the_lobby_offers_no_second_seat(players: list[User]) -> None:
    race = race_create(host=players[0], event="RU1-C", limit_minutes=10, public=True)
    race_seat(race=race, player=players[1])
    guest = make_guest()
    race_seat(race=race, player=guest, name="Onkel Ole")
    join = f'action="/races/{race.token}/join/"'
    readers = [players[0], players[1], guest, players[2]]
    offers = [join in page_of(client_of(reader), "/races/") for reader in readers]
    assert offers == [False, False, False, True]
    assert join in page_of(Client(), "/races/")
    assert "Go to the room" in text_of(client_of(players[1]).get("/races/"))


def test_every_page_of_races_is_under_the_tab_of_races(players: list[User]) -> None:
    over = race_over({players[0]: (3, 900), players[1]: (3, 900)})
    token = run_of(over, players[0]).token
    for path in ("/races/", "/races/quick/", f"/races/{over.token}/", f"/runs/{token}/challenge/"):
        tabs = re.findall(r'<a href="([^"]+)" aria-current="page"', page_of(Client(), path))
        assert tabs == ["/races/"], path
