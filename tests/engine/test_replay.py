import gc
import sys
from random import Random

import pytest

from engine.errors import IllegalMove, NotationError
from engine.replay import HINTS_A_GAME, MAX_ITEMS, MAX_LOG_BYTES, Failure, Game, replay
from engine.variants import EVENTS, event_variant
from tests.engine.support import board, played, random_game, start_of


def test_the_caps_are_pinned() -> None:
    assert (MAX_ITEMS, MAX_LOG_BYTES, HINTS_A_GAME) == (20_000, 1_048_576, 3)


def test_replay_of_a_whole_log() -> None:
    start = board("klondike-1", "0AS", "0AH", stock="9C")
    replayed = replay(start, [("aS", 100), ("?", 100), (">", 250), ("u", 300), ("bH", 4000)])
    game = replayed.game
    assert replayed.failure is None
    assert game.position == board("klondike-1", up="AA--", stock="9C")
    assert (game.score, game.moves, game.undos, game.hints) == (20, 3, 1, 1)
    assert (game.items, game.last_ms, game.up, game.won, game.clean) == (5, 4000, 2, False, False)


@pytest.mark.parametrize(
    ("items", "index", "code"),
    [
        ([("b1a", 0)], 0, "empty_source"),
        ([("aS", 5), ("aS", 6)], 1, "empty_source"),
        ([("aS", 5), ("c4x", 6)], 1, "notation"),
        ([("aS", 5), (">", 4)], 1, "notation"),
        ([("aS", 5), ("u", 5), ("u", 5)], 2, "nothing_to_undo"),
        ([("?", 5), ("?", 5), ("?", 5), ("?", 5)], 3, "no_hints"),
        ([("aS", -1)], 0, "notation"),
        ([("U", 5)], 0, "notation"),
    ],
)
def test_the_valid_prefix_is_kept(items: list[tuple[str, int]], index: int, code: str) -> None:
    start = board("klondike-1", "0AS", stock="9C")
    replayed = replay(start, [*items, (">", 7)])
    assert replayed.failure == Failure(index, code)
    kept = replay(start, items[:index])
    assert kept.failure is None
    assert replayed.game.items == index
    assert replayed.game.position == kept.game.position
    assert replayed.game.last_ms == kept.game.last_ms


@pytest.mark.parametrize(
    ("item", "ms"), [("a9b", 9000), ("zz", 9000), ("", 9000), ("aS", 10), ("u", 10), ("?", 10)]
)
def test_an_item_refused_changes_nothing(item: str, ms: int) -> None:
    game = played(board("klondike-1", "0ASAH", "02D", stock="9C"), "aH ? >")
    before = [getattr(game, name) for name in Game.__slots__ if not name.startswith("_")]
    with pytest.raises((IllegalMove, NotationError)):
        game.play(item, ms)
    assert [getattr(game, name) for name in Game.__slots__ if not name.startswith("_")] == before


def test_the_item_past_the_cap_is_refused() -> None:
    game = Game(board("yukon", "0KS"))
    for number in range(MAX_ITEMS):
        game.play("a1b" if number % 2 == 0 else "b1a", number)
    for item in ("a1b", "u", "?"):
        with pytest.raises(IllegalMove) as caught:
            game.play(item, MAX_ITEMS)
        assert caught.value.code == "log_full"
    assert game.items == game.moves == MAX_ITEMS


@pytest.mark.parametrize("item", [">", "aS", "u", "?"])
def test_nothing_is_accepted_after_the_win(item: str) -> None:
    game = played(board("klondike-1", "0KS", up="QKKK"), "aS")
    with pytest.raises(IllegalMove) as caught:
        game.play(item, 5000)
    assert caught.value.code == "finished"


def test_restart_is_the_start_again() -> None:
    game = random_game(start_of("klondike-3"), Random(1), 40)
    assert game.moves > 20
    again = Game(game.start)
    assert again.position == start_of("klondike-3")
    assert (again.score, again.moves, again.items, again.can_undo) == (0, 0, 0, False)


def owned_bytes(game: Game) -> int:
    """Bytes only this game holds: what is shared (the variant, interned values) left out."""
    shared = {id(game.start.variant), id(game._table)}
    todo: list[object] = [game]
    size = 0
    while todo:
        value = todo.pop()
        if id(value) in shared or isinstance(value, type):
            continue
        shared.add(id(value))
        size += sys.getsizeof(value)
        todo += gc.get_referents(value)
    return size


@pytest.mark.parametrize("event", EVENTS)
def test_a_game_is_small_in_memory(event: str) -> None:
    start = start_of(event_variant(event).name, "MEMORYA")
    assert owned_bytes(Game(start)) < 3_500
    longest = max(
        (random_game(start, Random(n), 100) for n in range(10)), key=lambda game: game.moves
    )
    assert longest.moves > 60
    assert owned_bytes(longest) < 25_000
