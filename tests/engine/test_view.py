from dataclasses import asdict, fields
from random import Random

import pytest

from engine.cards import CARD_TEXT
from engine.replay import Game
from engine.view import PlayerView, player_view
from tests.engine.support import TYPICAL, board, played, random_game, start_of


def test_a_whole_view_is_pinned() -> None:
    game = played(start_of("klondike-3"), "aD > ? > u >")
    view = asdict(player_view(game, ms=7_500))
    assert {name: value for name, value in view.items() if value is not None} == {
        "columns": ["0", "1TS", "25S", "3AS", "49D", "58H", "6QH"],
        "foundations": "--A-",
        "stock": 18,
        "waste": "9S5DJD",
        "waste_count": 6,
        "score": 10,
        "moves": 4,
        "ms": 7_500,
        "hints": 2,
        "undo": True,
        "legal": {"d1": "S", "e1": "b", "s": ">"},
        "finishable": False,
        "up": 1,
        "down": 21,
    }


def test_the_fields_are_pinned() -> None:
    assert [field.name for field in fields(PlayerView)] == [
        *("columns", "foundations", "stock", "waste", "waste_count", "score", "moves", "ms"),
        *("hints", "undo", "legal", "finishable", "up", "down", "result", "passes", "tick"),
        *("code", "hidden", "stock_cards"),
    ]


def test_columns_are_a_count_and_visible_cards() -> None:
    view = player_view(Game(board("yukon", "27C8C7H9D", "0KS", up="7-AK")), ms=0)
    assert view.columns == ["27H9D", "0KS", "0", "0", "0", "0", "0"]
    assert view.foundations == "7-AK"
    assert (view.up, view.down) == (21, 2)


def test_the_waste_shows_three_cards() -> None:
    view = player_view(Game(board("klondike-1", waste="2H3H4H5H", stock="6H")), ms=0)
    assert (view.waste, view.waste_count, view.stock) == ("3H4H5H", 4, 1)
    assert player_view(Game(board("klondike-1", waste="2H")), ms=0).waste == "2H"


@pytest.mark.parametrize(
    ("name", "recycles", "passes"),
    [
        ("russian-classic", 0, None),
        ("klondike-1", 5, None),
        ("klondike-1S", 0, 0),
        ("klondike-3S", 0, 2),
        ("klondike-3S", 2, 0),
        ("klondike-1P", 1, 1),
        ("klondike-1V", 0, 0),
    ],
)
def test_passes_left_are_recycles_still_allowed(
    name: str, recycles: int, passes: int | None
) -> None:
    assert player_view(Game(board(name, "0KS", recycles=recycles)), ms=0).passes == passes


def test_hints_left() -> None:
    game = played(start_of("klondike-1"), "? ?")
    assert player_view(game, ms=9_000).hints == 1
    assert player_view(game, ms=9_000, hints_allowed=0).hints == 0


def test_a_running_game() -> None:
    game = played(board("klondike-1W", "0AS", "0KH", up="-QKK"), "aS")
    view = player_view(game, ms=25_000)
    assert (view.score, view.ms, view.moves, view.tick) == (6, 25_000, 1, [10_000, 2])
    assert (view.undo, view.finishable, view.result) == (True, True, None)
    assert view.legal["b1"].endswith("H")


@pytest.mark.parametrize("result", ["stopped", "closed"])
def test_an_ended_game_offers_nothing(result: str) -> None:
    game = played(board("klondike-1W", "0AS", "0KH", up="-QKK"), "aS")
    view = player_view(game, ms=25_000, result=result, code="KL1-1W-AAAAABB")
    assert (view.legal, view.undo, view.finishable, view.tick) == ({}, False, False, None)
    assert (view.result, view.code) == (result, "KL1-1W-AAAAABB")


def test_a_won_game_says_so_by_itself() -> None:
    view = player_view(played(board("yukon", "0KS", up="QKKK"), "aS"), ms=99_000)
    assert (view.result, view.legal, view.undo, view.up) == ("won", {}, False, 52)


def test_columns_may_come_first() -> None:
    game = Game(board("klondike-1", "02S", "03D", up="A---"))
    assert player_view(game, ms=0).legal["a1"] == "Sb"
    assert player_view(game, ms=0, columns_first=True).legal["a1"] == "bS"


def test_a_thoughtful_view_knows_every_card() -> None:
    view = player_view(random_game(start_of("klondike-3T"), Random(2), 30), ms=0)
    assert view.hidden is not None
    assert view.stock_cards is not None
    assert [len(cards) // 2 for cards in view.hidden] == [int(c[0]) for c in view.columns]
    assert len(view.stock_cards) // 2 == view.stock


@pytest.mark.parametrize("name", [name for name in TYPICAL if "T" not in name])
def test_no_face_down_card_is_in_a_view(name: str) -> None:
    """Nothing but visible cards appears, whatever the field."""
    random = Random(name)
    for _ in range(20):
        game = random_game(start_of(name, "QWERTYU"), random, 70)
        position = game.position
        text = repr(player_view(game, ms=0))
        hidden = {
            card for c, n in zip(position.columns, position.down, strict=True) for card in c[:n]
        }
        hidden |= {*position.stock, *position.waste[:-3]}
        shown = {card for card in range(52) if CARD_TEXT[card] in text}
        assert not shown & hidden
        assert shown >= {
            card for c, n in zip(position.columns, position.down, strict=True) for card in c[n:]
        }
