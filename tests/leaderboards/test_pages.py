"""The start page, the rules and the error pages, through Django's test client."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from accounts.models import User
from engine.scoring import SCORE_TABLES, time_bonus
from engine.variants import EVENTS, event_variant
from games.models import Run, RunResult
from games.services.runs import run_end, run_start
from tests.games.support import BACKEND, make_player, make_run
from tests.pages.markup import Markup

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]
LANGUAGES = ("en", "fr", "nb")


@pytest.fixture
def ingrid() -> User:
    return make_player()


@pytest.fixture
def pages(ingrid: User) -> Client:
    client = Client()
    client.force_login(ingrid, backend=BACKEND)
    return client


def seen(client: Client, path: str, *, status: int = 200, language: str = "en") -> Markup:
    response = client.get(path, headers={"accept-language": language})
    assert response.status_code == status, path
    return Markup(response.content.decode())


def test_a_visitor_is_offered_the_five_events_and_nobody_is_made() -> None:
    page = seen(Client(), "/")
    assert [button["value"] for button in page.all("button", name="rules")] == list(EVENTS)
    assert not User.objects.exists()
    assert not Run.objects.exists()


def test_one_press_on_the_start_page_deals_a_ranked_game() -> None:
    client = Client(enforce_csrf_checks=True)
    page = seen(client, "/")
    chosen = [radio["value"] for radio in page.all("input", name="kind") if "checked" in radio]
    token = page.all("input", name="csrfmiddlewaretoken")[0]["value"]
    form = {"kind": chosen[0], "rules": "KL1-3", "csrfmiddlewaretoken": token}
    assert client.post("/new/", form).status_code == 302
    assert (Run.objects.get().kind, Run.objects.get().event) == ("ranked", "KL1-3")


def test_the_remembered_kind_is_the_chosen_one(pages: Client, ingrid: User) -> None:
    ingrid.settings = {"kind": "casual", "draw": 3}
    ingrid.save()
    page = seen(pages, "/")
    assert [one["value"] for one in page.all("input", name="kind") if "checked" in one] == [
        "casual"
    ]
    assert [one["value"] for one in page.all("input", name="draw") if "checked" in one] == ["3"]


def test_unfinished_runs_come_first_and_ended_ones_not(pages: Client, ingrid: User) -> None:
    runs = [run_start(player=ingrid, event="YU1-C", kind="casual") for _ in range(5)]
    run_end(run=runs[4], result=RunResult.STOPPED)
    run_start(player=make_player("Sindre"), event="RU1-C", kind="casual")
    links = [one["href"] for one in seen(pages, "/").all("a") if one["href"].startswith("/play/")]
    newest = [f"/play/{run.token}/" for run in reversed(runs[1:4])]
    assert list(dict.fromkeys(links)) == newest


def test_lists_hold_no_sealed_code(pages: Client, ingrid: User) -> None:
    seed = "ABCDEFGHIJKLMNOPQRSTUVWXYZAB"
    make_run(ingrid, f"RU1-C-{seed}", "ranked")
    for path in ("/", "/my/", "/new/"):
        text = pages.get(path).content.decode()
        assert seed not in text
        assert seed[:7] not in text


def test_my_games_are_empty_for_a_visitor_and_say_what_will_come() -> None:
    assert "Nothing is waiting for you" in seen(Client(), "/my/").text


def test_my_games_page_through_all_runs(pages: Client, ingrid: User) -> None:
    for _ in range(23):
        run = run_start(player=ingrid, event="KL1-1", kind="casual")
        run.moves = 1
        run.save()
        run_end(run=run, result=RunResult.STOPPED)
    first = seen(pages, "/my/")
    (older,) = first.all("a", rel="next")
    second = seen(pages, f"/my/{older['href'].partition('#')[0]}")
    links = [
        one["href"] for page in (first, second) for one in page.all("a", **{"class": "run-name"})
    ]
    assert len(set(links)) == 23
    assert second.all("a", rel="prev")


def test_an_ended_run_shows_facts_record_and_where_its_replay_is(
    pages: Client, ingrid: User
) -> None:
    run = run_end(run=make_run(ingrid, "KL1-1-AAAAAAB"), result=RunResult.STOPPED)
    page = seen(pages, f"/runs/{run.token}/")
    assert '[Code "KL1-1-AAAAAAB"]' in page.text
    assert page.all("div", id="replay")[0]["data-url"] == f"/runs/{run.token}/replay.json"
    assert page.all("a", href=f"/runs/{run.token}/record.txt")
    assert "Play this deal again" in page.text
    stranger = seen(Client(), f"/runs/{run.token}/")
    assert "Played by Ingrid" in stranger.text
    assert "Play this deal again" not in stranger.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["russian", "klondike", "yukon"])
def test_every_game_has_its_rules_in_every_language(game: str, language: str) -> None:
    page = seen(Client(), f"/rules/{game}/", language=language)
    assert page.all("html", lang=language)
    words = {"en": "foundations", "fr": "fondations", "nb": "grunnbunkene"}
    assert words[language] in page.text


def test_unknown_rules_are_a_page_not_found() -> None:
    assert "No such page here" in seen(Client(), "/rules/freecell/", status=404).text


def test_the_rules_pages_state_what_the_engine_does() -> None:
    russian, klondike = event_variant("RU1-C"), event_variant("KL1-1")
    text = seen(Client(), "/rules/russian/").text
    assert f"At most {russian.group_limit} cards travel at once" in text
    assert f"takes back the last {russian.undo_limit} moves" in text
    sizes = [str(size) for size in russian.sizes]
    assert f"seven columns of {', '.join(sizes[:-1])} and {sizes[-1]} cards" in text
    assert f"{sum(russian.down)} cards face-down" in text
    text = seen(Client(), "/rules/klondike/").text
    assert f"The other {52 - sum(klondike.sizes)} cards are the stock" in text
    standard = SCORE_TABLES["standard-1"]
    assert f"four minutes bring {time_bonus(standard, 240_000):,} points" in text
    assert f"the highest bonus, {time_bonus(standard, 1_000):,}" in text


def test_the_yukon_family_cannot_be_finished_by_a_button_as_its_rules_say() -> None:
    assert [event_variant(event).finish for event in EVENTS] == [False, False, True, True, False]
    assert "no button finishes the game" in seen(Client(), "/rules/yukon/").text


def served(page: Markup) -> set[str]:
    """Every address of a static file that the page names, without fragments."""
    named = [given.get("href") or given.get("src") or "" for _, given in page.tags]
    return {one.partition("#")[0] for one in named if one.startswith(settings.STATIC_URL)}


PAGES = ("/", "/new/", "/my/", "/rules/russian/", "/rules/klondike/", "/c/RU1-C-AAAAABB/", "/nope/")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_whole_and_keeps_to_the_content_policy(path: str, language: str) -> None:
    page = seen(Client(), path, status=404 if path == "/nope/" else 200, language=language)
    assert page.all("html", lang=language)
    assert len(page.all("h1")) == len(page.all("main")) == 1
    assert not page.inline_scripts
    assert not [given for _, given in page.tags if "style" in given]
    assert not [name for _, given in page.tags for name in given if name.startswith("on")]
    assert page.all("a", **{"class": "skip"})[0]["href"] == "#content"
    for address in served(page):
        assert find(address.removeprefix(settings.STATIC_URL)), address


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["400.html", "403_csrf.html", "500.html"])
def test_pages_for_the_worst_hour_need_no_request_and_no_database(
    name: str, language: str, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    with translation.override(language), django_assert_num_queries(0):  # type: ignore[operator]
        page = Markup(render_to_string(name))
    assert page.all("html", lang=language)
    assert page.all("a", href="/")


def test_a_forged_form_gets_a_page_in_our_look() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/new/", {"rules": "RU1-C"})
    assert response.status_code == 403
    assert "This page was open too long" in response.content.decode()
    assert not Run.objects.exists()


def test_the_language_is_chosen_in_the_footer_and_stays() -> None:
    client = Client()
    page = seen(client, "/rules/yukon/")
    assert [one["value"] for one in page.all("button", name="language")] == list(LANGUAGES)
    answer = client.post("/i18n/setlang/", {"language": "nb", "next": "/rules/yukon/"})
    assert answer["Location"] == "/rules/yukon/"
    assert seen(client, "/rules/yukon/").all("html", lang="nb")
