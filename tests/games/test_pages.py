"""Pages and files of runs, through Django's test client."""

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.selectors import settings_of
from engine.record import parse_record, replay_record
from games.models import LogItem, Run
from games.services.runs import run_continue_casually, run_end, run_restart
from games.services.tables import table_fold
from tests.games.finished import ended_run
from tests.games.support import BACKEND, make_player, make_run, won_lines

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]
CODE, MOVES = next(iter(won_lines(sealed=False).items()))


@pytest.fixture
def ingrid() -> Any:
    return make_player()


@pytest.fixture
def pages(ingrid: Any) -> Client:
    client = Client()
    client.force_login(ingrid, backend=BACKEND)
    return client


def played(run: Run, moves: list[str]) -> Run:
    """The run with a log, as the writer would have left it."""
    LogItem.objects.bulk_create(
        LogItem(run=run, place=place, text=text, at_ms=1000 * place)
        for place, text in enumerate(moves)
    )
    game = table_fold(run, [(text, 1000 * place, "") for place, text in enumerate(moves)]).game
    run.seq, run.moves, run.last_ms, run.score = len(moves), game.moves, game.last_ms, game.score
    run.started_ms = 1_700_000_000_000
    run.save()
    return run


def without_accidents(response: Any, token: str) -> str:
    """A page without the address that was asked for and the form tokens, new each time."""
    text = response.content.decode().replace(token, "")
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)


def test_a_visitor_plays_at_once_and_is_a_guest() -> None:
    client = Client()
    response = client.post("/new/", {"kind": "ranked", "rules": "RU1-C"})
    run = Run.objects.get()
    assert response["Location"] == f"/play/{run.token}/"
    assert run.player.is_guest
    assert (run.kind, run.event, run.code) == ("ranked", "RU1-C", "")
    assert client.get(response["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("form", "event", "kind"),
    [
        ({"rules": "kl1-3"}, "KL1-3", "ranked"),
        ({"rules": "KL1-3", "kind": "casual"}, "KL1-3", "casual"),
        ({"rules": "KL1-3AS"}, "KL1-3SA", "casual"),
        ({"family": "KL1", "draw": "3", "passes": "P", "opt": ["W", "A"]}, "KL1-3SAW", "casual"),
        ({"family": "KL1", "draw": "1", "passes": "S", "opt": ["V"]}, "KL1-1V", "casual"),
        ({"family": "KL1", "draw": "3", "passes": "P", "opt": ["V"]}, "KL1-3V", "casual"),
        ({"code": " ru1 c aaaaabb "}, "RU1-C", "casual"),
    ],
)
def test_new_game_reads_every_form(
    pages: Client, form: dict[str, Any], event: str, kind: str
) -> None:
    assert pages.post("/new/", form).status_code == 302
    run = Run.objects.get()
    assert (run.event, run.kind) == (event, kind)
    assert bool(run.code) is (kind == "casual")


@pytest.mark.parametrize("kind", ["casual", "ranked"])
def test_the_kind_chosen_last_is_offered_next(pages: Client, ingrid: Any, kind: str) -> None:
    pages.post("/new/", {"kind": kind, "rules": "RU1-C"})
    pages.post("/new/", {"code": CODE})
    assert pages.get("/new/").context["kind"] == kind


@pytest.mark.parametrize(
    ("form", "word"),
    [
        ({"code": "XX1-C-AAAAABB"}, "RU1"),
        ({"code": "RU1-Q-AAAAABB"}, "rules part"),
        ({"code": "KL1-1-AAAAAB7"}, "letters A to Z"),
        ({"code": "RU1-C-AAAA"}, "too short"),
        ({"rules": ""}, "RU1"),
        ({"rules": "KL1-3VW"}, "rules part"),
        ({"family": "KL1", "draw": "9"}, "rules part"),
    ],
)
def test_an_unreadable_code_names_its_part_and_begins_nothing(
    pages: Client, form: dict[str, Any], word: str
) -> None:
    response = pages.post("/new/", form)
    assert response.status_code == 400
    assert word in response.content.decode()
    assert not Run.objects.exists()


def test_a_linked_code_asks_before_it_deals(pages: Client) -> None:
    response = pages.get("/c/ru1-c-aaaaabb/")
    assert "RU1-C-AAAAABB" in response.content.decode()
    assert not Run.objects.exists()
    assert pages.get("/c/RU1-C-AAAA/").status_code == 404


def test_the_page_of_an_open_ranked_run_holds_its_event_and_no_code(
    pages: Client, ingrid: Any
) -> None:
    run = make_run(ingrid, "RU1-C", "ranked")
    config = pages.get(f"/play/{run.token}/").context["config"]
    assert config["code"] is None
    assert config["event"] == "RU1-C"


PATHS = ["/play/{}/", "/runs/{}/", "/runs/{}/replay.json", "/runs/{}/record.txt"]


@pytest.mark.parametrize(
    ("language", "day"), [("en", "1 Dec"), ("fr", "1er déc."), ("nb", "1. des.")]
)
def test_a_table_says_the_day_of_its_start_where_its_player_lives(
    pages: Client, ingrid: Any, language: str, day: str
) -> None:
    User.objects.filter(pk=ingrid.pk).update(zone="Pacific/Auckland", language=language)
    run = make_run(ingrid, "RU1-C", "ranked")
    run.started_ms = int(datetime(2026, 11, 30, 20, tzinfo=UTC).timestamp() * 1000)
    run.save()
    page = pages.get(f"/play/{run.token}/", headers={"accept-language": language})
    assert f"RU1-C · {day}</span>" in page.content.decode()


@pytest.mark.parametrize("path", PATHS)
def test_anothers_run_is_as_unknown_as_an_unknown_one(pages: Client, path: str) -> None:
    run = make_run(make_player("Sindre"), "RU1-C", "ranked")
    hidden, unknown = pages.get(path.format(run.token)), pages.get(path.format("0" * 22))
    assert hidden.status_code == unknown.status_code == 404
    assert without_accidents(hidden, run.token) == without_accidents(unknown, "0" * 22)


@pytest.mark.parametrize("action", ["restart", "casual", "stop"])
def test_nobody_ends_anothers_run(pages: Client, action: str) -> None:
    run = make_run(make_player("Sindre"), "RU1-C", "ranked")
    assert pages.post(f"/runs/{run.token}/{action}/").status_code == 404
    unasked = 404 if action == "stop" else 405
    assert pages.get(f"/runs/{run.token}/{action}/").status_code == unasked
    assert Run.objects.get(pk=run.pk).is_open


@pytest.mark.parametrize("end", ["replay.json", "record.txt"])
def test_an_open_run_has_no_record_even_for_its_player(
    pages: Client, ingrid: Any, end: str
) -> None:
    run = make_run(ingrid, "RU1-C", "ranked")
    assert pages.get(f"/runs/{run.token}/{end}").status_code == 404


def test_an_ended_run_shows_its_record_which_replays(pages: Client, ingrid: Any) -> None:
    run = played(make_run(ingrid, CODE), MOVES[:20])
    run = run_end(run=run, result="stopped")
    page = pages.get(f"/runs/{run.token}/")
    assert CODE in page.content.decode()
    text = pages.get(f"/runs/{run.token}/record.txt").content.decode()
    record = parse_record(text)
    assert record.tags["Code"] == CODE
    replay = replay_record(record)
    assert (replay.game.moves, replay.failure) == (20, None)


def test_a_replay_comes_in_slices_that_fit_together(pages: Client, ingrid: Any) -> None:
    run = run_end(run=played(make_run(ingrid, CODE), MOVES), result="stopped")

    def slice_of(start: int, count: int) -> dict[str, Any]:
        body = pages.get(f"/runs/{run.token}/replay.json?from={start}&count={count}").content
        value: dict[str, Any] = json.loads(body)
        return value

    whole = slice_of(0, 200)
    assert whole["total"] == len(MOVES) == len(whole["items"])
    assert len(whole["views"]) == len(MOVES) + 1
    assert whole["views"][-1]["up"] == 52
    parts = [slice_of(0, 50), slice_of(50, 50), slice_of(100, 200)]
    assert [view for part in parts for view in part["views"]] == whole["views"]
    beyond = slice_of(10_000, 10)
    assert (beyond["items"], beyond["views"]) == ([], [])


def test_restart_deals_the_same_cards_casually_and_ends_the_old(ingrid: Any) -> None:
    ranked = make_run(ingrid, CODE, "ranked")
    again = run_restart(run=ranked)
    ranked.refresh_from_db()
    assert (ranked.state, ranked.result) == ("ended", "restarted")
    assert (again.kind, again.code, again.seq) == ("casual", CODE, 0)


def test_going_on_casually_keeps_position_clock_and_counters(ingrid: Any) -> None:
    ranked = played(make_run(ingrid, CODE, "ranked"), MOVES[:30])
    casual = run_continue_casually(run=ranked)
    assert (casual.kind, casual.code, casual.seq, casual.moves) == ("casual", CODE, 30, 30)
    items = casual.log.order_by("place").values_list("text", flat=True)
    assert list(items) == MOVES[:30]
    ranked.refresh_from_db()
    assert ranked.result == "stopped"


def test_my_games_lists_both_kinds_and_leaves_out_what_was_never_played(
    pages: Client, ingrid: Any
) -> None:
    open_run = make_run(ingrid, "RU1-C", "ranked")
    ended = run_end(run=played(make_run(ingrid, CODE), MOVES[:5]), result="stopped")
    untouched = run_end(run=make_run(ingrid, CODE), result="stopped")
    make_run(make_player("Sindre"), "RU1-C", "ranked")
    page = pages.get("/my/")
    assert [row.token for row in page.context["unfinished"]] == [open_run.token]
    assert [row.token for row in page.context["finished"]] == [ended.token]
    assert untouched.token not in page.content.decode()


def test_stop_twice_from_the_list_is_one_stop(pages: Client, ingrid: Any) -> None:
    run = played(make_run(ingrid, CODE), MOVES[:5])
    for _ in range(2):
        response = pages.post(f"/runs/{run.token}/stop/")
        assert response["Location"] == f"/runs/{run.token}/"
    assert Run.objects.get(pk=run.pk).result == "stopped"


def test_b26_a_hundred_deals_differ(ingrid: Any) -> None:
    codes = {make_run(ingrid, "RU1-C").code for _ in range(100)}
    assert len(codes) == 100


def test_b01_a_restart_deals_the_same_board_after_any_moves(ingrid: Any) -> None:
    from engine.deals import deal
    from games.sealing import run_code

    run = played(make_run(ingrid, CODE), MOVES[:9])
    assert deal(run_code(run=run_restart(run=run))) == deal(run_code(run=run))


def test_the_draw_chosen_is_the_tables_setting_from_then_on(client: Client) -> None:
    parts = {"kind": "casual", "family": "KL1", "draw": "3", "passes": "S", "opt": "A"}
    client.post("/new/", parts)
    player = User.objects.get()
    assert settings_of(player)["draw"] == 3
    client.post("/new/", {"kind": "casual", "rules": "YU1-C"})
    assert settings_of(User.objects.get())["draw"] == 3
    client.post("/new/", {"kind": "casual", "rules": "KL1-1"})
    assert settings_of(User.objects.get())["draw"] == 1


def test_the_tables_menu_says_what_is_known_of_the_deal_and_the_balance(client: Client) -> None:
    client.post("/new/", {"kind": "casual", "rules": "KL1-1V"})
    run = Run.objects.get()
    Run.objects.filter(pk=run.pk).update(proof="proved")
    Run.objects.create(
        player=run.player, kind="casual", event="KL1-1V", code="KL1-1V-AAAAABB", moves=9,
        score=-17, state="ended", result="stopped", started_ms=1, ended_ms=2,
    )  # fmt: skip
    menu = client.get(f"/play/{run.token}/").content.decode().split('id="menu"')[1]
    menu = menu.split("</dialog>")[0]
    assert "This deal is proved winnable." in menu
    assert "Vegas balance before: <b>-17</b>" in menu
    assert 'data-kind="ranked"' not in client.get(f"/play/{run.token}/").content.decode()


@pytest.mark.parametrize(
    ("rules", "other"),
    [
        ("KL1-1PA", "Klondike · draw three, strict passes, any"),
        ("KL1-3V", "Klondike · draw one, Vegas"),
        ("YU1-C", ""),
    ],
)
def test_the_table_knows_what_another_draw_would_deal(
    client: Client, rules: str, other: str
) -> None:
    client.post("/new/", {"kind": "casual", "rules": rules})
    config = client.get(f"/play/{Run.objects.get().token}/").context["config"]
    assert config["other_draw"].startswith(other)
    assert bool(config["other_draw"]) is bool(other)


@pytest.mark.parametrize(
    ("language", "day", "instant"),
    [
        ("en", "1 December 2026", "1 December 2026, 00:06"),
        ("fr", "1er décembre 2026", "1er décembre 2026 à 00:06"),
        ("nb", "1. desember 2026", "1. desember 2026 kl. 00:06"),
    ],
)
def test_when_a_game_ended_is_told_in_the_players_zone_and_language(
    pages: Client, ingrid: User, language: str, day: str, instant: str
) -> None:
    User.objects.filter(pk=ingrid.pk).update(zone="Europe/Oslo", language=language)
    ended_ms = round(datetime(2026, 11, 30, 23, 6, tzinfo=UTC).timestamp() * 1000)
    run = ended_run(ingrid, CODE, MOVES[:3], kind="casual", ended_ms=ended_ms)
    headers = {"accept-language": language}
    assert f">{day}</time>" in pages.get("/my/", headers=headers).content.decode()
    page = pages.get(f"/runs/{run.token}/", headers=headers).content.decode()
    assert f">{instant}</time>" in page
