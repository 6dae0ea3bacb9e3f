"""Boards are a fold of results: whatever comes in whichever order, the rows are the same."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.models import Challenge, Result
from leaderboards.keys import BoardKey, kind_of, more_of
from leaderboards.models import Board, CodeBoard, Entry, FoldState, PrefixCount
from leaderboards.selectors.boards import board_around, board_page, board_row
from leaderboards.services import rebuild
from leaderboards.services.boards import boards_fold
from leaderboards.services.rebuild import boards_rebuild
from tests.leaderboards.results import (
    DAY,
    EVENT,
    assert_counts_agree,
    boards_now,
    boards_reckoned,
    day_streaks_reckoned,
    make_challenge,
    make_players,
    make_result,
    put,
    standings_reckoned,
)

pytestmark = [pytest.mark.django_db, pytest.mark.main_path]

CODE = "RU1-C-TESTDEAL"
STREAK = BoardKey("day_streak").number()


@pytest.fixture(autouse=True)
def small_boards_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards of four rows are large, so that prefixes are counted, and lost again."""
    monkeypatch.setattr("leaderboards.fold_sql.SMALL", 3)


class World:
    """Five players and the challenges of a week; what a hypothesis draws is put into it."""

    def __init__(self) -> None:
        self.players = make_players(5)
        days = [DAY + timedelta(days=number) for number in range(8)]
        self.challenges: list[Challenge | None] = [make_challenge("weekly", EVENT, DAY)]
        self.challenges += [make_challenge("daily", EVENT, day) for day in days]

    def result(self, token: int, version: int, drawn: dict[str, Any]) -> Result:
        fields = dict(drawn)
        player = self.players[fields.pop("who")]
        challenge = self.challenges[fields.pop("challenge")] if fields["challenge"] else None
        fields.pop("challenge", None)
        if fields["kind"] == "casual":
            fields |= {"code": CODE, "counts": False}
        elif challenge is not None:
            fields |= {"challenge": challenge, "event": challenge.event}
            if challenge.kind == "daily":
                fields["day"] = challenge.day
        if fields["state"] == "withdrawn":
            fields["counts"] = False
        fields["clean"] = fields["clean"] and fields["won"]
        noon = make_result(player, "", day=fields["day"]).ended_ms
        # Equal instants and equal keys would leave the shown run to the token alone.
        return make_result(player, f"t{token}", version=version, ended_ms=noon + token, **fields)


VERSION = st.fixed_dictionaries(
    {
        "who": st.integers(0, 4),
        "challenge": st.sampled_from([0, 0, 1, 2, 3, 8]),
        "kind": st.sampled_from(["ranked", "ranked", "ranked", "casual"]),
        "state": st.sampled_from(["verified", "verified", "provisional", "withdrawn"]),
        "counts": st.sampled_from([True, True, True, False]),
        "event": st.sampled_from([EVENT, EVENT, "KL1-3"]),
        "won": st.sampled_from([True, True, False]),
        "clean": st.booleans(),
        "score": st.integers(0, 3),
        "moves": st.sampled_from([100, 100, 101, 300_000]),
        "up": st.integers(50, 52),
        "ms": st.sampled_from([60_000, 60_000, 60_001, 9_999_999_999]),
        "day": st.sampled_from([DAY + timedelta(days=days) for days in (0, 0, 1, 6, 7, 31)]),
    }
)
RUNS = st.lists(st.lists(VERSION, min_size=1, max_size=3), min_size=1, max_size=12)


@pytest.fixture
def world() -> World:
    return World()


def emptied() -> None:
    for model in (Result, Entry, Board, PrefixCount, CodeBoard, FoldState):
        model.objects.all().delete()


def assert_as_reckoned() -> None:
    results = list(Result.objects.all())
    rows = boards_reckoned(results)
    now = boards_now()
    streaks = {player: more_of(key) for player, (key, _) in now.pop(STREAK, {}).items()}
    assert streaks == day_streaks_reckoned(results)
    assert now == rows | standings_reckoned(results, rows)
    assert_counts_agree()


@given(runs=RUNS, seed=st.integers(0, 2**32), limit=st.integers(2, 9))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_order_of_arrival_gives_the_same_boards(
    world: World, runs: list[list[dict[str, Any]]], seed: int, limit: int
) -> None:
    """Batch by batch as reckoned one by one; in another order the same; rebuilt the same."""
    emptied()
    versions = [
        (token, version, drawn)
        for token, drawns in enumerate(runs)
        for version, drawn in enumerate(drawns, start=1)
    ]
    half = len(versions) // 2
    for some in (versions[:half], versions[half:]):
        put(*(world.result(*version) for version in some))
        assert boards_fold(limit=limit) == len(some)
        assert_as_reckoned()
    first = boards_now()
    rebuilt = boards_rebuild()
    assert rebuilt.same, rebuilt
    assert rebuilt.rows == Entry.objects.count()

    codes = dict(CodeBoard.objects.values_list("pk", "code"))
    emptied()
    CodeBoard.objects.bulk_create([CodeBoard(pk=pk, code=code) for pk, code in codes.items()])
    Random(seed).shuffle(versions)
    put(*(world.result(*version) for version in versions))
    boards_fold(limit=limit + 3)
    assert boards_now() == first
    assert_counts_agree()


@given(runs=RUNS)
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rank_is_the_place_in_the_whole_list(
    world: World, runs: list[list[dict[str, Any]]]
) -> None:
    """B39: after every write, for everybody and every board, own rank = 1 + better rows, and pages
    of any size and direction give the whole list."""
    emptied()
    for token, drawns in enumerate(runs):
        put(*(world.result(token, number, drawn) for number, drawn in enumerate(drawns, start=1)))
        boards_fold()
        for number in Board.objects.values_list("number", flat=True):
            assert_board(number, world.players)


def assert_board(number: int, players: list[User]) -> None:
    key = Named(number)
    rows = list(Entry.objects.filter(board=number).order_by("rank_key", "player"))
    keys = [row.rank_key for row in rows]
    expected = [
        (row.player, 1 + sum(key < row.rank_key for key in keys), keys.count(row.rank_key) > 1)
        for row in rows
    ]
    for size in (1, 2, 20):
        assert pages(key, size) == expected
        assert pages_back(key, size) == expected
    for place, row in enumerate(rows):
        player = next(player for player in players if player.pk == row.player)
        for side in (0, 1, 5):
            found = board_around(key=key, player=player, each_side=side)
            wanted = expected[max(0, place - side) : place + side + 1]
            assert [(row.player_id, row.rank, row.tied) for row in found] == wanted


class Named(BoardKey):
    """A board by its number."""

    def __init__(self, number: int) -> None:
        object.__setattr__(self, "given", number)
        object.__setattr__(self, "metric", "wins")

    def number(self, *, code_id: int | None = None) -> int:
        return int(self.given)  # type: ignore[attr-defined]

    __slots__ = ("given",)


Row = tuple[int, int, bool]


def pages(key: BoardKey, limit: int) -> list[Row]:
    rows: list[Row] = []
    after = None
    while True:
        page = board_page(key=key, after=after, limit=limit)
        assert (page.previous_cursor is None) == (after is None)
        rows += [(row.player_id, row.rank, row.tied) for row in page.rows]
        if page.next_cursor is None:
            assert page.total == len(rows)
            return rows
        after = page.next_cursor


def pages_back(key: BoardKey, limit: int) -> list[Row]:
    """From the last page to the first."""
    page = board_page(key=key, limit=limit)
    while page.next_cursor is not None:
        page = board_page(key=key, after=page.next_cursor, limit=limit)
    rows = list(page.rows)
    while page.previous_cursor is not None:
        page = board_page(key=key, after=page.previous_cursor, limit=limit)
        rows = page.rows + rows
    return [(row.player_id, row.rank, row.tied) for row in rows]


def test_a_tampered_cursor_is_the_top(world: World) -> None:
    put(make_result(world.players[0], "t1"))
    boards_fold()
    key = BoardKey("wins", EVENT, "all")
    for text in ("x", "====", "é", "LTE", "K" * 500, "KzE5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OS4x"):
        page = board_page(key=key, after=text)
        assert [row.player_id for row in page.rows] in ([world.players[0].pk], []), text


def test_finishing_twice_counts_once(world: World) -> None:
    """B14: the same attempt told again and again is one win, one day, one row."""
    player, daily = world.players[0], world.challenges[1]
    assert daily is not None
    for version, state in enumerate(("provisional", "verified", "verified", "verified"), start=1):
        put(make_result(player, "t1", version=version, state=state, challenge=daily, day=DAY))
        boards_fold()
    for _ in range(3):
        assert boards_fold() == 0
    wins = board_row(key=BoardKey("wins", EVENT, "all"), player=player)
    assert wins is not None
    assert wins.wins == 1
    streak = board_row(key=BoardKey("day_streak"), player=player)
    assert streak is not None
    assert streak.days == 1
    assert board_page(key=BoardKey("daily", challenge_id=daily.pk)).total == 1


def test_challenges_own_board_shows_provisional_rows_and_no_other_does(world: World) -> None:
    guest, player = world.players[:2]
    daily = world.challenges[1]
    assert daily is not None
    common = {"challenge": daily, "day": DAY, "state": "provisional"}
    put(make_result(player, "t1", **common), make_result(guest, "t2", counts=False, **common))
    boards_fold()
    (row,) = board_page(key=BoardKey("daily", challenge_id=daily.pk)).rows
    assert (row.player_id, row.state) == (player.pk, "provisional")
    assert {kind_of(number).name for number in boards_now()} == {"CHALLENGE"}


def test_code_board_marks_what_was_submitted(world: World) -> None:
    here, elsewhere = world.players[:2]
    casual = {"kind": "casual", "code": CODE, "counts": False}
    put(
        make_result(here, "t1", moves=110, **casual),
        make_result(elsewhere, "t2", moves=99, ms=1, submitted=True, **casual),
        make_result(here, "t3", won=False, moves=3, **casual),
    )
    boards_fold()
    rows = board_page(key=BoardKey("code", code=CODE)).rows
    assert [(row.player_id, row.moves, row.submitted) for row in rows] == [
        (elsewhere.pk, 99, True),
        (here.pk, 110, False),
    ]
    assert board_page(key=BoardKey("code", code="RU1-C-OTHER")).rows == []


def test_withdrawn_results_give_back_what_was_next(world: World) -> None:
    player = world.players[0]
    put(
        make_result(player, "t1", moves=90, ms=1000),
        make_result(player, "t2", moves=95),
        make_result(player, "t3", moves=99),
    )
    boards_fold()
    put(make_result(player, "t1", version=2, state="withdrawn", counts=False))
    boards_fold()
    moves = board_row(key=BoardKey("moves", EVENT, "all"), player=player)
    assert moves is not None
    assert (moves.moves, moves.run_token) == (95, "t2")
    for number, token in enumerate(("t2", "t3"), start=1):
        put(make_result(player, token, version=2, state="withdrawn", counts=False))
        boards_fold()
        assert Entry.objects.filter(board=STREAK).count() == 2 - number
    assert not Entry.objects.exists()
    assert not Board.objects.exists()
    assert not PrefixCount.objects.exists()


def test_a_merged_players_results_move(world: World) -> None:
    guest, account = world.players[:2]
    put(make_result(guest, "t1", moves=90), make_result(account, "t2", moves=95))
    boards_fold()
    put(make_result(account, "t1", version=2, moves=90))
    boards_fold()
    (row,) = board_page(key=BoardKey("wins", EVENT, "all")).rows
    assert (row.player_id, row.wins, row.run_token) == (account.pk, 2, "t1")


def test_rebuild_finds_and_mends_a_difference(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    put(*(make_result(player, f"t{player.pk}") for player in world.players))
    boards_fold()
    call_command("rebuild_boards")
    assert "no difference" in capsys.readouterr().out
    before = boards_now()
    Entry.objects.filter(player=world.players[0].pk).update(rank_key=1)
    with pytest.raises(CommandError, match="differ"):
        call_command("rebuild_boards")
    call_command("rebuild_boards", replace=True)
    assert boards_now() == before
    call_command("rebuild_boards")
    assert capsys.readouterr().out.endswith("no difference\n")


def test_a_fold_that_dies_leaves_nothing_half_done(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(make_result(world.players[0], "t1"))

    class Killed(BaseException):
        pass

    def die(*_: object, **__: object) -> Iterator[None]:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr("leaderboards.services.boards.FoldState.save", die)
        with pytest.raises(Killed), transaction.atomic():
            boards_fold()
    assert not Entry.objects.exists()
    assert boards_fold() == 1
    assert_as_reckoned()


def test_rebuild_uses_the_names_of_the_live_tables() -> None:
    assert rebuild.LIVE.entry == Entry._meta.db_table
    assert rebuild.LIVE.board == Board._meta.db_table
    assert rebuild.LIVE.count == PrefixCount._meta.db_table
