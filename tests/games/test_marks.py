"""What the list of games and a run's page say of a result that is looked at or was refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import ReviewState, Run
from games.services.reviews import review_decide, review_open
from tests.games.challenging import CODE, LINE, make_challenge
from tests.games.finished import ended_run
from tests.games.support import BACKEND, make_player
from tests.pages.markup import Markup

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]


@pytest.fixture
def ingrid() -> Any:
    return make_player()


@pytest.fixture
def pages(ingrid: Any) -> Client:
    client = Client()
    client.force_login(ingrid, backend=BACKEND)
    return client


def read(client: Client, path: str) -> Markup:
    return Markup(client.get(path).content.decode())


def remove(run: Run) -> None:
    review = review_open(run=run, by=None)
    review_decide(review=review, state=ReviewState.REMOVED, note="", by=None)


def reasons(page: Markup, run: Run) -> list[dict[str, str]]:
    return page.all("a", href=f"/runs/{run.token}/#verification")


def test_a_removed_win_is_marked_and_leads_to_the_reason(pages: Client, ingrid: Any) -> None:
    run = ended_run(ingrid, CODE, LINE, verification="verified")
    before = read(pages, "/my/")
    assert "Clean" in before.text
    assert not reasons(before, run)
    remove(run)
    for path in ("/my/", f"/runs/{run.token}/"):
        page = read(pages, path)
        assert "Removed Won" in page.text
        assert "Clean" not in page.text
        assert reasons(page, run)
    assert read(pages, f"/runs/{run.token}/").all("section", id="verification")


def test_a_rejected_win_and_a_removed_loss_are_marked(pages: Client, ingrid: Any) -> None:
    rejected = ended_run(ingrid, CODE, LINE, verification="rejected")
    lost = ended_run(ingrid, CODE, LINE[:12], verification="verified")
    remove(lost)
    page = read(pages, "/my/")
    assert "Rejected Won" in page.text
    assert f"Removed {lost.up} of 52 up" in page.text
    assert reasons(page, rejected)
    assert reasons(page, lost)


def test_a_game_in_review_counts_still_and_a_cleared_one_has_no_mark(
    pages: Client, ingrid: Any
) -> None:
    run = ended_run(ingrid, CODE, LINE, verification="verified")
    review = review_open(run=run, by=None)
    assert "In review Won Clean" in read(pages, "/my/").text
    review_decide(review=review, state=ReviewState.CLEARED, note="", by=None)
    page = read(pages, "/my/")
    assert not reasons(page, run)
    assert "Won Clean" in page.text


def test_a_removal_stands_above_a_review_opened_after_it(pages: Client, ingrid: Any) -> None:
    run = ended_run(ingrid, CODE, LINE, verification="verified")
    remove(run)
    review_open(run=run, by=None)
    assert "Removed Won" in read(pages, "/my/").text


def test_others_learn_that_a_log_does_not_replay_and_nothing_of_reviews(ingrid: Any) -> None:
    run = ended_run(ingrid, CODE, LINE, verification="verified")
    remove(run)
    page = read(Client(), f"/runs/{run.token}/")
    assert "Won Clean" in page.text
    assert "Removed" not in page.text
    Run.objects.filter(pk=run.pk).update(verification="rejected")
    assert "Rejected Won" in read(Client(), f"/runs/{run.token}/").text


def test_a_list_takes_as_many_queries_for_ten_games_as_for_one(
    pages: Client, ingrid: Any, django_assert_max_num_queries: Any
) -> None:
    for _ in range(10):
        remove(ended_run(ingrid, CODE, LINE[:3], verification="verified"))
    with django_assert_max_num_queries(15):
        page = read(pages, "/my/")
    assert page.text.count("Removed") == 10


def test_the_address_of_a_run_is_shared_once_others_may_open_it(pages: Client, ingrid: Any) -> None:
    sealed = ended_run(ingrid, CODE, LINE, challenge=make_challenge())
    ordinary = ended_run(ingrid, CODE, LINE)
    assert Client().get(f"/runs/{sealed.token}/").status_code == 404
    assert not shares(read(pages, f"/runs/{sealed.token}/"))
    assert Client().get(f"/runs/{ordinary.token}/").status_code == 200
    assert shares(read(pages, f"/runs/{ordinary.token}/"))


def shares(page: Markup) -> list[dict[str, str]]:
    return [button for button in page.all("button") if "data-share" in button]
