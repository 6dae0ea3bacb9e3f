"""Two friends, head to head: counted right, and seen by the two alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Friendship, User
from games.models import Challenge, Race, Review, Run
from games.selectors.duels import daily_duels, race_duels
from leaderboards.selectors.head_to_head import head_to_head
from tests.games.races import make_players
from tests.leaderboards.rated import START, make_race
from tests.leaderboards.results import DAY, make_challenge

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]
BACKEND = "django.contrib.auth.backends.ModelBackend"


def befriend(one: User, other: User) -> None:
    low, high = sorted((one, other), key=lambda player: player.pk)
    Friendship.objects.create(low=low, high=high, created_at=timezone.now())


def client_of(player: User) -> Client:
    client = Client()
    client.force_login(player, backend=BACKEND)
    return client


def game(
    run: Run, *, won: bool, ms: int = 0, up: int = 52, turned: int = 21, moves: int = 100
) -> Run:
    run.result = "won" if won else "stopped"
    run.last_ms, run.up, run.turned, run.moves, run.verification = ms, up, turned, moves, "verified"
    run.save()
    return run


def raced(players: list[User], games: list[dict[str, int]], *, number: int) -> Race:
    race, runs = make_race(players, ended_ms=START + number)
    for run, one in zip(runs, games, strict=True):
        game(run, won="ms" in one, **one)
    return race


def played(
    challenge: Challenge, player: User, *, won: bool, moves: int, ms: int = 0, up: int = 52
) -> Run:
    run = Run.objects.create(
        player=player, kind="ranked", event=challenge.event, challenge=challenge, state="ended",
        result="stopped", started_ms=START, ended_ms=START + ms,
    )  # fmt: skip
    return game(run, won=won, ms=ms, moves=moves, up=up)


def close(challenge: Challenge) -> Challenge:
    Challenge.objects.filter(pk=challenge.pk).update(
        closed_at=timezone.now(), salt="0" * 32, code="RU1-C-AAAAABB"
    )
    return challenge


def test_races_are_won_lost_and_drawn_by_the_order_of_races() -> None:
    ingrid, sindre, birgitta = make_players(3)
    games: list[tuple[dict[str, int], dict[str, int]]] = [
        ({"ms": 60_000, "moves": 300}, {"ms": 60_001, "moves": 90}),
        ({"up": 51}, {"ms": 900_000}),
        ({"up": 20, "turned": 9, "moves": 40}, {"up": 20, "turned": 9, "moves": 41}),
        ({"up": 20, "turned": 8, "moves": 40}, {"up": 20, "turned": 9, "moves": 41}),
        ({"ms": 60_000, "moves": 90}, {"ms": 60_000, "moves": 91}),
    ]
    for number, (mine, theirs) in enumerate(games):
        raced([birgitta, sindre, ingrid], [{"ms": 1}, theirs, mine], number=number)
    raced([ingrid, birgitta], [{"ms": 1}, {"ms": 2}], number=10)
    record = head_to_head(one=ingrid, other=sindre).races
    outcomes = [row.outcome for row in record.rows]
    assert outcomes == ["drawn", "lost", "won", "lost", "won"], "the newest first"
    assert (record.won, record.lost, record.drawn, record.played) == (2, 2, 1, 5)
    turned = head_to_head(one=sindre, other=ingrid).races
    assert (turned.won, turned.lost, turned.drawn) == (2, 2, 1)
    first = record.rows[-1].duel
    assert (first.one.ms, first.one.moves, first.other.ms) == (60_000, 300, 60_001)


def test_races_that_go_on_or_were_refused_are_not_compared() -> None:
    ingrid, sindre = make_players(2)
    running, refused, removed = (
        raced([ingrid, sindre], [{"ms": 1}, {"ms": 2}], number=number) for number in range(3)
    )
    assert len(race_duels(one=ingrid, other=sindre)) == 3
    Race.objects.filter(pk=running.pk).update(state="running")
    Run.objects.filter(race=refused, player=sindre).update(verification="rejected")
    run = Run.objects.get(race=removed, player=ingrid)
    Review.objects.create(run=run, signal="fast", state="removed")
    assert race_duels(one=ingrid, other=sindre) == []


def test_dailies_that_both_played_are_compared_once_they_have_closed() -> None:
    ingrid, sindre = make_players(2)
    days = [make_challenge("daily", "RU1-C", DAY + timedelta(days=n)) for n in range(5)]
    weekly = close(make_challenge("weekly", "RU1-C", DAY))
    games: list[tuple[dict[str, int | bool], dict[str, int | bool]]] = [
        ({"won": True, "moves": 90, "ms": 900}, {"won": True, "moves": 91, "ms": 1}),
        ({"won": True, "moves": 90, "ms": 900}, {"won": True, "moves": 90, "ms": 1}),
        ({"won": False, "moves": 90, "up": 51}, {"won": False, "moves": 90, "up": 51}),
        ({"won": True, "moves": 90}, {"won": False, "moves": 0, "up": 0}),
        ({"won": True, "moves": 90}, {"won": True, "moves": 91}),
    ]
    for challenge, (mine, theirs) in zip(days, games, strict=True):
        played(challenge, ingrid, **mine)  # type: ignore[arg-type]
        played(challenge, sindre, **theirs)  # type: ignore[arg-type]
    played(weekly, ingrid, won=True, moves=1)
    played(weekly, sindre, won=True, moves=2)
    assert daily_duels(one=ingrid, other=sindre) == [], "nothing before the closing"
    for challenge in days[:4]:
        close(challenge)
    record = head_to_head(one=ingrid, other=sindre).dailies
    assert [(row.duel.day, row.outcome) for row in record.rows] == [
        (DAY + timedelta(days=2), "drawn"),
        (DAY + timedelta(days=1), "lost"),
        (DAY, "won"),
    ]


def test_only_the_two_friends_see_their_page() -> None:
    ingrid, sindre, birgitta = make_players(3)
    raced([ingrid, sindre], [{"ms": 61_000}, {"up": 40}], number=0)
    url = f"/players/{ingrid.pk}/vs/{sindre.pk}/"
    assert client_of(ingrid).get(url).status_code == 404, "no friends yet"
    befriend(ingrid, sindre)
    befriend(ingrid, birgitta)
    befriend(sindre, birgitta)
    for path in (url, f"/players/{sindre.pk}/vs/{ingrid.pk}/"):
        page = client_of(ingrid).get(path)
        assert page.status_code == 200
        text = page.content.decode()
        assert "You and Sindre" in text
        assert "1:01" in text
        assert "40/52" in text
        assert client_of(sindre).get(path).status_code == 200
        assert client_of(birgitta).get(path).status_code == 404, "a friend of both"
        assert Client().get(path).status_code == 404
    own = client_of(ingrid).get(f"/players/{ingrid.pk}/vs/{ingrid.pk}/")
    assert own.status_code == 404
    assert client_of(ingrid).get(f"/players/{ingrid.pk}/vs/9999999/").status_code == 404


def test_who_shows_nobody_their_page_shows_no_friend_this_one() -> None:
    ingrid, sindre = make_players(2)
    befriend(ingrid, sindre)
    url = f"/players/{ingrid.pk}/vs/{sindre.pk}/"
    assert "/vs/" in client_of(ingrid).get(f"/players/{sindre.pk}/").content.decode()
    sindre.settings = {"profile_for": "nobody"}
    sindre.save()
    assert client_of(ingrid).get(url).status_code == 404
    assert client_of(sindre).get(url).status_code == 200
    sindre.settings = {"hide_from_boards": True}
    sindre.save()
    assert "You and Sindre" in client_of(ingrid).get(url).content.decode()
