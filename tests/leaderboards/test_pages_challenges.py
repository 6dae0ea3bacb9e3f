"""The page of a daily: who may see what when, its board, its sharing, its live piece."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import Friendship
from games.models import Challenge, ReviewState, Run
from games.services.challenges import challenge_start, challenges_close
from games.services.reviews import review_decide, review_open
from tests.games.challenging import CODE, DAY, LINE
from tests.leaderboards.days import (
    CLOSED,
    NOON,
    PAGE,
    daily,
    fold,
    member,
    pages_of,
    played,
    seen,
)
from tests.pages.markup import Markup

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]
HTMX = {"hx-request": "true"}


@pytest.fixture(autouse=True)
def noon() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def names(client: Client, path: str = PAGE) -> list[str]:
    """The players of the board in their order."""
    text = client.get(path).content.decode()
    board = Markup(text.partition('id="live-board"')[2].partition("tie-rule")[0])
    found = [word.strip() for word in board.words]
    return [name for name in found if name in {"Ingrid", "Sindre", "Solveig", "Amir"}]


def test_a_visitor_sees_the_promise_and_may_start_but_no_board() -> None:
    challenge = daily()
    played(member("Solveig"), challenge)
    fold()
    page = seen(Client(), PAGE)
    assert challenge.commitment in page.text
    assert "The board opens for you when your own game has ended" in page.text
    assert "Solveig" not in page.text
    assert page.all("form", action=f"{PAGE}start/")
    assert "closes in 1 d 0 h" in page.text


@pytest.mark.parametrize(
    ("language", "heading"),
    [
        ("en", "Daily challenge\xa0· 5 June"),
        ("fr", "Défi du jour\xa0· 5 juin"),
        ("nb", "Dagens utfordring\xa0· 5. juni"),
    ],
)
def test_the_heading_never_breaks_before_its_dot(language: str, heading: str) -> None:
    daily()
    page = Client().get(PAGE, headers={"accept-language": language}).content.decode()
    assert f"<h1>{heading}</h1>" in page


def test_nothing_of_a_running_deal_is_on_any_page_of_it() -> None:
    challenge = daily()
    player = member()
    played(player, challenge)
    played(member("Solveig"), challenge, moves=20)
    fold()
    paths = (PAGE, f"{PAGE}share.txt", "/", "/boards/time/RU1-C/day/", "/calendar/RU1-C/2026-06/")
    for path in paths:
        text = pages_of(player).get(path).content.decode()
        assert not [part for part in CODE.split("-")[2:] if part in text], path
        assert " ".join(LINE[:5]) not in text
        assert "How it was played" not in text


def test_one_press_starts_and_the_page_then_leads_back_to_the_table() -> None:
    daily()
    client = Client()
    assert client.post(f"{PAGE}start/").status_code == 302
    run = Run.objects.get()
    page = seen(client, PAGE)
    assert page.all("a", href=f"/play/{run.token}/")
    assert not page.all("form", action=f"{PAGE}start/")


def test_after_the_own_game_the_board_shows_ranks_marks_and_the_reader() -> None:
    challenge = daily()
    ingrid = member()
    played(member("Solveig"), challenge, step_ms=600)
    played(ingrid, challenge, verified=False)
    played(member("Sindre"), challenge, undos=3)
    played(member("Amir"), challenge, moves=12)
    fold()
    page = seen(pages_of(ingrid), PAGE)
    assert names(pages_of(ingrid)) == ["Solveig", "Ingrid", "Sindre", "Amir"]
    assert len(page.all("tr", **{"class": "own"})) == 1
    assert "rank 2 of 4" in page.text
    assert page.text.count("Provisional") == 2  # the board's, and the row not yet verified
    assert page.text.count("Verified") == 3
    assert page.text.count("Clean") >= 3
    assert not [link for link in page.all("a") if link.get("id", "").startswith("watch-")]


def test_equal_results_share_a_rank_and_the_page_says_so() -> None:
    challenge = daily()
    ingrid = member()
    for name in ("Solveig", "Sindre"):
        played(member(name), challenge)
    played(ingrid, challenge)
    fold()
    page = seen(pages_of(ingrid), PAGE)
    assert "shared rank 1 of 3" in page.text
    assert page.text.count("1 shared") == 3
    assert "Equals share a rank" in page.text


def test_closing_opens_code_salt_proof_replays_and_figures(noon: Any) -> None:
    challenge = daily()
    run = played(member("Solveig"), challenge)
    played(member("Amir"), challenge, moves=30)
    review = review_open(run=played(member("Sindre"), challenge, step_ms=50), by=None)
    review_decide(review=review, state=ReviewState.REMOVED, note="", by=None)
    fold()
    noon.move_to(CLOSED)
    challenge = daily_closed(challenge)
    page = seen(Client(), PAGE)
    assert CODE in page.text
    assert challenge.salt in page.text
    assert " ".join(LINE) in page.text
    assert "closed, final" in page.text
    assert page.all("a", href=f"/runs/{run.token}/")
    assert "2 Players 1 Solved 1 Clean" in page.text
    assert f"between {len(LINE)} and" in " ".join(svg["aria-label"] for svg in charts(page))
    assert page.all("input", name="code", value=CODE)
    assert f"python -m engine check-commitment {challenge.commitment}" in page.text


def daily_closed(challenge: Challenge) -> Challenge:
    assert challenges_close(now=CLOSED) == 1
    challenge.refresh_from_db()
    return challenge


def charts(page: Any) -> list[dict[str, str]]:
    return [svg for svg in page.all("svg") if svg.get("role") == "img"]


def test_friends_and_clean_filter_the_board() -> None:
    challenge = daily()
    ingrid, solveig = member(), member("Solveig")
    low, high = sorted((ingrid, solveig), key=lambda one: one.pk)
    Friendship.objects.create(low=low, high=high, created_at=NOON)
    played(solveig, challenge, undos=1)
    played(member("Sindre"), challenge)
    played(ingrid, challenge)
    fold()
    client = pages_of(ingrid)
    assert set(names(client)) == {"Ingrid", "Sindre", "Solveig"}
    assert set(names(client, f"{PAGE}?friends=1")) == {"Ingrid", "Solveig"}
    assert set(names(client, f"{PAGE}?clean=1")) == {"Ingrid", "Sindre"}
    assert names(client, f"{PAGE}?friends=1&clean=1") == ["Ingrid"]


def test_the_live_piece_is_sent_when_something_changed_and_only_then(noon: Any) -> None:
    challenge = daily()
    ingrid = member()
    played(ingrid, challenge)
    fold()
    client = pages_of(ingrid)
    [piece] = seen(client, PAGE).all("div", id="live-board")
    again = client.get(piece["hx-get"], headers=HTMX)
    assert (again.status_code, again.content) == (204, b"")
    played(member("Solveig"), challenge, step_ms=600)
    fold()
    changed = client.get(piece["hx-get"], headers=HTMX)
    assert changed.status_code == 200
    assert "Solveig" in changed.content.decode()
    assert "<html" not in changed.content.decode()
    noon.move_to(CLOSED)
    daily_closed(challenge)
    assert client.get(piece["hx-get"], headers=HTMX)["HX-Refresh"] == "true"
    [still] = seen(client, PAGE).all("div", id="live-board")
    assert "hx-get" not in still


def test_the_share_text_tells_the_result_and_nothing_of_the_deal() -> None:
    challenge = daily()
    ingrid = member()
    played(ingrid, challenge, step_ms=2_965)
    told = pages_of(ingrid).get(f"{PAGE}share.txt")
    assert told["Content-Type"].startswith("text/plain")
    assert told.content.decode() == (
        f"Réussite daily, 5 June 2026, Russian Classic: solved in {len(LINE)} moves, "
        "4 minutes 12 seconds, no undo. Streak 1."
    )
    assert told.content.decode() in seen(pages_of(ingrid), PAGE).text


def test_a_loss_is_told_by_cards_up_and_others_have_nothing_to_tell() -> None:
    challenge = daily()
    ingrid = member()
    run = played(ingrid, challenge, moves=40, undos=1)
    told = pages_of(ingrid).get(f"{PAGE}share.txt").content.decode()
    assert told == f"Réussite daily, 5 June 2026, Russian Classic: {run.up} of 52 cards up."
    assert Client().get(f"{PAGE}share.txt").status_code == 404
    assert pages_of(member("Solveig")).get(f"{PAGE}share.txt").status_code == 404


def test_an_open_attempt_has_nothing_to_tell() -> None:
    challenge = daily()
    ingrid = member()
    challenge_start(challenge=challenge, player=ingrid, now=NOON)
    assert pages_of(ingrid).get(f"{PAGE}share.txt").status_code == 404


def test_a_guest_who_has_played_is_invited_and_a_player_to_confirm_the_address() -> None:
    challenge = daily()
    client = Client()
    client.post(f"{PAGE}start/")
    Run.objects.update(state="ended", result="stopped", moves=3)
    assert "1 result of yours waits for a name" in seen(client, PAGE).text
    sindre = member("Sindre")
    sindre.emailaddress_set.update(verified=False)
    played(sindre, challenge)
    assert "Confirm your e-mail address" in seen(pages_of(sindre), PAGE).text


@pytest.mark.parametrize(
    "path",
    [f"/daily/{DAY}/KL1-1/", f"/daily/{DAY}/RU9-Z/", "/daily/2026-02-30/RU1-C/", "/daily/x/"],
)
def test_what_was_never_dealt_is_not_found(path: str) -> None:
    daily()
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize(
    ("zone", "day"), [("Pacific/Kiritimati", "2026-06-06"), ("Pacific/Midway", "2026-06-05")]
)
def test_today_is_the_date_at_home(zone: str, day: str) -> None:
    daily(date.fromisoformat(day))
    player = member(zone=zone)
    assert pages_of(player).get("/daily/")["Location"] == f"/daily/{day}/RU1-C/"
    visitor = Client()
    visitor.cookies["zone"] = zone
    assert visitor.get("/daily/")["Location"] == f"/daily/{day}/RU1-C/"


def test_before_the_first_deal_is_proved_the_page_of_today_says_so() -> None:
    assert "still being proved winnable" in seen(Client(), "/daily/").text
    assert "still being proved winnable" in seen(Client(), "/weekly/?event=KL1-3").text


def test_an_event_without_a_deal_leads_to_one_that_has_one() -> None:
    daily()
    assert Client().get("/daily/?event=KL1-3")["Location"] == PAGE


def test_a_page_takes_as_many_queries_for_twenty_rows_as_for_two(
    django_assert_max_num_queries: Any,
) -> None:
    challenge = daily()
    ingrid = member()
    played(ingrid, challenge)
    for number in range(25):
        played(member(f"Rival{number}"), challenge, step_ms=800 + number)
    fold()
    client = pages_of(ingrid)
    # A query a row would make fifty; the two databases differ by a few.
    with django_assert_max_num_queries(34):
        seen(client, PAGE)
    [piece] = seen(client, PAGE).all("div", id="live-board")
    [further] = seen(client, PAGE).all("a", rel="next")
    second = seen(client, PAGE + further["href"].partition("#")[0])
    assert len(second.all("a", **{"class": "who-name"})) == 10
    assert second.all("tr", **{"class": "own"})
    assert "Rows are left out here" in second.text
    assert piece
