"""The start page: the day's events as each reader stands with them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from engine.variants import EVENTS
from games.models import Challenge, Run
from games.services.challenges import challenge_start, challenges_close
from tests.games.challenging import CODE, DAY, make_challenge
from tests.leaderboards.days import NOON, PAGE, daily, fold, member, pages_of, played, seen

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]


@pytest.fixture(autouse=True)
def noon() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def all_dailies() -> None:
    for event in EVENTS:
        make_challenge(event=event, code=CODE if event == "RU1-C" else "")


def test_a_visitor_may_start_each_of_the_five_and_is_told_of_accounts() -> None:
    all_dailies()
    page = seen(Client(), "/")
    assert "Daily · Friday 5 June" in page.text
    actions = [form.get("action", "") for form in page.all("form")]
    starts = [action for action in actions if action.endswith("start/")]
    assert starts == [f"/daily/{DAY}/{event}/start/" for event in EVENTS]
    assert page.text.count("Not played yet") == 5
    assert "Stand on the boards" in page.text
    assert page.all("a", href="/accounts/login/")
    assert not User.objects.exists()
    [closes, opens] = page.all("time", **{"class": "countdown"})
    assert int(closes["data-countdown"]) - int(closes["data-now"]) == 24 * 3600
    assert int(opens["data-countdown"]) - int(opens["data-now"]) == 12 * 3600


def test_without_deals_the_page_says_that_they_are_being_proved() -> None:
    assert "These deals are still being proved winnable" in seen(Client(), "/").text


def test_each_event_says_how_the_player_stands_with_it() -> None:
    all_dailies()
    ingrid = member()
    rival = member("Solveig")
    classic, *others = Challenge.objects.order_by("id")
    played(rival, classic, step_ms=600)
    played(ingrid, classic)
    challenge_start(challenge=others[0], player=ingrid, now=NOON)
    fold()
    page = seen(pages_of(ingrid), "/")
    assert "Solved · rank 2 of 2 · 85 moves" in page.text
    assert "In play · 0 of 52 up" in page.text
    assert page.text.count("Not played yet") == 3
    assert page.all("a", href=PAGE)
    run = Run.objects.get(state="open")
    assert page.all("a", href=f"/play/{run.token}/")


def test_a_streak_is_shown_with_its_freezes() -> None:
    ingrid = member()
    for back in range(8):
        challenge = daily(DAY - timedelta(days=back))
        played(ingrid, challenge, ended=NOON - timedelta(days=back))
    challenges_close(now=NOON)
    page = seen(pages_of(ingrid), "/")
    assert "Day streak 8 days in a row 1 freeze held" in page.text


def test_guests_with_results_are_invited_first_and_others_after_the_day() -> None:
    all_dailies()
    client = Client()
    client.post(f"{PAGE}start/")
    Run.objects.update(state="ended", result="stopped", moves=3)
    text = seen(client, "/").text
    assert text.index("1 result of yours waits for a name") < text.index("Daily · Friday")
    text = seen(Client(), "/").text
    assert text.index("Daily · Friday") < text.index("Stand on the boards")


def test_the_start_page_takes_few_queries(django_assert_max_num_queries: Any) -> None:
    all_dailies()
    ingrid = member()
    played(ingrid, Challenge.objects.order_by("id")[0])
    fold()
    client = pages_of(ingrid)
    with django_assert_max_num_queries(40):
        seen(client, "/")
