"""Challenge with this deal: ghosts tell numbers only, and only of deals that are over."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from engine.codes import parse_code
from engine.deals import deal
from engine.replay import Game
from games.errors import RunNotFound
from games.models import LogItem, Race, Run, RunResult
from games.selectors.ghosts import course_points, ghost_course, ghost_row
from games.services.ghosts import ghost_room, ghost_start
from games.services.runs import run_end, run_restart
from tests.games.challenging import DAY, make_challenge
from tests.games.races import make_players, make_running, run_of
from tests.games.support import BACKEND, make_run, won_lines

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]
CODE, LINE = next(iter(won_lines(sealed=False).items()))
START = 1_780_000_000_000
STEP = 700


def played(
    player: User, *, items: int | None = None, step: int = STEP, kind: str = "casual"
) -> Run:
    """An ended game of the code: the winning line, or so many items of it, one every `step` ms."""
    run, line = make_run(player, CODE, kind), LINE[:items]
    game = Game(deal(parse_code(CODE)))
    for place, text in enumerate(line):
        game.play(text, (place + 1) * step)
        LogItem.objects.create(run=run, place=place, text=text, at_ms=(place + 1) * step)
    for name in ("last_ms", "score", "moves", "up", "turned"):
        setattr(run, name, getattr(game, name))
    run.seq, run.state = game.items, "ended"
    run.result = "won" if game.won else "stopped"
    run.started_ms, run.ended_ms = START, START + game.last_ms
    run.save()
    return run


def client_of(player: User) -> Client:
    client = Client()
    client.force_login(player, backend=BACKEND)
    return client


def finish(run: Run, like: Run, **changes: Any) -> Run:
    for name in ("result", "last_ms", "moves", "up", "turned", "ended_ms", "started_ms"):
        setattr(run, name, changes.get(name, getattr(like, name)))
    run.state = "ended"
    run.save()
    return run


# --- the course ----------------------------------------------------------------------------------


def test_a_course_is_the_fold_of_the_log_in_numbers() -> None:
    ingrid, sindre = make_players(2)
    ghost = played(ingrid)
    run = ghost_start(token=ghost.token, player=sindre)
    course = ghost_course(token=run.token, user=sindre)
    hidden = sum(deal(parse_code(CODE)).down)
    assert course.points[0] == (0, 0, hidden, 0)
    assert course.points[-1] == (ghost.last_ms, 52, 0, ghost.moves)
    assert (course.name, course.own, course.ms, course.state) == (
        "Ingrid", False, ghost.last_ms, "won",
    )  # fmt: skip
    game = Game(deal(parse_code(CODE)))
    known = {0: (0, hidden, 0)}
    for place, text in enumerate(LINE, 1):
        game.play(text, place * STEP)
        known[place * STEP] = (game.up, hidden - game.turned, game.moves)
    assert all(known[ms] == rest for ms, *numbers in course.points if (rest := tuple(numbers)))
    times = [ms for ms, *_ in course.points]
    assert times == sorted(set(times))


def test_of_a_ghost_there_are_two_news_a_second_at_most() -> None:
    (ingrid,) = make_players(1)
    run = played(ingrid, step=90)
    points = course_points(run)
    assert len({ms // 500 for ms, *_ in points[1:]}) == len(points) - 1
    assert points[-1][1:] == (52, 0, run.moves), "the latest wins"
    assert len(points) < len(LINE) / 4


def test_a_game_that_was_stopped_ends_where_it_ended() -> None:
    ingrid, sindre = make_players(2)
    ghost = played(ingrid, items=20)
    Run.objects.filter(pk=ghost.pk).update(ended_ms=START + 90_000)
    run = ghost_start(token=ghost.token, player=sindre)
    course = ghost_course(token=run.token, user=sindre)
    assert (course.state, course.ms) == ("stopped", 90_000)
    assert course.points[-1][0] == 20 * STEP


# --- who may race what ---------------------------------------------------------------------------


def test_only_ended_games_of_deals_that_are_over_are_raced() -> None:
    ingrid, sindre = make_players(2)
    over = played(ingrid)
    assert ghost_start(token=over.token, player=sindre).code == CODE
    assert ghost_start(token=over.token, player=ingrid).ghost == over, "one's own as well"
    ranked = played(ingrid, kind="ranked")
    run = ghost_start(token=ranked.token, player=sindre)
    assert (run.kind, run.code, run.ghost) == ("casual", CODE, ranked)
    going_on = make_run(ingrid, CODE)
    unmoved = run_end(run=make_run(ingrid, CODE), result=RunResult.STOPPED)
    refused = played(ingrid)
    Run.objects.filter(pk=refused.pk).update(verification="rejected")
    for token in (going_on.token, unmoved.token, refused.token, "0" * 22):
        with pytest.raises(RunNotFound):
            ghost_start(token=token, player=sindre)
        with pytest.raises(RunNotFound):
            ghost_room(token=token, host=sindre)


def test_games_of_a_running_race_or_challenge_have_no_ghost() -> None:
    ingrid, sindre, birgitta = make_players(3)
    race = make_running([ingrid, sindre])
    raced = run_of(race, ingrid)
    Run.objects.filter(pk=raced.pk).update(state="ended", result="stopped", moves=3, ended_ms=1)
    challenge = make_challenge(day=DAY)
    attempt = played(ingrid, kind="ranked", items=3)
    Run.objects.filter(pk=attempt.pk).update(challenge=challenge)
    for run in (raced, attempt):
        for player in (ingrid, birgitta):
            client = client_of(player)
            assert client.get(f"/runs/{run.token}/challenge/").status_code == 404
            assert client.post(f"/runs/{run.token}/ghost/").status_code == 404
            assert client.post(f"/runs/{run.token}/challenge/room/").status_code == 404
    assert not Run.objects.exclude(ghost=None).exists()
    assert Race.objects.count() == 1
    Race.objects.filter(pk=race.pk).update(state="ended")
    assert client_of(birgitta).get(f"/runs/{raced.token}/challenge/").status_code == 200


def test_a_link_leads_a_visitor_to_the_ghost_and_tells_no_card() -> None:
    ingrid, sindre = make_players(2)
    ghost = played(ingrid)
    visitor = Client()
    link = f"/runs/{ghost.token}/challenge/"
    page = visitor.get(link).content.decode()
    assert "Ingrid challenges you" in page
    assert CODE not in page
    assert not User.objects.filter(is_guest=True).exists(), "a link alone changes nothing"
    table = visitor.post(f"/runs/{ghost.token}/ghost/")["Location"]
    token = table.strip("/").split("/")[-1]
    config = visitor.get(table).content.decode()
    assert f'"ghost": "/runs/{token}/ghost.json"' in config
    answer = visitor.get(f"/runs/{token}/ghost.json")
    told = json.loads(answer.content)
    assert set(told) == {"name", "own", "points", "ms", "state"}
    assert all(isinstance(number, int) for point in told["points"] for number in point)
    assert answer.content.decode().count('"') == 2 * (len(told) + 2), "no text but name and state"
    assert client_of(sindre).get(f"/runs/{token}/ghost.json").status_code == 404, "another's"
    assert Client().get(f"/runs/{token}/ghost.json").status_code == 404
    assert client_of(ingrid).get(f"/runs/{ghost.token}/ghost.json").status_code == 404, "has none"


def test_a_room_on_the_deal_is_open_casual_and_says_so() -> None:
    ingrid, sindre = make_players(2)
    ghost = played(ingrid, kind="ranked")
    client = client_of(sindre)
    room = client.post(f"/runs/{ghost.token}/challenge/room/")["Location"]
    race = Race.objects.get()
    assert room == f"/races/{race.token}/"
    assert (race.code, race.rated, race.state, race.host) == (CODE, False, "open", sindre)


def test_a_ghost_that_is_gone_leaves_the_game_alone() -> None:
    ingrid, sindre = make_players(2)
    ghost = played(ingrid)
    run = ghost_start(token=ghost.token, player=sindre)
    again = run_restart(run=run)
    assert (again.ghost, again.code) == (ghost, CODE)
    Run.objects.filter(pk=ghost.pk).delete()
    again.refresh_from_db()
    assert again.ghost is None
    client = client_of(sindre)
    assert client.get(f"/runs/{again.token}/ghost.json").status_code == 404
    assert client.get(f"/play/{again.token}/").status_code == 200


def test_a_hidden_players_ghost_is_a_hidden_players() -> None:
    ingrid, sindre = make_players(2)
    ghost = played(ingrid)
    ingrid.settings = {"hide_from_boards": True}
    ingrid.save()
    run = ghost_start(token=ghost.token, player=sindre)
    assert ghost_course(token=run.token, user=sindre).name == "Hidden player"
    assert "Ingrid" not in client_of(sindre).get(f"/runs/{ghost.token}/challenge/").content.decode()


# --- what came of it -----------------------------------------------------------------------------


def test_the_order_of_races_tells_who_was_ahead() -> None:
    ingrid, sindre = make_players(2)
    ghost = played(ingrid)
    outcomes = []
    for changes in (
        {"last_ms": ghost.last_ms - 1, "moves": 900},
        {"last_ms": ghost.last_ms},
        {"last_ms": ghost.last_ms + 1, "moves": 1},
        {"result": "stopped", "last_ms": 1, "up": 51},
    ):
        run = ghost_start(token=ghost.token, player=sindre)
        assert ghost_row(run=run) is None, "while it goes on"
        row = ghost_row(run=finish(run, ghost, **changes))
        assert row is not None
        outcomes.append(row.outcome)
    assert outcomes == ["won", "drawn", "lost", "lost"]
    text = client_of(sindre).get(f"/runs/{run.token}/").content.decode()
    assert "The ghost of Ingrid was ahead." in text
    assert f"/runs/{ghost.token}/" in text
    assert ghost_row(run=ghost) is None


def test_the_page_of_a_game_offers_its_ghost_when_it_has_one() -> None:
    ingrid, sindre = make_players(2)
    over = played(ingrid)
    link = f"/runs/{over.token}/challenge/"
    assert link in client_of(sindre).get(f"/runs/{over.token}/").content.decode()
    challenge = make_challenge(day=timezone.now().date() + timedelta(days=1))
    Run.objects.filter(pk=over.pk).update(kind="ranked", challenge=challenge)
    assert link not in client_of(ingrid).get(f"/runs/{over.token}/").content.decode()
