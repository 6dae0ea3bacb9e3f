"""Analyses that wait: how many of a player's, what becomes of lost ones, what the page says."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from engine.codes import parse_code
from engine.deals import deal
from engine.solver import analysis as solver_analysis
from games import jobs, tasks
from games.models import Analysis, Run
from games.selectors.analysis import analysis_row
from games.services.analysis import MOST_PENDING, analyses_requeue, analysis_request
from games.services.runs import run_end
from games.words import card_words, item_words
from tests.games.support import BACKEND, make_player, make_run, won_lines

pytestmark = pytest.mark.django_db
CODE = "RU1-C-NHOJOHH-BANNVRI-OEVQQAU-OLVLCHM"


@pytest.fixture
def ingrid() -> User:
    return make_player()


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What is queued, and nothing more of it."""
    queued: list[tuple[str, int]] = []

    def send(name: str, queue: str, ids: dict[str, Any], expires: float | None = None) -> None:
        queued.append((name, ids.get("run_id", 0)))

    monkeypatch.setattr(jobs, "_send", send)
    return queued


def ended(player: User) -> Run:
    return run_end(run=make_run(player, CODE, "ranked"), result="stopped")


def analysed(player: User, **found: Any) -> Run:
    """An ended game of two moves, the second of which loses, and what was `found`."""
    run = make_run(player, CODE, "ranked")
    for place, text in enumerate(("aS", "e4a")):
        run.log.create(run=run, place=place, text=text, at_ms=place)
    run.seq, run.moves, run.started_ms = 2, 2, 1_700_000_000_000
    run.save()
    Analysis.objects.create(run=run, state="done", **found)
    return run_end(run=run, result="stopped")


def client_of(player: User) -> Client:
    client = Client()
    client.force_login(player, backend=BACKEND)
    return client


def test_a_player_may_have_so_many_waiting_and_is_told(ingrid: User) -> None:
    runs = [ended(ingrid) for _ in range(MOST_PENDING + 1)]
    client = client_of(ingrid)
    for run in runs[:-1]:
        client.post(f"/runs/{run.token}/analyse/", headers={"hx-request": "true"})
    assert Analysis.objects.count() == MOST_PENDING
    path = f"/runs/{runs[-1].token}/analyse/"
    answer = client.post(path, headers={"hx-request": "true"})
    assert "Ask again when one is done" in answer.content.decode()
    assert "Ask again when one is done" in client.post(path, follow=True).content.decode()
    assert Analysis.objects.count() == MOST_PENDING
    analysis_request(run=ended(make_player("Sindre")))
    Analysis.objects.filter(run=runs[0]).update(state="done")
    analysis_request(run=runs[-1])


def test_lost_analyses_are_queued_anew_and_given_up_after_an_hour(
    ingrid: User,
    sent: list[tuple[str, int]],
    django_capture_on_commit_callbacks: Any,
) -> None:
    fresh, lost, hopeless = (ended(ingrid) for _ in range(3))
    for run in (fresh, lost, hopeless):
        analysis_request(run=run)
    sent.clear()
    now = timezone.now()
    old = now - timedelta(minutes=6)
    Analysis.objects.filter(run=lost).update(state="running", changed_at=old)
    Analysis.objects.filter(run=hopeless).update(changed_at=old, asked_at=now - timedelta(hours=2))
    with django_capture_on_commit_callbacks(execute=True):
        assert analyses_requeue(now=now) == 1
        assert analyses_requeue(now=now) == 0
    assert sent == [(jobs.RUN_ANALYSE, lost.pk)]
    page = client_of(ingrid).get(f"/runs/{hopeless.token}/").content.decode()
    assert "The last analysis failed" in page
    with django_capture_on_commit_callbacks(execute=True):
        analysis_request(run=hopeless)
        assert analyses_requeue(now=now) == 0
    assert Analysis.objects.get(run=hopeless).state == "queued"


def test_an_analysis_that_takes_too_long_has_failed(
    ingrid: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*_: Any, **__: Any) -> None:
        raise SoftTimeLimitExceeded

    run = ended(ingrid)
    analysis_request(run=run)
    monkeypatch.setattr(solver_analysis, "analyse", endless)
    tasks.run_analyse(run.pk)
    assert analysis_row(run=run, viewer=ingrid).state == "failed"


@pytest.mark.parametrize(
    ("verdicts", "lost_at", "line_from", "said"),
    [
        ("wwl", 1, 1, "Still winnable before move 2, lost after it: K♥ and 3 more to column 1."),
        ("wul", 1, 0, "Still winnable before move 1, lost after move 2."),
        ("lll", None, None, "This deal could not be won by anybody, whatever was played."),
        ("uul", 1, None, "Lost after move 2; whether it could be won before is not known."),
        ("www", None, 2, "This game could still be won where it ended."),
        ("wuu", None, 0, "Winnable before move 1; whether it was after that is not known."),
        ("uuu", None, None, "The solver could not decide these positions in its time."),
    ],
)
def test_the_summary_says_what_is_known_and_no_more(
    ingrid: User, verdicts: str, lost_at: int | None, line_from: int | None, said: str
) -> None:
    run = analysed(ingrid, verdicts=verdicts, lost_at=lost_at, line_from=line_from)
    assert analysis_row(run=run, viewer=ingrid).summary == said


def test_moves_are_told_in_words() -> None:
    russian = deal(parse_code(CODE))
    assert item_words(russian, "aS", local=True) == "A♠ to its foundation"
    assert item_words(russian, "e4a", local=True) == "K♥ and 3 more to column 1"
    klondike = deal(parse_code("KL1-1-AAAAABB"))
    told = {item_words(klondike, text, local=True) for text in "><?u"}
    assert told == {"a draw from the stock", "the waste turned over", "a hint", "an undo"}
    drawn = klondike._replace(waste=(9,), foundations=(0, 3, 0, 0))
    assert item_words(drawn, "wb", local=True) == "10♠ to column 2"
    assert item_words(drawn, "Hc", local=True) == "3♥ to column 3"


@pytest.mark.parametrize(
    ("language", "letters"), [("en", "A J Q K"), ("fr", "A V D R"), ("nb", "A Kn D K")]
)
def test_court_cards_have_the_letters_that_they_have_on_the_table(
    language: str, letters: str
) -> None:
    with translation.override(language):
        cards = [card_words(card, local=True) for card in (13, 23, 24, 25)]
        assert cards == [f"{letter}♥" for letter in letters.split()]
        assert card_words(22, local=True) == "10♥"
        assert card_words(24, local=False) == "Q♥"


@pytest.mark.parametrize(
    ("chosen", "losing", "winning"),
    [
        ({}, "R♥ et 3 autres vers la colonne 1", "D♣ vers sa fondation"),
        ({"local_ranks": False}, "K♥ et 3 autres vers la colonne 1", "Q♣ vers sa fondation"),
    ],
)
def test_the_analysis_writes_cards_as_its_reader_has_them(
    ingrid: User, chosen: dict[str, bool], losing: str, winning: str
) -> None:
    line = " ".join(won_lines(sealed=True)[CODE][1:])
    run = analysed(ingrid, verdicts="wwl", lost_at=1, line_from=1, line=line)
    reader = make_player("Sindre")
    reader.settings = chosen
    reader.save()
    client = client_of(reader)
    for path in (f"/runs/{run.token}/", f"/runs/{run.token}/analysis/"):
        page = client.get(path, headers={"accept-language": "fr"}).content.decode()
        assert losing in page
        assert winning in page
