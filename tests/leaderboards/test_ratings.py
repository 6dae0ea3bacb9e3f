"""Ratings are a fold of rated races in the order of their ends, whatever comes in which order."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from random import Random
from threading import Barrier

import pytest
from allauth.account.models import EmailAddress
from django.db import connections
from django.utils import timezone
from openskill.models import PlackettLuce

from accounts.models import User
from accounts.registry import exporters
from accounts.services.deletion import GRACE, deletion_request, deletions_execute
from games import clock
from games.models import Race, Result, Run, RunResult
from games.services.race_ends import race_end_if_due
from games.services.runs import run_end
from games.services.verification import run_verify
from leaderboards.keys import EVENT_NUMBERS, BoardKey, rating_key, rating_of
from leaderboards.models import Entry, FoldState, RatedRace, RatingStep
from leaderboards.ratings import LIBRARY_VERSION, LISTED_AFTER, NEW, Finish, Rating, race_rate
from leaderboards.registrations import ratings_export
from leaderboards.selectors.boards import board_page
from leaderboards.selectors.rating_rows import ratings_latest
from leaderboards.selectors.ratings import ratings_of_player
from leaderboards.services import boards
from leaderboards.services.boards import boards_fold
from leaderboards.services.rebuild import boards_rebuild
from tests.games.races import make_players as make_racers
from tests.games.races import make_running
from tests.leaderboards.rated import START, again, make_race, raced, steps_now, tell, versions
from tests.leaderboards.results import EVENT, assert_counts_agree, make_players

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]
MINUTE = 60_000


def of(players: list[User], event: str = EVENT) -> dict[int, Rating]:
    ids = [player.pk for player in players]
    return ratings_latest(event=EVENT_NUMBERS[event], players=ids)


def assert_same_from_nothing() -> None:
    """What stands is what a fold from the first race on makes of the results."""
    rebuilt = boards_rebuild()
    assert rebuilt.same, (rebuilt.missing, rebuilt.extra)
    assert_counts_agree()


# --- the model -----------------------------------------------------------------------------------


def test_the_library_is_the_one_that_ratings_were_settled_with() -> None:
    assert version("openskill") == LIBRARY_VERSION


@pytest.mark.parametrize("places", [[1, 2], [1, 1], [2, 1], [1, 2, 2, 4], [3, 1, 2], [1] * 10])
def test_a_race_changes_ratings_as_the_library_says(places: list[int]) -> None:
    model = PlackettLuce()
    finishes = [Finish(place, player) for player, place in enumerate(places)]
    teams = [[model.rating()] for _ in places]
    ratings: dict[int, Rating] = {}
    for races in range(1, 4):
        order = sorted(range(len(places)), key=lambda player: (places[player], player))
        rated = model.rate([teams[p] for p in order], ranks=[float(places[p]) for p in order])
        for player, team in zip(order, rated, strict=True):
            teams[player] = team
        ratings |= race_rate(finishes, ratings)
        found = {player: (one.mu, one.sigma, one.races) for player, one in ratings.items()}
        assert found == {
            player: (team[0].mu, team[0].sigma, races) for player, team in enumerate(teams)
        }


def test_the_order_in_which_finishes_are_named_changes_nothing_at_all() -> None:
    finishes = [Finish(place, player) for player, place in enumerate([4, 1, 2, 2, 6, 5])]
    before = {0: Rating(31.0, 2.0, 20), 3: Rating(18.5, 4.0, 7)}
    first = race_rate(finishes, before)
    for seed in range(10):
        Random(seed).shuffle(finishes)
        assert race_rate(finishes, before) == first
    assert race_rate(finishes[:1], before) == {}


def test_what_is_shown_is_surely_reached() -> None:
    assert NEW.shown == pytest.approx(0)
    assert Rating(30.0, 2.5, 9).shown == 22.5
    assert not Rating(races=9).is_listed
    assert Rating(races=10).is_listed
    for shown in (-20.0, -0.25, 0.0, 12.34, 51.0):
        assert rating_of(rating_key(shown)) == round(shown * 100)
    assert rating_key(20.0) < rating_key(19.99)


# --- the fold ------------------------------------------------------------------------------------


def test_races_count_once_all_their_results_are_final() -> None:
    players = make_players(2)
    race, runs = make_race(players, ended_ms=START)
    first, second = versions(race, runs, [60_000, 70_000])
    boards_fold()
    tell(first)
    boards_fold()
    assert of(players) == {}, "the other one's check is still to come"
    tell(second)
    boards_fold()
    assert of(players) == race_rate([Finish(1, players[0].pk), Finish(2, players[1].pk)], {})
    before = steps_now()
    for _ in range(2):
        tell(again(second, "verified"))
        boards_fold()
    boards_fold()
    assert steps_now() == before
    assert_same_from_nothing()


def test_only_rated_races_that_have_ended_count() -> None:
    players = make_players(2)
    race, runs = make_race(players, ended_ms=START, rated=False)
    tell(*versions(race, runs, [60_000, 70_000]))
    race, runs = make_race(players, ended_ms=START)
    Race.objects.filter(pk=race.pk).update(state="running", ended_ms=None)
    tell(*versions(race, runs, [60_000, 70_000]))
    boards_fold()
    assert steps_now() == []
    Race.objects.filter(pk=race.pk).update(state="ended", ended_ms=clock.now_ms())
    assert boards_fold() == 0
    assert {step[0] for step in steps_now()} == {race.pk}, "its end is no result, and is found"
    assert_same_from_nothing()


def test_a_race_that_ended_while_nobody_folded_is_found_however_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players = make_players(2)
    race, runs = make_race(players, ended_ms=START)
    Race.objects.filter(pk=race.pk).update(state="running", ended_ms=None)
    tell(*versions(race, runs, [60_000, 70_000]))
    monkeypatch.setattr(boards, "now_ms", lambda: START)
    boards_fold()
    assert (steps_now(), FoldState.objects.get().looked_ms) == ([], START)
    month = START + 30 * 86_400_000
    Race.objects.filter(pk=race.pk).update(state="ended", ended_ms=START + 1)
    monkeypatch.setattr(boards, "now_ms", lambda: month)
    boards_fold()
    assert len(steps_now()) == 2
    monkeypatch.setattr(boards, "now_ms", lambda: month + 7_200_000)
    boards_fold()
    assert FoldState.objects.get().looked_ms == month + 7_200_000


@pytest.mark.parametrize("seed", range(6))
def test_whatever_comes_in_whichever_order_ratings_are_the_same(seed: int) -> None:
    random = Random(seed)
    players = make_players(5)
    told = []
    for number in range(12):
        size = random.randint(2, 5)
        some = random.sample(players, size)
        # Two and two end at the same instant.
        race, runs = make_race(some, ended_ms=START + number // 2 * MINUTE)
        times = [random.choice([50_000, 60_000, 70_000]) for _ in some]
        told.append(versions(race, runs, times))
    expected: dict[int, Rating] = {}
    for race_told in told:
        finishes = [
            Finish(1 + sum(other.ms < one.ms for other in race_told), one.player_id)
            for one in race_told
        ]
        expected |= race_rate(finishes, expected)
    arriving = [result for race_told in told for result in race_told]
    random.shuffle(arriving)
    while arriving:
        tell(*[arriving.pop() for _ in range(min(len(arriving), random.randint(1, 5)))])
        boards_fold(limit=random.randint(1, 4))
    assert of(players) == expected
    assert_same_from_nothing()


def test_a_result_that_is_taken_back_takes_all_that_followed_back() -> None:
    ingrid, sindre, birgitta, halvard = players = make_players(4)
    raced([ingrid, sindre], [50_000, 60_000], ended_ms=START)
    second = raced([birgitta, ingrid, sindre], [40_000, 50_000, 60_000], ended_ms=START + MINUTE)
    raced([sindre, ingrid], [50_000, 60_000], ended_ms=START + 2 * MINUTE)
    raced([halvard, birgitta], [50_000, 60_000], ended_ms=START + 3 * MINUTE)
    boards_fold()
    before = of(players)
    tell(again(second[0], "withdrawn"))
    boards_fold()
    expected: dict[int, Rating] = {}
    for order in ([ingrid, sindre], [ingrid, sindre], [sindre, ingrid], [halvard, birgitta]):
        finishes = [Finish(place, one.pk) for place, one in enumerate(order, 1)]
        expected |= race_rate(finishes, expected)
    assert of(players) == expected != before
    assert_same_from_nothing()
    tell(again(second[0], "verified"))
    boards_fold()
    assert of(players) == before, "staff changed its mind"
    assert_same_from_nothing()


def test_a_race_that_one_result_is_left_of_changes_nobodys_rating() -> None:
    players = make_players(2)
    first = raced(players, [50_000, 60_000], ended_ms=START)
    boards_fold()
    assert len(of(players)) == 2
    tell(again(first[1], "withdrawn"))
    boards_fold()
    assert of(players) == {}
    assert RatedRace.objects.get().outcome == f"1:{players[0].pk}"
    assert_same_from_nothing()


def test_every_event_has_ratings_of_its_own() -> None:
    players = make_players(2)
    race, runs = make_race(players, ended_ms=START, event="KL1-3")
    tell(*versions(race, runs, [50_000, 60_000]))
    raced(players, [60_000, 50_000], ended_ms=START)
    boards_fold()
    ingrid, sindre = (player.pk for player in players)
    assert of(players)[ingrid].mu < 25 < of(players)[sindre].mu
    assert of(players, "KL1-3")[ingrid].mu > 25 > of(players, "KL1-3")[sindre].mu


def test_ratings_by_another_model_are_made_anew() -> None:
    players = make_players(2)
    raced(players, [50_000, 60_000], ended_ms=START)
    boards_fold()
    right = steps_now()
    RatingStep.objects.update(mu=1.0)
    boards_fold()
    assert steps_now() != right
    FoldState.objects.update(model="openskill 5")
    boards_fold()
    assert steps_now() == right


# --- the board -----------------------------------------------------------------------------------


def test_ten_races_list_a_player() -> None:
    players = make_players(3)
    key = BoardKey("rating", EVENT)
    for number in range(LISTED_AFTER):
        assert board_page(key=key).rows == []
        pair = players[:2] if number else players
        raced(pair, [50_000, 60_000, 70_000][: len(pair)], ended_ms=START + number * MINUTE)
        boards_fold()
    rows = board_page(key=key).rows
    assert [(row.rank, row.player_id, row.races) for row in rows] == [
        (1, players[0].pk, 10),
        (2, players[1].pk, 10),
    ]
    best = of(players)[players[0].pk]
    assert (rows[0].rating, rows[0].sigma) == (round(best.shown * 100), round(best.sigma * 100))
    assert rows[0].run_token == ""
    (mine,) = ratings_of_player(player=players[1])
    assert (mine.row and mine.row.rank, mine.races_missing) == (2, 0)
    (third,) = ratings_of_player(player=players[2])
    assert (third.row, third.races_missing) == (None, 9)
    assert_same_from_nothing()


def test_who_no_longer_has_ten_races_is_no_longer_listed() -> None:
    players = make_players(2)
    for number in range(LISTED_AFTER):
        told = raced(players, [50_000, 60_000], ended_ms=START + number * MINUTE)
    boards_fold()
    board = BoardKey("rating", EVENT).number()
    assert Entry.objects.filter(board=board).count() == 2
    tell(again(told[0], "withdrawn"))
    boards_fold()
    assert Entry.objects.filter(board=board).count() == 0
    assert_same_from_nothing()


def test_a_rebuild_finds_what_was_spoilt_and_mends_it() -> None:
    players = make_players(2)
    for number in range(LISTED_AFTER):
        raced(players, [50_000, 60_000], ended_ms=START + number * MINUTE)
    boards_fold()
    right = steps_now()
    step = RatingStep.objects.order_by("race", "player").first()
    assert step is not None
    RatingStep.objects.filter(race=step.race, player=step.player).update(mu=step.mu + 1e-12)
    rebuilt = boards_rebuild()
    assert (rebuilt.missing["step"], rebuilt.extra["step"]) == (1, 1)
    RatedRace.objects.filter(race=step.race).delete()
    assert boards_rebuild(replace=True).missing["race"] == 1
    assert steps_now() == right
    assert_same_from_nothing()


# --- from real races -----------------------------------------------------------------------------


def proved(players: list[User]) -> list[User]:
    for player in players:
        EmailAddress.objects.create(user=player, email=player.email, verified=True)
    return players


def finish(race: Race) -> None:
    """Ends the race's games as they stand and checks them."""
    Run.objects.filter(race=race).update(started_ms=clock.now_ms() - 1000)
    for run in Run.objects.filter(race=race, state="open"):
        run_end(run=run, result=RunResult.STOPPED)
    assert race_end_if_due(race_id=race.pk, now_ms=clock.now_ms())
    for run in Run.objects.filter(race=race):
        assert run_verify(run_id=run.pk).is_verified


def test_who_saw_the_cards_and_moved_none_stands_last() -> None:
    ingrid, sindre = players = proved(make_racers(2))
    race = make_running(players)
    assert race.rated
    finish(race)
    boards_fold()
    assert Result.objects.filter(race=race, counts=True).count() == 0, "a game without a move"
    assert of(players)[ingrid.pk] == of(players)[sindre.pk], "nobody moved: a draw"
    assert of(players)[ingrid.pk].races == 1
    assert not Entry.objects.filter(player=ingrid.pk).exists()


def test_rivals_keep_their_ratings_when_a_player_leaves() -> None:
    players = proved(make_racers(3))
    finish(make_running(players))
    boards_fold()
    before = steps_now()
    now = timezone.now()
    deletion_request(user=players[1], now=now)
    assert deletions_execute(now=now + GRACE) == 1
    boards_fold()
    assert steps_now() == before
    assert Result.objects.filter(player=players[1], state="verified").exists()
    assert not Run.objects.filter(player=players[1]).exists()
    assert_same_from_nothing()


def test_the_export_has_every_rating() -> None:
    players = make_players(2)
    for number in range(2):
        raced(players, [50_000, 60_000], ended_ms=START + number)
    boards_fold()
    assert dict(exporters)["ratings"] is ratings_export
    told = ratings_export(players[1])
    assert [(one["event"], one["races"], one["ended_ms"]) for one in told] == [
        (EVENT, 1, START),
        (EVENT, 2, START + 1),
    ]
    assert told[1]["mu"] == of(players)[players[1].pk].mu


# --- many at once --------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_folds_at_once_count_every_race_once() -> None:
    players = make_players(3)
    for number in range(6):
        raced(players, [50_000, 60_000, 60_000], ended_ms=START + number * MINUTE)
    gate = Barrier(4)

    def fold(_: int) -> int:
        try:
            connections["default"].ensure_connection()
            gate.wait(timeout=20)
            return boards_fold(limit=5)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(fold, range(4))) == 18
    assert {rating.races for rating in of(players).values()} == {6}
    assert_same_from_nothing()
