"""A player's page: who may see it, its figures, and its pictures in words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import Friendship, User
from games.models import ReviewState
from games.selectors.statistics import MOST_BUCKETS, MOVE_STEPS, MS_STEPS, spread
from games.services.challenges import challenges_close
from games.services.reviews import review_decide, review_open
from tests.games.challenging import CODE, LINE
from tests.games.finished import ended_run
from tests.games.support import won_lines
from tests.leaderboards.days import CLOSED, NOON, daily, member, pages_of, played, seen

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]


@pytest.fixture(autouse=True)
def noon() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def solveig() -> User:
    """Three wins of 85 moves, in three weeks, and one loss."""
    player = member("Solveig")
    for back, step_ms in ((14, 1000), (7, 1500), (0, 2000)):
        ended = round((NOON - timedelta(days=back)).timestamp() * 1000)
        ended_run(player, CODE, LINE, ended_ms=ended, step_ms=step_ms)
    ended_run(player, CODE, LINE[:20], ended_ms=round(NOON.timestamp() * 1000))
    return player


def pictures(page: Any) -> list[str]:
    return [svg["aria-label"] for svg in page.all("svg") if svg.get("role") == "img"]


def test_figures_and_pictures_tell_the_same_in_words(solveig: User) -> None:
    page = seen(Client(), f"/players/{solveig.pk}/")
    assert "3 Wins 75% Win rate" in page.text
    rates, weeks, times, moves = pictures(page)
    assert rates == "Win rate, game by game: Russian · Classic: 3 of 4 · 75%"
    assert weeks == "3 wins in the last 26 weeks, 1 of them in this one"
    assert times.startswith("Times of the wins: most often from")
    assert moves.endswith("between 85 and 86")
    assert "1 June 2026 1" in page.text
    assert "25 May 2026 1" in page.text
    assert "Russian · Classic 4 3 3 1:25 85" in page.text


def test_casual_games_have_figures_of_their_own(solveig: User) -> None:
    page = seen(Client(), f"/players/{solveig.pk}/?kind=casual")
    assert "No game of this kind has ended yet" in page.text
    code, line = next(iter(won_lines(sealed=False).items()))
    assert code.startswith("KL1-3-")
    ended_run(solveig, code, line[:3], kind="casual")
    page = seen(Client(), f"/players/{solveig.pk}/?kind=casual&event=KL1-3")
    assert "Klondike · draw three: 0 of 1 · 0%" in pictures(page)[0]
    assert "No win in this game yet" in page.text


def test_rejected_and_foreign_games_do_not_count(solveig: User) -> None:
    ended_run(solveig, CODE, LINE, verification="rejected")
    ended_run(solveig, CODE, LINE, submitted=True)
    removed = ended_run(solveig, CODE, LINE, verification="verified")
    assert "4 Wins" in seen(Client(), f"/players/{solveig.pk}/").text
    review = review_open(run=removed, by=None)
    review_decide(review=review, state=ReviewState.REMOVED, note="", by=None)
    assert "3 Wins" in seen(Client(), f"/players/{solveig.pk}/").text


def test_a_game_of_a_running_deal_is_in_ones_own_figures_alone(solveig: User, noon: Any) -> None:
    played(solveig, daily(), step_ms=100)
    path = f"/players/{solveig.pk}/"
    assert "4 Wins" in seen(pages_of(solveig), path).text
    page = seen(pages_of(member()), path)
    assert "3 Wins 75% Win rate" in page.text
    assert "Russian · Classic 4 3 3 1:25 85" in page.text
    noon.move_to(CLOSED)
    challenges_close(now=CLOSED)
    assert "4 Wins" in seen(Client(), path).text


@pytest.mark.parametrize(
    ("setting", "friend", "stranger"),
    [("everyone", 200, 200), ("friends", 200, 404), ("nobody", 404, 404)],
)
def test_the_page_is_for_whom_its_player_chose(
    solveig: User, setting: str, friend: int, stranger: int
) -> None:
    solveig.settings = {"profile_for": setting}
    solveig.save()
    ingrid = member()
    low, high = sorted((ingrid, solveig), key=lambda one: one.pk)
    Friendship.objects.create(low=low, high=high, created_at=NOON)
    path = f"/players/{solveig.pk}/"
    assert pages_of(solveig).get(path).status_code == 200
    assert pages_of(ingrid).get(path).status_code == friend
    assert Client().get(path).status_code == stranger


@pytest.mark.parametrize("query", ["?kind=rated", "?event=RU1-X", "?kind=ranked&event=KL1-3V"])
def test_what_is_no_figure_is_not_found(solveig: User, query: str) -> None:
    assert Client().get(f"/players/{solveig.pk}/{query}").status_code == 404
    assert Client().get("/players/999999/").status_code == 404


def test_others_are_offered_friendship_and_oneself_the_settings(solveig: User) -> None:
    path = f"/players/{solveig.pk}/"
    assert "Ask to be friends" in seen(pages_of(member()), path).text
    own = seen(pages_of(solveig), path)
    assert "Ask to be friends" not in own.text
    assert "Who sees this page?" in own.text


def test_the_page_takes_few_queries(solveig: User, django_assert_max_num_queries: Any) -> None:
    client = pages_of(member())
    with django_assert_max_num_queries(30):
        seen(client, f"/players/{solveig.pk}/")


@pytest.mark.parametrize("steps", [MOVE_STEPS, MS_STEPS])
@pytest.mark.parametrize(
    "values", [[1], [5, 5, 5], [0, 10**9], list(range(100)), [90_000, 93_000, 500_000]]
)
def test_a_spread_counts_every_value_once_in_few_buckets(
    values: list[int], steps: tuple[int, ...]
) -> None:
    found = spread(values, steps=steps)
    assert found is not None
    assert sum(found.counts) == len(values)
    assert len(found.counts) <= MOST_BUCKETS
    assert found.first <= min(values)
    assert max(values) < found.first + found.step * len(found.counts)
    assert found.counts[0]
    assert found.counts[-1]


def test_nothing_has_no_spread() -> None:
    assert spread([], steps=MOVE_STEPS) is None
