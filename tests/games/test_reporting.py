"""A player reports another's game: a review opens, once, and nothing else changes."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import Review, Run
from tests.games.finished import ended_run
from tests.games.support import BACKEND, make_player, won_lines
from tests.pages.markup import Markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def reporter() -> User:
    return make_player("Ragnhild")


@pytest.fixture
def pages(reporter: User) -> Client:
    client = Client()
    client.force_login(reporter, backend=BACKEND)
    return client


@pytest.fixture
def run() -> Run:
    text, line = next(iter(won_lines(sealed=True).items()))
    return ended_run(make_player("Solveig"), text, line)


def test_the_page_of_anothers_ranked_game_leads_to_the_form(pages: Client, run: Run) -> None:
    page = Markup(pages.get(f"/runs/{run.token}/").content.decode())
    assert page.all("a", href=f"/runs/{run.token}/report/")
    form = Markup(pages.get(f"/runs/{run.token}/report/").content.decode())
    assert form.all("textarea", name="reason")
    assert not Markup(Client().get(f"/runs/{run.token}/").content.decode()).all(
        "a", href=f"/runs/{run.token}/report/"
    )


def test_a_report_opens_one_review_and_changes_nothing_else(
    pages: Client, reporter: User, run: Run
) -> None:
    before = Run.objects.values().get(pk=run.pk)
    for _ in range(3):
        answer = pages.post(f"/runs/{run.token}/report/", {"reason": "Too fast."}, follow=True)
        assert "Thank you." in answer.content.decode()
    review = Review.objects.get()
    assert (review.run, review.opened_by, review.state) == (run, reporter, "open")
    assert review.detail == {"reported": {"reason": "Too fast."}}
    assert Run.objects.values().get(pk=run.pk) == before
    review.state = "cleared"
    review.save()
    pages.post(f"/runs/{run.token}/report/", {"reason": "Still."})
    assert Review.objects.count() == 1, "the same reporter is not heard twice"


def test_own_casual_unknown_and_running_games_are_not_found(pages: Client, run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(player=User.objects.get(name="Ragnhild"))
    assert pages.post(f"/runs/{run.token}/report/", {}).status_code == 404
    text, line = next(iter(won_lines(sealed=False).items()))
    casual = ended_run(User.objects.get(name="Solveig"), text, line, kind="casual")
    assert pages.post(f"/runs/{casual.token}/report/", {}).status_code == 404
    assert pages.get("/runs/0000000000000000000000/report/").status_code == 404
    Run.objects.filter(pk=run.pk).update(
        player=User.objects.get(name="Solveig"), state="open", result="", ended_ms=None
    )
    assert pages.post(f"/runs/{run.token}/report/", {}).status_code == 404
    assert not Review.objects.exists()


def test_strangers_sign_in_first_and_reporters_are_slowed_down(pages: Client, run: Run) -> None:
    answer = Client().post(f"/runs/{run.token}/report/", {"reason": ""})
    assert answer["Location"].startswith("/accounts/login/")
    codes = [pages.post(f"/runs/{run.token}/report/", {}).status_code for _ in range(11)]
    assert codes == [302] * 10 + [429]
