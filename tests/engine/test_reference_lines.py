"""Every winning line of the reference deals replays to 52 cards up."""

from collections import Counter

from engine.replay import replay
from tests.engine.reference import SHARED, Line, converted, winning_lines

LINES = winning_lines()


def items(line: Line) -> list[tuple[str, int]]:
    return [(text, 700 * number) for number, text in enumerate(line.moves.split())]


def test_every_line_wins() -> None:
    for line in LINES:
        replayed = replay(line.start, items(line))
        assert replayed.failure is None, line
        assert replayed.game.won, line
        assert (replayed.game.up, replayed.game.turned) == (52, 21)
        assert replayed.game.moves == len(line.moves.split())


def test_wins_without_taking_back_end_at_625_in_the_russian_family() -> None:
    seen = 0
    for line in LINES:
        if line.variant.startswith("klondike"):
            continue
        assert not any(text[0] in "SHDC" for text in line.moves.split())
        seen += 1
        assert replay(line.start, items(line)).game.score == 625
    assert seen == 479


def test_all_rows_are_here() -> None:
    assert Counter(line.variant for line in LINES) == {
        "russian-classic": 17,
        "russian-relaxed": 300,
        "yukon": 162,
        "klondike-1": 271,
        "klondike-3": 246,
        "klondike-1S": 51,
        "klondike-1P": 163,
        "klondike-3S": 114,
    }
    if SHARED.is_dir():
        assert list(converted(SHARED)) == LINES


def test_more_passes_and_fewer_cards_at_once_allow_the_same_line() -> None:
    """A line of a stricter game is one of the more lenient game."""
    lenient = {
        "klondike-1S": "klondike-1P",
        "klondike-1P": "klondike-1",
        "klondike-3S": "klondike-3",
    }
    lenient["russian-classic"] = "russian-relaxed"
    lenient["yukon"] = "russian-relaxed"
    for line in LINES:
        if line.variant in lenient:
            other = line._replace(variant=lenient[line.variant])
            assert replay(other.start, items(other)).game.won, other
