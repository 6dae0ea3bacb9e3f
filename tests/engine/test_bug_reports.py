"""What went wrong in programs like ours, and why it cannot here: one test a report, by its id."""

import json
import secrets
import subprocess
import sys
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random

import pytest

from engine.cards import SUITS
from engine.codes import make_code, random_seed
from engine.deals import deal, layout_text, shuffle
from engine.errors import IllegalMove
from engine.hints import fair_hint
from engine.moves import COLUMNS, parse_move
from engine.position import Position
from engine.record import parse_record, replay_record
from engine.replay import Game, replay
from engine.rules import apply, finish_moves, is_finishable, legal_moves, tap_move, targets
from engine.variants import all_variants, variant_named
from engine.view import player_view
from tests.engine.reference import DATA, winning_lines
from tests.engine.support import (
    TYPICAL,
    all_move_texts,
    board,
    played,
    random_game,
    random_move,
    refusal,
    start_of,
)

ROOT = Path(__file__).parents[2]
MOVES = [parse_move(text) for text in all_move_texts()]

DEALS_DIGEST = """
import hashlib, random, sys
from engine.codes import make_code, random_seed
from engine.deals import deal
rng, total = random.Random(1), hashlib.sha256()
for _ in range(1000):
    seed = random_seed(rng.randrange)
    for event in sys.argv[1:]:
        start = deal(make_code(event, seed))
        total.update(bytes(card for pile in (*start.columns, start.stock) for card in pile))
print(total.hexdigest())
"""


def cards_of(position: Position) -> list[int]:
    cards = [card for column in position.columns for card in column]
    cards += [*position.stock, *position.waste]
    for suit, height in enumerate(position.foundations):
        cards += range(13 * suit, 13 * suit + height)
    return sorted(cards)


def dealt(position: Position) -> bytes:
    return bytes(card for pile in (*position.columns, position.stock) for card in pile)


def test_b01_a_restart_deals_the_same_cards() -> None:
    """1 000 codes, every variant: after five moves, after undo-all and in a fresh process."""
    random, choices, total = Random(1), Random(2), sha256()
    events = [variant.event for variant in all_variants()]
    for _ in range(1000):
        seed = random_seed(random.randrange)
        for event in events:
            code = make_code(event, seed)
            game = Game(deal(code))
            first = dealt(game.start)
            for _ in range(5):
                moves = legal_moves(game.position)
                if moves:
                    game.play(str(choices.choice(moves)), 0)
            assert dealt(Game(game.start).position) == first
            while game.can_undo:
                game.play("u", 0)
            assert dealt(game.position) == first
            total.update(first)
    fresh = subprocess.run(
        [sys.executable, "-c", DEALS_DIGEST, *events],
        cwd=ROOT,
        capture_output=True,
        check=True,
        encoding="ascii",
    )
    assert fresh.stdout.strip() == total.hexdigest()


@pytest.mark.parametrize("name", TYPICAL)
def test_b03_no_card_is_ever_missing(name: str) -> None:
    """After every move, undo and finishing move of random games."""
    random = Random(name)
    for _ in range(8):
        game = Game(start_of(name, random_seed(random.randrange)))
        for _ in range(120):
            move = random_move(game.position, random)
            if game.can_undo and (move is None or random.random() < 0.2):
                game.play("u", 0)
            elif move is not None:
                game.play(str(move), 0)
            assert cards_of(game.position) == list(range(52))


def test_b03_no_card_is_missing_along_winning_lines_and_finishes() -> None:
    for line in winning_lines()[::10]:
        game = Game(line.start)
        for text in line.moves.split():
            if is_finishable(game.position):
                break
            game.play(text, 0)
            assert cards_of(game.position) == list(range(52))
        while not game.won:
            game.play(str(finish_moves(game.position)[0]), 0)
            assert cards_of(game.position) == list(range(52))


@pytest.mark.parametrize("name", TYPICAL)
def test_b06_one_rule_book_for_player_hint_tap_and_finish(name: str) -> None:
    random = Random(name)
    for length in (0, 15, 30, 60, 120):
        position = random_game(
            start_of(name, random_seed(random.randrange)), random, length
        ).position
        legal = set(legal_moves(position))
        accepted = set()
        for move in MOVES:
            try:
                apply(position, move)
            except IllegalMove:
                continue
            accepted.add(move)
        assert accepted == legal
        assert sum(map(len, targets(position).values())) == len(legal)
        text = fair_hint(player_view(Game(position), ms=0))
        assert text is None or parse_move(text) in legal
        cards = ["s", *(f"{r}{s}" for r, s in product("A23456789TJQK", SUITS))]
        for card, double, first in product(cards, (False, True), (False, True)):
            move = tap_move(position, card, double=double, columns_first=first)
            assert move is None or move in legal
        if is_finishable(position):
            assert finish_moves(position)[0] in legal


GOLDEN = [
    (version.name, name, expected)
    for version in sorted((DATA / "logs").iterdir())
    for name, expected in json.loads((version / "expected.json").read_text("ascii")).items()
]


@pytest.mark.parametrize(("version", "name", "expected"), GOLDEN)
def test_b09_records_of_every_format_version_still_replay(
    version: str, name: str, expected: dict[str, object]
) -> None:
    record = parse_record((DATA / "logs" / version / f"{name}.txt").read_text("utf-8"))
    replayed = replay_record(record)
    game = replayed.game
    assert replayed.failure is None
    assert record.tags["Rules"] == version
    found = {key: getattr(game, key) for key in expected if key != "digest"}
    assert {**found, "digest": game.position.digest} == expected


def test_b09_there_is_a_golden_record_of_each_kind() -> None:
    files = {path.stem for path in (DATA / "logs" / "1").glob("*.txt")}
    assert files == {name for version, name, _ in GOLDEN if version == "1"}
    assert len(files) == 19


@pytest.mark.parametrize("variant", all_variants(), ids=lambda variant: variant.name)
def test_b10_the_table_of_each_variant_says_what_a_foundation_gives_back(variant) -> None:  # type: ignore[no-untyped-def]
    """Every variant here gives back its top card, one at a time, where it fits, and no other."""
    assert variant.taking_back
    fits = "03H" if variant.build != "alternate" else "03S"
    position = board(variant.name, fits, "03C", up="-2--")
    assert apply(position, parse_move("Ha")).foundations == (0, 1, 0, 0)
    for size in range(2, 14):
        assert refusal(position, f"H{size}a").code == "one_card"
    assert not any(move.is_taking_back and move.size > 1 for move in legal_moves(position))


def test_b11_a_move_is_counted_once_and_undone_at_once() -> None:
    """The turn it causes is part of it; a finish is as many moves as cards, each its own."""
    game = played(board("yukon", "27C8C7H", "08S"), "a1b")
    assert (game.moves, game.turned) == (1, 1)
    game.play("u", 2000)
    assert (game.position, game.moves) == (game.start, 1)

    start = board("klondike-1", "0KSQH", "0KH", up="QJKK")
    game, log = Game(start), []
    for move in finish_moves(start):
        log.append((str(move), 10))
        game.play(*log[-1])
    assert [text for text, _ in log] == ["aH", "aS", "bH"]
    assert (game.moves, game.items, game.won) == (3, 3, True)
    assert replay(start, log).game.position == game.position


@pytest.mark.parametrize("name", ["klondike-1", "klondike-3", "klondike-1P", "klondike-3S"])
def test_b15_a_recycle_turns_the_pile_on_the_table(name: str) -> None:
    """What is left comes again in its order, whatever was played from it."""
    random = Random(name)
    recycled = 0
    for _ in range(30):
        game = random_game(start_of(name, random_seed(random.randrange)), random, 60)
        while game.position.stock:
            game.play(">", game.last_ms)
        waste = game.position.waste
        order = [card for card in game.start.stock if card in waste]
        assert list(waste) == order
        if "<" in targets(game.position).values():
            game.play("<", game.last_ms)
            recycled += 1
            assert list(game.position.stock) == order
            assert not game.position.waste
    assert recycled


@pytest.mark.parametrize("name", TYPICAL)
def test_b17_several_cards_never_leave_a_foundation(name: str) -> None:
    random = Random(name)
    for _ in range(5):
        position = random_game(start_of(name, random_seed(random.randrange)), random, 90).position
        for suit, size, column in product(SUITS, range(2, 14), COLUMNS):
            expected = {"one_card", "empty_source"}
            assert refusal(position, f"{suit}{size}{column}").code in expected
        assert all(move.size == 1 for move in legal_moves(position) if move.is_taking_back)


@pytest.mark.parametrize("name", TYPICAL)
def test_b18_only_a_last_card_goes_up_and_only_one(name: str) -> None:
    random = Random(name)
    for _ in range(3):
        game = random_game(start_of(name, random_seed(random.randrange)), random, 60)
        position, digest = game.position, game.position.digest
        for source, size, suit in product(COLUMNS + "w", range(2, 52), SUITS):
            assert refusal(position, f"{source}{size}{suit}").code in {"one_card", "empty_source"}
        assert position.digest == digest
        for move in legal_moves(position):
            if move.is_up:
                pile = (
                    position.waste
                    if move.source == "w"
                    else position.columns[COLUMNS.index(move.source)]
                )
                assert SUITS[pile[-1] // 13] == move.target


LAST_CARD = [
    (board("klondike-1", "0KS", up="QKKK"), ["aS"]),
    (board("yukon", "0KS", up="QKKK"), ["aS"]),
    (board("klondike-1", waste="KS", up="QKKK"), ["wS"]),
    (board("klondike-1", stock="KS", up="QKKK"), [">", "wS"]),
    (board("klondike-1", "0KS", up="QKKK"), ["aS"]),
    (board("klondike-1", "0KS", up="QKKK"), ["Hb", "u", "Hb", "bH", "?", "aS"]),
]


@pytest.mark.parametrize(("start", "items"), LAST_CARD)
def test_b19_the_win_is_noticed_on_every_path_and_once(start: Position, items: list[str]) -> None:
    game = Game(start)
    for item in items:
        assert not game.won
        game.play(item, 0)
    assert game.won
    assert player_view(game, ms=0).result == "won"
    assert replay(start, [(item, 0) for item in items]).game.won
    for item in (*items, "u", "?"):
        with pytest.raises(IllegalMove) as caught:
            game.play(item, 0)
        assert caught.value.code == "finished"
    assert game.items == len(items)


def test_b19_the_win_is_noticed_after_a_finish_and_a_tap() -> None:
    start = board("klondike-1", "0KS", up="QKKK")
    for move in (finish_moves(start)[0], tap_move(start, "KS")):
        game = Game(start)
        game.play(str(move), 0)
        assert game.won


@pytest.mark.parametrize("name", TYPICAL)
def test_b23_play_after_undo_is_play_that_never_was_undone(name: str) -> None:
    random = Random(name)
    for _ in range(4):
        start = start_of(name, random_seed(random.randrange))
        log = []
        game = Game(start)
        while len(log) < 60 and (move := random_move(game.position, random)) is not None:
            log.append((str(move), 0))
            game.play(*log[-1])
        for count in range(1, len(log) + 1):
            game.play("u", 0)
            plain = replay(start, log[:-count]).game
            assert game.position == plain.position
            assert legal_moves(game.position) == legal_moves(plain.position)
            assert targets(game.position) == targets(plain.position)
        for item in log:
            game.play(*item)
        assert game.position == replay(start, log).game.position


def test_b26_no_two_deals_are_alike() -> None:
    """The engine has no seed of its own: a hundred deals of the system's generator differ."""
    for letters, prefix in product((7, 28), ("RU1", "KL1", "YU1")):
        seeds = {random_seed(secrets.randbelow, letters) for _ in range(100)}
        assert len(seeds) == 100
        assert len({shuffle(prefix, seed) for seed in seeds}) == 100
    variants = (variant_named("russian-classic"), variant_named("yukon"))
    assert len({layout_text(deal(make_code(v.event, "AAAAABB"))) for v in variants}) == 2
