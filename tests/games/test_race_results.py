"""What is told of a race that is over: games that were refused, and players who hide their name."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Block, User
from accounts.services.merging import guest_merge
from games.models import LogItem, Race, Result, Review, Run
from games.selectors.duels import race_duels
from games.selectors.races import race_table
from games.services.races import race_create
from games.services.verification import run_verify
from tests.games.finished import verify_address
from tests.games.raced import LINE, race_over
from tests.games.races import make_guest, make_players
from tests.games.support import BACKEND

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[User]:
    return make_players(4)


@pytest.fixture
def over(players: list[User]) -> Race:
    first, second, third = players[:3]
    return race_over(
        {first: (len(LINE), 1200), second: (len(LINE), 1500), third: (len(LINE), 1500)}
    )


def page_of(viewer: User | None, path: str) -> str:
    client = Client()
    if viewer is not None:
        client.force_login(viewer, backend=BACKEND)
    return client.get(path).content.decode()


def rows_of(page: str) -> list[str]:
    rows = re.findall(r"<tr role=\"row\".*?</tr>", page, re.DOTALL)[1:]
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", row)).strip() for row in rows]


@pytest.mark.parametrize("refused", ["rejected", "removed"])
def test_a_refused_game_has_no_place_and_the_others_move_up(
    over: Race, players: list[User], refused: str
) -> None:
    run = Run.objects.get(race=over, player=players[0])
    if refused == "rejected":
        Run.objects.filter(pk=run.pk).update(verification="rejected")
    else:
        Review.objects.create(run=run, signal="fast_hands", state="removed")
    table = race_table(race=over)
    assert [(line.place, line.drawn, line.refused) for line in table] == [
        (1, True, ""),
        (1, True, ""),
        (0, False, refused),
    ]
    page = page_of(players[0], f"/races/{over.token}/")
    last = rows_of(page)[-1]
    assert last.startswith(f"– {players[0].display_name[0]} {players[0].display_name}")
    assert refused.capitalize() in last
    assert "Won" not in last
    assert "You have won this race" not in page


def hide(player: User) -> None:
    player.settings = {"hide_from_boards": True}
    player.save(update_fields=["settings"])


def test_results_name_who_hides_only_to_those_who_raced(over: Race, players: list[User]) -> None:
    hide(players[0])
    path, name = f"/races/{over.token}/", players[0].display_name
    for stranger in (None, players[3]):
        page = page_of(stranger, path)
        assert name not in page
        assert page.count("Hidden player") >= 3
    assert name in page_of(players[1], path)
    assert "Hidden player" not in page_of(players[0], path)


def test_the_lobby_names_nobody_who_hides_or_is_blocked(players: list[User]) -> None:
    hiding, blocked, viewer = players[:3]
    hide(hiding)
    Block.objects.create(blocker=viewer, blocked=blocked, created_at=timezone.now())
    for host in (hiding, blocked):
        race_create(host=host, event="RU1-C", limit_minutes=10, public=True)
    page = page_of(viewer, "/races/")
    assert hiding.display_name not in page
    assert blocked.display_name not in page
    assert "Hidden player" in page
    assert "Blocked player" in page
    assert blocked.display_name in page_of(None, "/races/")


def test_who_raced_as_a_guest_as_well_has_one_attempt(players: list[User]) -> None:
    ingrid, sindre = players[:2]
    guest = make_guest()
    race = race_over({sindre: (3, 900), ingrid: (3, 1000), guest: (len(LINE), 1200)})
    first, second = (Run.objects.get(race=race, player=player) for player in (sindre, guest))
    verify_address(sindre)
    Run.objects.filter(pk=second.pk).update(created_at=timezone.now() - timedelta(minutes=10))
    assert run_verify(run_id=second.pk).outcome == "verified"
    guest_merge(guest=guest, account=sindre)
    kinds = {run.pk: run.kind for run in Run.objects.filter(race=race, player=sindre)}
    assert kinds == {first.pk: "ranked", second.pk: "casual"}
    newest = Result.objects.filter(token=second.token).order_by("version").last()
    assert newest is not None
    assert (newest.player_id, newest.kind, newest.counts) == (sindre.pk, "casual", False)
    assert [line.run_token for line in race_table(race=race)].count(second.token) == 0
    (duel,) = race_duels(one=sindre, other=ingrid)
    assert duel.one.token == first.token


def test_a_log_that_does_not_replay_takes_the_results_from_nobody(
    over: Race, players: list[User]
) -> None:
    run = Run.objects.get(race=over, player=players[0])
    LogItem.objects.filter(run=run, place=10).update(text=LINE[40])
    assert run_verify(run_id=run.pk).outcome == "rejected"
    page = page_of(players[1], f"/races/{over.token}/")
    assert "Rejected" in rows_of(page)[-1]
    assert page.count('class="course s') == 3
    assert "You have won this race" not in page
    assert "Your place, shared: 1 of 3" in page
    replay = json.loads(page_of(players[1], f"/runs/{run.token}/replay.json"))
    assert (replay["total"], len(replay["views"])) == (10, 11)
