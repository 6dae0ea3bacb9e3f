"""Ways between the dailies and weeklies of an event, and to last week's while it is open."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from games.models import Challenge
from games.selectors.challenges import challenge_row
from games.services.challenges import challenge_start, challenges_close
from leaderboards.views.earlier import neighbours
from tests.games.challenging import CODE, DAY, make_challenge, utc
from tests.leaderboards.days import NOON, PAGE, daily, member, pages_of, seen
from tests.pages.markup import Markup

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]
#: Of the week of `NOON`, and of the one before.
THIS, LAST = date(2026, 6, 1), date(2026, 5, 25)
#: The Monday after `LAST`, in Oslo twenty past eleven.
MONDAY = utc("2026-06-01T09:20")


@pytest.fixture(autouse=True)
def noon() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def weekly(monday: date, event: str = "RU1-C") -> Challenge:
    return make_challenge(
        day=monday, kind="weekly", event=event, code=CODE if event == "RU1-C" else ""
    )


def weekly_page(monday: date, event: str = "RU1-C") -> str:
    return f"/weekly/{monday}/{event}/"


def beside(client: Client, path: str) -> list[tuple[str, str]]:
    """Words and address of each way on."""
    html = client.get(path).content.decode()
    nav = html.partition('<nav class="neighbours"')[2].partition("</nav>")[0]
    pieces = [Markup(f"<a {piece}") for piece in nav.split("<a ")[1:]]
    return [(piece.text, piece.all("a")[0]["href"]) for piece in pieces]


def test_a_daily_leads_to_those_beside_it_and_to_none_to_come() -> None:
    for back in (4, 1, 0, -1, -2):
        daily(DAY - timedelta(days=back))
    make_challenge(day=DAY - timedelta(days=2), event="YU1-C", code="")
    before = f"/daily/{DAY - timedelta(days=1)}/RU1-C/"
    oldest = f"/daily/{DAY - timedelta(days=4)}/RU1-C/"
    assert beside(Client(), PAGE) == [("Day before: 4 June", before)]
    assert beside(Client(), before) == [
        ("Day before: 1 June", oldest),
        ("Day after: 5 June", PAGE),
    ]
    assert beside(Client(), oldest) == [("Day after: 4 June", before)]
    early = member(zone="Pacific/Kiritimati")
    tomorrow = f"/daily/{DAY + timedelta(days=1)}/RU1-C/"
    assert beside(pages_of(early), PAGE)[-1] == ("Day after: 6 June", tomorrow)
    assert beside(Client(), f"/daily/{DAY + timedelta(days=2)}/RU1-C/") == [
        ("Day before: 5 June", PAGE)
    ]


def test_a_weekly_leads_to_the_weeks_beside_it() -> None:
    for monday in (LAST, THIS, THIS + timedelta(days=7)):
        weekly(monday)
    weekly(LAST - timedelta(days=7), "YU1-C")
    daily(DAY)
    challenges_close(now=NOON)
    assert Challenge.objects.get(day=LAST).is_over
    assert beside(Client(), weekly_page(THIS)) == [("Week before, from 25 May", weekly_page(LAST))]
    assert beside(Client(), weekly_page(LAST)) == [("Week after, from 1 June", weekly_page(THIS))]
    assert beside(Client(), weekly_page(LAST - timedelta(days=7), "YU1-C")) == []


def test_the_ways_on_cost_one_query(django_assert_num_queries: Any) -> None:
    for back in (1, 0, -1):
        daily(DAY - timedelta(days=back))
    challenge, ingrid = Challenge.objects.get(day=DAY), member(zone="Pacific/Kiritimati")
    row = challenge_row(challenge=challenge, user=ingrid, now=NOON)
    with django_assert_num_queries(1):
        ways = neighbours(row=row, reader=ingrid, now=NOON)
    assert [way.is_after for way in ways] == [False, True]


def test_last_weeks_weekly_is_told_of_until_it_closes(noon: Any) -> None:
    noon.move_to(MONDAY)
    begun = weekly(LAST)
    weekly(LAST, "YU1-C")
    weekly(THIS, "YU1-C")
    weekly(LAST - timedelta(days=7), "KL1-1")
    ingrid = member(zone="Europe/Oslo")
    page = seen(pages_of(ingrid), "/")
    assert "Last week’s weekly, from 25 May Open until 14:00 · closes in 2 h 40 min" in page.text
    assert page.all("a", href=weekly_page(LAST))
    assert page.all("a", href=weekly_page(LAST, "YU1-C"))
    assert not page.all("a", href=weekly_page(LAST - timedelta(days=7), "KL1-1"))
    challenge_start(challenge=begun, player=ingrid, now=MONDAY)
    page = seen(pages_of(ingrid), "/")
    assert not page.all("a", href=weekly_page(LAST)), "it is begun"
    assert page.all("a", href=weekly_page(LAST, "YU1-C"))
    late = member("Sindre", zone="Pacific/Midway")
    assert "Last week" not in seen(pages_of(late), "/").text, "where it is this week's yet"
    noon.move_to(utc("2026-06-01T12:00"))
    assert "Last week" not in seen(pages_of(ingrid), "/").text


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (None, "The hardest of the deals that were ready for this week"),
        (1, "The one deal that was ready for this week"),
        (20, "The hardest of the 20 deals that were ready for this week"),
    ],
)
def test_a_weekly_says_of_how_many_it_is_the_hardest(number: int | None, told: str) -> None:
    weekly(THIS)
    Challenge.objects.update(chosen_from=number)
    text = seen(Client(), weekly_page(THIS)).text
    assert f"{told}: to decide it the solver looked at 100 positions." in text
