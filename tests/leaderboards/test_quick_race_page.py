"""The page on which one waits for a quick race, and where ratings are shown."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.dates import decimal
from accounts.models import User
from games.models import QuickWait, Race
from leaderboards.ratings import LISTED_AFTER
from leaderboards.selectors.ratings import ratings_of_player
from leaderboards.services.boards import boards_fold
from tests.games.races import make_players, pool_add
from tests.leaderboards.rated import START, raced
from tests.leaderboards.test_head_to_head import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]
URL = "/races/quick/"
HTMX = {"HX-Request": "true"}


def test_two_press_and_are_led_to_one_race_that_starts() -> None:
    pool_add()
    one, other = Client(), Client()
    assert 'action="/races/quick/"' in one.get("/races/").content.decode()
    assert one.post(URL, {"event": "RU1-C"})["Location"] == URL
    page = one.get(URL).content.decode()
    assert 'hx-trigger="every 2s"' in page
    assert one.get(URL, headers=HTMX).status_code == 204, "nobody yet"
    assert other.post(URL, {"event": "RU1-C"})["Location"] == URL
    led = other.get(URL)
    race = Race.objects.get()
    assert (led.status_code, led["Location"]) == (302, f"/races/{race.token}/")
    found = one.get(URL, headers=HTMX)
    assert (found.status_code, found["HX-Redirect"]) == (204, f"/races/{race.token}/")
    race.refresh_from_db()
    assert (race.state, race.rated) == ("running", False)
    assert one.get(f"/races/{race.token}/").status_code == 200


def test_who_stops_looking_or_waits_in_vain_is_told() -> None:
    one = Client()
    one.post(URL, {"event": "KL1-3"})
    QuickWait.objects.update(since_ms=0)
    over = one.get(URL, headers=HTMX)
    assert over.status_code == 200
    text = over.content.decode()
    assert "Nobody came" in text
    assert "hx-trigger" not in text
    assert 'value="KL1-3" checked' in text, "to try again"
    one.post(URL, {"event": "KL1-3"})
    assert one.post("/races/quick/leave/")["Location"] == "/races/"
    assert not QuickWait.objects.exists()


def test_the_rating_is_what_one_waits_by() -> None:
    players = make_players(2)
    raced(players, [50_000, 60_000], ended_ms=START)
    boards_fold()
    for player in players:
        EmailAddress.objects.create(user=player, email=f"{player.pk}@example.org", verified=True)
        client_of(player).post(URL, {"event": "RU1-C"})
    waits = {wait.player_id: wait for wait in QuickWait.objects.all()}
    first, second = (waits[player.pk] for player in players)
    assert first.level > 2500 > second.level
    assert first.rated
    client_of(players[0]).post(URL, {"event": "KL1-3"})
    assert QuickWait.objects.get(player=players[0]).level == 2500, "of another game none yet"


def test_nonsense_and_visitors_are_told() -> None:
    visitor = Client()
    assert "not waiting" in visitor.get(URL).content.decode()
    assert visitor.post(URL, {"event": "KL1-1S"})["Location"] == "/races/"
    assert not User.objects.exists(), "nobody is made for nonsense"


def test_ratings_stand_on_their_board_and_on_the_players_page() -> None:
    players = make_players(2)
    reader = client_of(players[0])
    board = "/boards/rating/RU1-C/all/"
    assert "Nobody is on this board yet" in reader.get(board).content.decode()
    raced(players, [50_000, 60_000], ended_ms=START)
    boards_fold()
    text = reader.get(f"/players/{players[0].pk}/").content.decode()
    assert "9 races to go" in text
    for number in range(1, LISTED_AFTER):
        raced(players, [50_000, 60_000], ended_ms=START + number)
    boards_fold()
    (best,) = ratings_of_player(player=players[0])
    shown, sigma = decimal(best.rating.shown), f"± {decimal(best.rating.sigma)}"
    for url in (board, f"/players/{players[0].pk}/"):
        text = reader.get(url).content.decode()
        assert f">{shown}<" in text
        assert f">{sigma}<" in text
        assert "races to go" not in text
    page = reader.get(board).content.decode()
    assert "Listed from the tenth race on" in page
    assert ">Clean<" not in page
    assert reader.get("/boards/rating/RU1-C/week/").status_code == 404
    assert "/boards/rating/RU1-C/all/" in reader.get("/boards/wins/RU1-C/week/").content.decode()


def test_what_is_below_nothing_is_written_with_a_minus() -> None:
    assert decimal(-0.5) == "−0.50"
    assert decimal(18.417) == "18.42"
