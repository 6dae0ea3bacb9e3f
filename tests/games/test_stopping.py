"""Stopping a run from the list: it is asked first, and said afterwards what became of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.models import Challenge, Race, Run
from games.services.challenges import challenge_start
from tests.games.challenging import DAY, make_challenge, utc
from tests.games.races import make_players, make_running, run_of
from tests.games.support import BACKEND, make_player, make_run
from tests.pages.markup import Markup

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]
NOON = utc("2026-06-05T12:00")
DAILY = f"/daily/{DAY}/RU1-C/"


@pytest.fixture(autouse=True)
def noon() -> Any:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def pages_of(player: User) -> Client:
    client = Client()
    client.force_login(player, backend=BACKEND)
    return client


def begun(player: User, challenge: Challenge, *, moves: int = 0) -> Run:
    run = challenge_start(challenge=challenge, player=player, now=NOON)
    Run.objects.filter(pk=run.pk).update(moves=moves, started_ms=1)
    return run


def asked(client: Client, run: Run) -> str:
    """The question, which changes nothing."""
    page = Markup(client.get(f"/runs/{run.token}/stop/").content.decode())
    assert "Stop this game?" in page.text
    assert page.all("form", method="post", action=f"/runs/{run.token}/stop/")
    assert page.all("a", href=f"/play/{run.token}/")
    assert Run.objects.get(pk=run.pk).is_open
    return page.text


def stopped(client: Client, run: Run) -> tuple[str, str]:
    """The address of the page that follows, and its words."""
    response = client.post(f"/runs/{run.token}/stop/", follow=True)
    assert not Run.objects.get(pk=run.pk).is_open
    return response.redirect_chain[-1][0], Markup(response.content.decode()).text


def test_the_list_asks_before_it_ends_the_one_try_at_a_daily() -> None:
    ingrid = make_player()
    client = pages_of(ingrid)
    run = begun(ingrid, make_challenge())
    listed = Markup(client.get("/my/").content.decode())
    assert listed.all("a", href=f"/runs/{run.token}/stop/")
    assert not listed.all("form", action=f"/runs/{run.token}/stop/")
    assert "This is your one try at the daily of 5 June." in asked(client, run)


def test_a_try_without_a_move_ends_on_the_page_of_its_daily_which_says_so() -> None:
    ingrid = make_player()
    client = pages_of(ingrid)
    address, words = stopped(client, begun(ingrid, make_challenge()))
    assert address == DAILY
    assert "your one try at this deal has ended" in words
    assert "Your try has ended It ended without a move" in words
    again = Markup(client.get(DAILY).content.decode())
    assert "Your try has ended" in again.text
    assert "your one try at this deal has ended" not in again.text
    assert "of 52 cards up." not in again.text, "nothing to share"
    assert not again.all("form", action=f"{DAILY}start/")


def test_a_guest_has_no_result_that_waits_for_a_name_in_a_try_without_a_move() -> None:
    make_challenge()
    client = Client()
    client.post(f"{DAILY}start/")
    _, words = stopped(client, Run.objects.get())
    assert "Your try has ended" in words
    assert "waits for a name" not in words


def test_a_try_with_moves_ends_on_its_own_page() -> None:
    ingrid = make_player()
    run = begun(ingrid, make_challenge(), moves=7)
    address, words = stopped(pages_of(ingrid), run)
    assert address == f"/runs/{run.token}/"
    assert "your one try at this deal has ended" in words


@pytest.mark.parametrize(
    ("kind", "question", "said"),
    [
        ("ranked", "your one try at this sealed deal", "nothing of it is kept"),
        ("casual", "cannot be gone on with", "nothing of it is kept"),
    ],
)
def test_games_of_no_challenge_are_asked_about_too(kind: str, question: str, said: str) -> None:
    ingrid = make_player()
    client = pages_of(ingrid)
    run = make_run(ingrid, "RU1-C", kind)
    assert question in asked(client, run)
    address, words = stopped(client, run)
    assert address == "/my/"
    assert said in words


def test_the_weekly_is_named_by_its_monday() -> None:
    ingrid = make_player()
    weekly = make_challenge(kind="weekly", day=DAY - timedelta(days=DAY.weekday()))
    run = begun(ingrid, weekly)
    assert "your one try at the weekly from 1 June" in asked(pages_of(ingrid), run)
    assert stopped(pages_of(ingrid), run)[0] == "/weekly/2026-06-01/RU1-C/"


def test_what_the_closing_ended_was_not_stopped(noon: Any) -> None:
    ingrid = make_player()
    run = begun(ingrid, make_challenge(), moves=3)
    noon.shift(timedelta(days=1, seconds=1))
    _, words = stopped(pages_of(ingrid), run)
    assert "The time was up before" in words
    assert Run.objects.get(pk=run.pk).result == "closed"


def test_a_question_about_an_ended_game_leads_to_it_and_a_second_press_says_so() -> None:
    ingrid = make_player()
    client = pages_of(ingrid)
    run = begun(ingrid, make_challenge(), moves=3)
    stopped(client, run)
    assert client.get(f"/runs/{run.token}/stop/")["Location"] == f"/runs/{run.token}/"
    assert "had ended already" in stopped(client, run)[1]


def test_a_race_is_left_for_its_room_and_not_before_it_has_begun(noon: Any) -> None:
    players = make_players(2)
    client = pages_of(players[0])
    race: Race = make_running(players)
    run = run_of(race, players[0])
    assert "You leave the race" in asked(client, run)
    early = client.post(f"/runs/{run.token}/stop/", follow=True)
    assert "about to start" in early.content.decode()
    assert Run.objects.get(pk=run.pk).is_open
    noon.shift(timedelta(minutes=1))
    address, words = stopped(client, run)
    assert address == f"/races/{race.token}/"
    assert "The race goes on without you" in words
