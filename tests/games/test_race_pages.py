"""Pages of races through Django's test client: lobby, room, results, and what forms do."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.cards import CARD_TEXT
from games.models import Race, Seat
from games.services.race_starts import race_start
from games.services.races import race_create
from tests.games.raced import LINE, race_over
from tests.games.races import (
    CODE,
    fresh,
    make_players,
    make_ready,
    make_room,
    make_running,
    pool_add,
    run_of,
    seated,
)
from tests.games.support import BACKEND

pytestmark = pytest.mark.django_db
OPEN_CODE = "RU1-C-AAAAABB"


@pytest.fixture
def players() -> list[User]:
    return make_players(4)


def client_of(player: User) -> Client:
    client = Client()
    client.force_login(player, backend=BACKEND)
    return client


def text_of(response: Any) -> str:
    """A page's words, its tags and spaces put together."""
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", text)


# --- the lobby ---


def test_a_visitor_opens_a_room_and_hosts_it() -> None:
    client = Client()
    answer = client.post("/races/", {"event": "YU1-C", "limit": "20", "public": "yes"})
    race = Race.objects.get()
    assert answer["Location"] == f"/races/{race.token}/"
    assert (race.event, race.limit_minutes, race.public, race.code) == ("YU1-C", 20, True, "")
    assert race.host is not None
    assert race.host.is_guest
    assert seated(race) == [race.host.display_name]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"event": "RU1-C", "limit": "11"}, "Choose one of the limits."),
        ({"event": "RU1-C", "limit": "²"}, "Choose one of the limits."),
        ({"event": "KL1-3T", "limit": "10"}, "Choose one of the games."),
        ({"code": "XX1-C-AAAAABB", "limit": "10"}, "does not begin with a game we know"),
    ],
)
def test_what_cannot_be_opened_is_said(fields: dict[str, str], words: str) -> None:
    answer = Client().post("/races/", fields)
    assert answer.status_code == 400
    assert words in text_of(answer)
    assert not Race.objects.exists()


def test_a_typed_code_names_the_game_and_everybody_is_warned(players: list[User]) -> None:
    answer = client_of(players[0]).post("/races/", {"code": " ru1-c-aaaaabb ", "limit": "10"})
    assert Race.objects.get().code == OPEN_CODE
    page = text_of(Client().get(answer["Location"]))
    assert f"chose this deal by its code, {OPEN_CODE}, and may know it" in page
    assert "Not rated" in page


def test_the_list_has_public_open_rooms_alone_and_says_nothing_twice(players: list[User]) -> None:
    shown = race_create(host=players[0], event="RU1-C", limit_minutes=10, public=True)
    race_create(host=players[1], event="RU1-R", limit_minutes=10)
    client = Client()
    page = client.get("/races/").content.decode()
    assert f"/races/{shown.token}/" in page
    assert players[1].display_name not in page
    url = re.search(r'hx-get="([^"]+)"', page)
    assert url is not None
    assert client.get(url[1], headers={"HX-Request": "true"}).status_code == 204
    client.post(f"/races/{shown.token}/join/")
    news = client.get(url[1], headers={"HX-Request": "true"})
    assert news.status_code == 200
    assert "2/10" in text_of(news)
    assert "<html" not in news.content.decode()


def test_own_races_are_listed_until_and_after_their_end(players: list[User]) -> None:
    race = race_over({players[0]: (len(LINE), 700), players[1]: (3, 900)})
    room = make_room(players[:2])
    page = client_of(players[1]).get("/races/").content.decode()
    assert page.index(room.token) < page.index(race.token)
    assert race.token not in client_of(players[2]).get("/races/").content.decode()


# --- the room ---


def test_a_visitor_joins_by_one_form_without_and_with_a_name(players: list[User]) -> None:
    race = make_room(players[:1])
    for name in ("", "Åshild"):
        client = Client()
        page = client.get(f"/races/{race.token}/").content.decode()
        assert f'action="/races/{race.token}/join/"' in page
        answer = client.post(f"/races/{race.token}/join/", {"name": name})
        assert answer["Location"] == f"/races/{race.token}/"
        assert 'id="join"' not in client.get(answer["Location"]).content.decode()
    names = seated(race)
    assert re.fullmatch(r"Guest \w{4}", names[1])
    assert names[2] == "Åshild"


def test_a_name_that_cannot_be_is_given_back_with_the_reason(players: list[User]) -> None:
    race = make_room(players[:1])
    client = Client()
    answer = client.post(f"/races/{race.token}/join/", {"name": players[0].display_name})
    assert answer.status_code == 400
    assert "Somebody has this name" in text_of(answer)
    assert f'value="{players[0].display_name}"' in answer.content.decode()
    assert len(seated(race)) == 1


def test_the_addresses_of_a_rooms_forms_lead_to_the_room(players: list[User]) -> None:
    race = make_room(players[:1])
    for name in ("race_join", "race_again"):
        answer = Client().get(reverse(f"games:{name}", args=[race.token]))
        assert answer.headers["Location"] == reverse("games:race", args=[race.token])


def test_who_comes_too_late_watches(players: list[User]) -> None:
    race = make_running(players[:2])
    answer = Client().post(f"/races/{race.token}/join/", follow=True)
    assert "This race has started. You can watch it." in text_of(answer)
    assert Seat.objects.filter(race=race).count() == 2


def test_an_unknown_room_is_not_found() -> None:
    assert Client().get("/races/0123456789abcdefghijkl/").status_code == 404
    assert Client().post("/races/0123456789abcdefghijkl/join/").status_code == 404


# --- what pages tell before the end ---


def test_no_page_of_a_race_tells_a_card_or_the_code_before_its_end(players: list[User]) -> None:
    pool_add()
    race = make_room(players[:2])
    make_ready(race, players[:2])
    host = client_of(players[0])
    pages = [host.get(f"/races/{race.token}/").content.decode()]
    race = make_started(race, players)
    token = run_of(race, players[0]).token
    for client in (host, client_of(players[1]), Client()):
        pages.append(client.get(f"/races/{race.token}/").content.decode())
    pages.append(host.get(f"/play/{token}/").content.decode())
    assert host.get(f"/play/{token}/").status_code == 200
    assert client_of(players[1]).get(f"/play/{token}/").status_code == 404
    for page in pages:
        assert CODE.split("-")[2] not in page
        config = re.search(r'id="config" type="application/json">(.*?)</script>', page)
        assert config is not None
        assert not set(CARD_TEXT) & set(re.findall(r"\b[A2-9TJQK][SHDC]\b", config[1]))
    for path in (f"/runs/{token}/", f"/runs/{token}/replay.json", f"/runs/{token}/record.txt"):
        assert client_of(players[1]).get(path).status_code == 404


def make_started(race: Race, players: list[User]) -> Race:
    race_start(race=race, player=players[0])
    return fresh(race)


def test_the_table_of_a_race_has_no_help_and_no_way_round(players: list[User]) -> None:
    race = make_running(players[:2])
    token = run_of(race, players[0]).token
    page = client_of(players[0]).get(f"/play/{token}/").content.decode()
    tools = re.search(r'<div class="tools".*?</div>', page, re.DOTALL)
    menu = re.search(r'<dialog class="dialog menu".*?</dialog>', page, re.DOTALL)
    end = re.search(r'<dialog class="dialog end".*?</dialog>', page, re.DOTALL)
    assert tools
    assert menu
    assert end
    offered = set(re.findall(r'data-do="(\w+)"', tools[0] + menu[0] + end[0]))
    assert offered == {"undo", "stop", "close", "settings", "stock", "share"}
    assert 'id="race-start"' in page
    assert "js/race.js" in page


def test_other_tables_load_nothing_of_races(players: list[User]) -> None:
    client = client_of(players[0])
    answer = client.post("/new/", {"kind": "casual", "rules": "RU1-C"})
    assert "race.js" not in client.get(answer["Location"]).content.decode()


# --- results ---


@pytest.fixture
def over(players: list[User]) -> Race:
    return race_over(
        {
            players[0]: (40, 5000),
            players[1]: (len(LINE), 1500),
            players[2]: (len(LINE), 1200),
            players[3]: (40, 6000),
        }
    )


def test_results_are_in_the_order_of_the_race_with_draws(over: Race, players: list[User]) -> None:
    answer = client_of(players[0]).get(f"/races/{over.token}/")
    rows = re.findall(r"<tr role=\"row\".*?</tr>", answer.content.decode(), re.DOTALL)[1:]
    words = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", row)).strip() for row in rows]
    names = [players[i].display_name for i in (2, 1, 0, 3)]
    assert [name for name, row in zip(names, words, strict=True) if name in row] == names
    assert [row.split()[0] for row in words] == ["1", "2", "3", "3"]
    assert "Won Clean" in words[0]
    assert "shared" in words[2]
    assert "Stopped" in words[3]
    assert "Your place, shared: 3 of 4" in text_of(answer)
    assert words[0].count(f"{len(LINE) * 1200 // 60000}:") == 1
    assert CODE in answer.content.decode()


def test_the_chart_has_a_line_a_player(over: Race) -> None:
    page = Client().get(f"/races/{over.token}/").content.decode()
    lines = re.findall(r'<polyline class="course s(\d)" points="([^"]+)"/>', page)
    assert sorted(seat for seat, _ in lines) == ["0", "1", "2", "3"]
    ends = {seat: points.split()[-1] for seat, points in lines}
    assert ends["1"].endswith(",0")  # all 52 are up
    assert ends["3"].startswith("1000.0,")  # played longest
    for _, points in lines:
        heights = [float(point.split(",")[1]) for point in points.split()]
        assert heights[0] == 52


def test_everybody_may_see_the_replays_after_the_end(over: Race) -> None:
    page = Client().get(f"/races/{over.token}/").content.decode()
    urls = re.findall(r'data-url="(/runs/[^"]+)"', page)
    assert len(urls) == 4
    totals = {json.loads(Client().get(url).content)["total"] for url in urls}
    assert totals == {40, len(LINE)}


def test_one_press_makes_the_rematch_and_the_others_see_it(over: Race, players: list[User]) -> None:
    url = f"/races/{over.token}/rematch/"
    first = client_of(players[0]).post(url)
    again = Race.objects.get(rematch_of=over)
    assert first["Location"] == f"/races/{again.token}/"
    page = Client().get(f"/races/{over.token}/").content.decode()
    assert f'href="/races/{again.token}/"' in page
    assert client_of(players[1]).post(url)["Location"] == first["Location"]
    assert seated(again) == [players[0].display_name, players[1].display_name]
    stranger = Client().post(url, follow=True)
    assert "Only those who raced" in text_of(stranger)
    assert 'action="/races' not in stranger.content.decode()
