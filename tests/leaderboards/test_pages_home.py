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
from tests.games.support import make_run
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


def test_a_game_of_the_day_is_gone_on_with_from_its_card_alone() -> None:
    all_dailies()
    ingrid = member()
    first = Challenge.objects.order_by("id")[0]
    today = challenge_start(challenge=first, player=ingrid, now=NOON)
    page = seen(pages_of(ingrid), "/")
    assert len(page.all("a", href=f"/play/{today.token}/")) == 1
    assert "Go on playing" not in page.text
    other = make_run(ingrid, "YU1-C", "ranked")
    page = seen(pages_of(ingrid), "/")
    assert "Go on playing" in page.text
    assert page.all("a", href=f"/play/{other.token}/")
    assert len(page.all("a", href=f"/play/{today.token}/")) == 1


YESTERDAY = DAY - timedelta(days=1)
EARLIER = f"/daily/{YESTERDAY}/RU1-C/"


def test_yesterdays_daily_is_told_of_until_it_closes(noon: Any) -> None:
    noon.move_to(NOON - timedelta(hours=2))
    all_dailies()
    daily(YESTERDAY)
    ingrid = member(zone="Europe/Oslo")
    page = seen(pages_of(ingrid), "/")
    assert "Yesterday’s daily, 4 June" in page.text
    assert "Open until 14:00 · closes in 2 h 0 min" in page.text
    assert page.all("a", href=EARLIER)
    assert "Yesterday" not in seen(Client(), "/").text
    noon.move_to(NOON)
    assert "Yesterday" not in seen(pages_of(ingrid), "/").text


def test_only_what_was_not_begun_yesterday_is_offered(noon: Any) -> None:
    noon.move_to(NOON - timedelta(hours=2))
    classic = daily(YESTERDAY)
    make_challenge(day=YESTERDAY, event="YU1-C", code="")
    ingrid = member()
    challenge_start(challenge=classic, player=ingrid, now=NOON - timedelta(hours=2))
    page = seen(pages_of(ingrid), "/")
    assert page.all("a", href=f"/daily/{YESTERDAY}/YU1-C/")
    assert not page.all("a", href=EARLIER)
    assert "Go on playing" in page.text, "what was begun is there"


def test_where_the_day_begins_first_two_earlier_dates_may_be_open(noon: Any) -> None:
    """In UTC+14 the sixth begins at ten of the fifth, and the fourth closes at twelve."""
    noon.move_to(NOON - timedelta(hours=1))
    daily(YESTERDAY)
    daily(DAY)
    page = seen(pages_of(member(zone="Pacific/Kiritimati")), "/")
    [fourth, fifth] = [page.text.index(each) for each in ("· 4 June Open", "daily, 5 June Open")]
    assert fourth < fifth
    assert page.all("a", href=EARLIER)
    assert page.all("a", href=PAGE)


def test_earlier_dates_cost_the_start_page_few_queries(
    noon: Any, django_assert_max_num_queries: Any
) -> None:
    noon.move_to(NOON - timedelta(hours=2))
    for day in (YESTERDAY, DAY):
        for event in EVENTS:
            make_challenge(day=day, event=event, code=CODE if event == "RU1-C" else "")
    ingrid = member()
    begun = Challenge.objects.order_by("id")[0]
    challenge_start(challenge=begun, player=ingrid, now=NOON - timedelta(hours=2))
    client = pages_of(ingrid)
    with django_assert_max_num_queries(22):
        page = seen(client, "/")
    assert len([link for link in page.all("a") if f"/{YESTERDAY}/" in link.get("href", "")]) == 4
