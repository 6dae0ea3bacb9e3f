"""The boards of the world and of codes, weekly standings: rows, tabs, paging, periods."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import Friendship
from engine.variants import EVENTS
from games.models import Run
from games.services.challenges import challenges_close
from games.services.results import result_put
from leaderboards.metrics import METRICS, PERIODS
from tests.games.challenging import CODE, DAY, LINE
from tests.games.finished import ended_run
from tests.games.support import won_lines
from tests.leaderboards.days import CLOSED, NOON, daily, fold, member, pages_of, played, seen

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]
OPEN = "RU1-C-KEMUBCR"


@pytest.fixture(autouse=True)
def noon() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.mark.parametrize("language", ["en", "fr", "nb"])
@pytest.mark.parametrize("metric", [*METRICS, "standings"])
def test_every_board_is_a_whole_page_with_its_rule_of_ties(metric: str, language: str) -> None:
    path = {
        "day_streak": "/boards/day_streak/",
        "standings": "/standings/2026-06-01/RU1-C/",
        "rating": "/boards/rating/RU1-C/all/",
    }.get(metric, f"/boards/{metric}/RU1-C/week/")
    page = seen(Client(), path, language=language)
    assert len(page.all("h1")) == 1
    assert page.all("p", **{"class": "muted tie-rule"})
    assert not page.inline_scripts
    assert not [given for _, given in page.tags if "style" in given]


def test_every_tab_leads_to_a_board() -> None:
    client = pages_of(member())
    page = seen(client, "/boards/time/RU1-C/week/?clean=1")
    links = [link["href"] for link in page.all("a") if link["href"].startswith("/boards/")]
    wanted = {f"/boards/{metric}/RU1-C/week/?clean=1" for metric in METRICS}
    wanted -= {"/boards/day_streak/RU1-C/week/?clean=1", "/boards/rating/RU1-C/week/?clean=1"}
    wanted |= {"/boards/rating/RU1-C/all/?clean=1"}
    wanted |= {f"/boards/time/{event}/week/?clean=1" for event in EVENTS}
    wanted |= {f"/boards/time/RU1-C/{period}/?clean=1" for period in PERIODS}
    assert wanted <= set(links)
    for link in dict.fromkeys(links):
        seen(client, link, status=302 if link == "/boards/" else 200)


def test_wins_of_the_week_are_ranked_and_lead_to_replays_when_these_are_open() -> None:
    ingrid, solveig = member(), member("Solveig")
    challenge = daily()
    played(solveig, challenge)
    casual = ended_run(ingrid, CODE, LINE, verification="verified", ended_ms=ms())
    result_put(run=casual)
    fold()
    page = seen(pages_of(ingrid), "/boards/time/RU1-C/week/")
    assert page.all("a", id=f"watch-{ingrid.pk}")[0]["href"] == f"/runs/{casual.token}/"
    assert not page.all("a", id=f"watch-{solveig.pk}")  # of a challenge that still runs
    assert seen(Client(), "/boards/wins/RU1-C/day/").all("a", id=f"player-{solveig.pk}")
    other = seen(Client(), "/boards/wins/KL1-1/day/")
    assert "Nobody is on this board yet" in other.text


def ms() -> int:
    return round(NOON.timestamp() * 1000)


def test_the_own_row_stands_under_a_first_page_that_lacks_it() -> None:
    ingrid = member()
    for number in range(30):
        ranked_win(member(f"Rival{number}"), step_ms=700 + number)
    ranked_win(ingrid, step_ms=2000)
    fold()
    page = seen(pages_of(ingrid), "/boards/time/RU1-C/all/")
    names = page.all("a", **{"class": "who-name"})
    assert len(names) == 20 + 4  # a page; the reader and three neighbours
    assert names[-1]["href"] == f"/players/{ingrid.pk}/"
    assert "Rows are left out here" in page.text
    [link] = page.all("a", rel="next")
    last = seen(pages_of(ingrid), "/boards/time/RU1-C/all/" + link["href"])
    assert len(last.all("a", **{"class": "who-name"})) == 11
    assert last.all("a", rel="prev")


def ranked_win(player: Any, *, step_ms: int) -> None:
    run = ended_run(player, CODE, LINE, verification="verified", ended_ms=ms(), step_ms=step_ms)
    result_put(run=run)


def test_hidden_players_have_no_name_and_no_page() -> None:
    solveig = member("Solveig")
    solveig.settings = {"hide_from_boards": True}
    solveig.save()
    ranked_win(solveig, step_ms=700)
    fold()
    page = seen(Client(), "/boards/time/RU1-C/all/")
    assert "Hidden player" in page.text
    assert "Solveig" not in page.text
    assert not page.all("a", id=f"player-{solveig.pk}")


def test_earlier_periods_are_a_step_away_and_later_ones_are_not_there() -> None:
    page = seen(Client(), "/boards/wins/RU1-C/month/")
    [back] = page.all("a", rel="prev")
    assert back["href"] == "/boards/wins/RU1-C/month/?start=2026-05-01"
    assert not page.all("a", rel="next")
    assert "May 2026" in seen(Client(), back["href"]).text
    assert seen(Client(), back["href"]).all("a", rel="next")


@pytest.mark.parametrize(
    "path",
    [
        "/boards/wins/RU1-C/year/",
        "/boards/wins/RU1-X/day/",
        "/boards/luck/RU1-C/day/",
        "/boards/wins/RU1-C/day/?start=2026-06-09",
        "/boards/wins/RU1-C/day/?start=1999-01-01",
        "/standings/2026-06-02/RU1-C/",
        "/standings/2026-06-29/RU1-C/",
        "/standings/2026-06-01/KL1-3V/",
    ],
)
def test_boards_that_cannot_be_are_not_found(path: str) -> None:
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize("given", ["nonsense", "2026-13-77", "%00", "x" * 3000])
def test_nonsense_in_the_address_is_the_first_page(given: str) -> None:
    assert Client().get(f"/boards/wins/RU1-C/day/?start={given}&after={given}").status_code == 200


def test_standings_show_points_of_the_weeks_dailies(noon: Any) -> None:
    challenge = daily()
    played(member("Solveig"), challenge, step_ms=600)
    played(member("Amir"), challenge)
    fold()
    noon.move_to(CLOSED)
    challenges_close(now=CLOSED)
    page = seen(Client(), "/standings/2026-06-01/RU1-C/")
    assert re.search(r"\b1\W+7 Jun 2026", page.text)
    assert f"Solveig 25 {len(LINE)}" in page.text
    assert f"Amir 20 {len(LINE)}" in page.text


@pytest.mark.parametrize("path", ["/boards/moves/RU1-C/day/", "/boards/moves/RU1-C/all/?clean=1"])
def test_figures_of_a_running_deal_are_for_those_who_have_played_it(noon: Any, path: str) -> None:
    challenge, told = daily(), f"Solveig Clean {len(LINE)}"
    solveig, amir, visitor = member("Solveig"), member("Amir"), Client()
    played(solveig, challenge)
    fold()
    sealed = seen(visitor, path)
    assert "Solveig –" in sealed.text
    assert str(len(LINE)) not in sealed.text
    assert "Figures of a deal that you have yet to play" in sealed.text
    open_run = ended_run(amir, CODE, LINE[:3], challenge=challenge)
    Run.objects.filter(pk=open_run.pk).update(state="open", result="")
    assert "Solveig –" in seen(pages_of(amir), path).text
    Run.objects.filter(pk=open_run.pk).update(state="ended", result="stopped")
    assert told in seen(pages_of(amir), path).text
    assert told in seen(pages_of(solveig), path).text.replace("you ", "")
    noon.move_to(CLOSED)
    challenges_close(now=CLOSED)
    later = seen(visitor, path.replace("day/", f"day/?start={DAY}"))
    assert told in later.text
    assert "Figures of a deal" not in later.text


def test_standings_keep_the_moves_of_a_running_deal() -> None:
    challenge, amir = daily(), member("Amir")
    played(member("Solveig"), challenge)
    fold()
    path = "/standings/2026-06-01/RU1-C/"
    assert str(len(LINE)) not in seen(pages_of(amir), path).text
    assert "Solveig 25" in seen(Client(), path).text
    played(amir, challenge, moves=9)
    fold()
    assert f"Solveig 25 {len(LINE)}" in seen(pages_of(amir), path).text


def test_among_friends_the_own_row_is_always_there_too() -> None:
    ingrid = member()
    for number in range(25):
        rival = member(f"Rival{number}")
        low, high = sorted((ingrid, rival), key=lambda one: one.pk)
        Friendship.objects.create(low=low, high=high, created_at=NOON)
        ranked_win(rival, step_ms=700 + number)
    ranked_win(ingrid, step_ms=2000)
    ranked_win(member("Stranger"), step_ms=600)
    fold()
    page = seen(pages_of(ingrid), "/boards/time/RU1-C/all/?friends=1")
    names = page.all("a", **{"class": "who-name"})
    assert names[-1]["href"] == f"/players/{ingrid.pk}/"
    assert len(names) == 20 + 4
    assert "Stranger" not in page.text


def test_the_own_row_stands_before_its_equals_on_a_later_page() -> None:
    """All share the first rank; whoever came first stands first, so that no row is met twice."""
    ingrid = member()
    for number in range(30):
        ranked_win(member(f"Rival{number}"), step_ms=700)
    ranked_win(ingrid, step_ms=700)
    fold()
    client = pages_of(ingrid)
    [link] = seen(client, "/boards/time/RU1-C/all/").all("a", rel="next")
    page = seen(client, "/boards/time/RU1-C/all/" + link["href"])
    ids = [int(name["href"].split("/")[2]) for name in page.all("a", **{"class": "who-name"})]
    assert ids == sorted(ids)
    assert ids[0] == ingrid.pk


def test_the_page_of_a_code_has_its_casual_board() -> None:
    sindre = member("Sindre")
    empty = seen(Client(), f"/c/{OPEN}/")
    assert "Nobody is on this board yet" in empty.text
    line = won_line(OPEN)
    run = ended_run(sindre, OPEN, line, kind="casual", verification="verified", ended_ms=ms())
    result_put(run=run)
    fold()
    page = seen(Client(), f"/c/{OPEN}/")
    assert page.all("a", id=f"player-{sindre.pk}")
    assert page.all("a", id=f"watch-{sindre.pk}")[0]["href"] == f"/runs/{run.token}/"
    assert f"Sindre Clean {len(line)}" in page.text.replace("  ", " ")
    assert page.all("a", href="?clean=1")
    assert f"Sindre Clean {len(line)}" in seen(Client(), f"/c/{OPEN}/?clean=1").text
    friends = seen(pages_of(member("Amir")), f"/c/{OPEN}/?friends=1")
    assert "None of your friends is on this board yet" in friends.text


def won_line(code: str) -> list[str]:
    return won_lines(sealed=False)[code]


def test_rows_cost_no_queries_of_their_own(django_assert_max_num_queries: Any) -> None:
    ingrid = member()
    for number in range(20):
        ranked_win(member(f"Rival{number}"), step_ms=700 + number)
    fold()
    client = pages_of(ingrid)
    with django_assert_max_num_queries(18):
        page = seen(client, "/boards/moves/RU1-C/all/")
    assert len(page.all("a", **{"class": "who-name"})) == 20
