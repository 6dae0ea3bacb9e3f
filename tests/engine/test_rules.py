"""What the rules accept and refuse, one reason code after the other."""

from dataclasses import replace

import pytest

from engine.errors import Wanted
from engine.moves import parse_move
from engine.position import Position
from engine.rules import apply, is_won, legal_moves
from tests.engine.support import board, refusal, start_of

KINGS = Wanted(13, "SHDC")
LONG = "0" + "KSQS" + "2S3S4S5S6S7S8S9STSJS" + "2H3H4H5H6H7H8H9HTH"

# Position, move, reason code, the cards that would do there.
REFUSALS = [
    # Build rules: rank before suit or colour; the wanted card fits on the target.
    (board("russian-classic", "07H", "08D"), "a1b", "suit", Wanted(7, "D")),
    (board("russian-classic", "07H", "09H"), "a1b", "rank", Wanted(8, "H")),
    (board("russian-classic", "07H", "06H"), "a1b", "rank", Wanted(5, "H")),
    (board("russian-classic", "07H", "0AH"), "a1b", "rank", None),
    (board("russian-relaxed", "07H", "09C"), "a1b", "rank", Wanted(8, "SHDC")),
    (board("yukon", "07H", "08D"), "a1b", "colour", Wanted(7, "SC")),
    (board("klondike-1", "07S", "08C"), "a1b", "colour", Wanted(7, "HD")),
    (board("klondike-1", "07S", "07H"), "a1b", "rank", Wanted(6, "SC")),
    # Empty columns.
    (board("russian-classic", "0QH"), "a1b", "king_only", KINGS),
    (board("russian-classic", "0QHKH"), "a2b", "king_only", KINGS),
    (board("klondike-1", "0QH"), "a1b", "king_only", KINGS),
    (board("klondike-1", waste="QH"), "wb", "king_only", KINGS),
    (board("yukon", up="-Q--"), "Hb", "king_only", KINGS),
    # Foundations.
    (board("russian-classic", "07H", up="-6--"), "aS", "suit", Wanted(1, "S")),
    (board("russian-classic", "08H", up="-6--"), "aH", "rank", Wanted(7, "H")),
    (board("russian-classic", "0KSAH", up="-K--"), "aH", "rank", None),
    (board("klondike-1", waste="2S"), "wS", "rank", Wanted(1, "S")),
    (board("klondike-1", waste="AS"), "wH", "suit", Wanted(1, "H")),
    # Taking back follows the build rule.
    (board("yukon", "08D", up="-7--"), "Ha", "colour", Wanted(7, "SC")),
    (board("russian-classic", "08D", up="-7--"), "Ha", "suit", Wanted(7, "D")),
    (board("klondike-1", "09S", up="-7--"), "Ha", "rank", Wanted(8, "HD")),
    # One card at a time.
    (board("yukon", "02HAH"), "a2H", "one_card", None),
    (board("yukon", "04S", up="-3--"), "H2a", "one_card", None),
    (board("klondike-1", waste="2HAH"), "w2H", "one_card", None),
    (board("klondike-1", "03S", waste="AH2H"), "w2a", "one_card", None),
    # Groups.
    (board("yukon", "27H8S6D", "07C"), "a2b", "face_down", None),
    (board("klondike-3", "16H7H", "08S"), "a2b", "face_down", None),
    (board("klondike-3", "07H5S", "08S"), "a2b", "not_a_run", None),
    (board("klondike-3", "07H6D", "08S"), "a2b", "not_a_run", None),
    (board("russian-classic", LONG), "a21b", "group_limit", None),
    (board("russian-relaxed", LONG, "0AS"), "a21b", "group_limit", None),
    (board("yukon", "07H", "08S"), "a2b", "empty_source", None),
    (board("yukon", "0KS"), "a1a", "no_target", None),
    # Empty piles.
    (board("yukon", "08S"), "b1a", "empty_source", None),
    (board("yukon", "08S"), "bS", "empty_source", None),
    (board("yukon", "08S"), "Ha", "empty_source", None),
    (board("yukon", "08S"), "wa", "empty_source", None),
    (board("klondike-1", "08S", stock="7H"), "wa", "empty_source", None),
    # Stock and waste.
    (board("yukon", "08S"), ">", "no_stock", None),
    (board("klondike-1", waste="7H"), ">", "no_stock", None),
    (board("klondike-1", stock="8H", waste="7H"), "<", "stock_left", None),
    (board("klondike-1", "08S"), "<", "empty_source", None),
    (board("klondike-1S", waste="7H"), "<", "no_passes", None),
    (board("klondike-1V", waste="7H"), "<", "no_passes", None),
    (board("klondike-3S", waste="7H", recycles=2), "<", "no_passes", None),
    (board("klondike-1P", waste="7H", recycles=2), "<", "no_passes", None),
]


@pytest.mark.parametrize(("position", "text", "code", "wanted"), REFUSALS)
def test_refusals(position: Position, text: str, code: str, wanted: Wanted | None) -> None:
    error = refusal(position, text)
    assert (error.code, error.wanted) == (code, wanted)
    assert parse_move(text) not in legal_moves(position)


# Position, move, the position after it.
ACCEPTED = [
    # A group need not be in order; only its first card must fit.
    (
        board("russian-classic", "15H3C7DAS4STH", "04C"),
        "a5b",
        board("russian-classic", "05H", "04C3C7DAS4STH"),
    ),
    (board("russian-relaxed", "07H", "08D"), "a1b", board("russian-relaxed", "0", "08D7H")),
    (board("yukon", "07H2C", "08S"), "a2b", board("yukon", "0", "08S7H2C")),
    # A king alone, with cards on it, and heading its whole column.
    (board("yukon", "0QDKS3H"), "a2c", board("yukon", "0QD", "0", "0KS3H")),
    (board("yukon", "0KS3H"), "a2c", board("yukon", "0", "0", "0KS3H")),
    (board("klondike-1", waste="AHKS"), "wc", board("klondike-1", "0", "0", "0KS", waste="AH")),
    (board("yukon", up="-K--"), "Hg", board("yukon", *["0"] * 6, "0KH", up="-Q--")),
    # Part of a run, and between two columns that fit alike.
    (
        board("klondike-1", "09S8H7S", "08D"),
        "a1b",
        board("klondike-1", "09S8H", "08D7S"),
    ),
    # Any card or run on an empty column, as a house rule.
    (board("klondike-1A", "09S8H7S"), "a2b", board("klondike-1A", "09S", "08H7S")),
    (board("klondike-1A", waste="2H"), "wg", board("klondike-1A", *["0"] * 6, "02H")),
    (board("klondike-1A", up="2---"), "Sa", board("klondike-1A", "02S", up="A---")),
    # Foundations, and back at once: even an ace onto a two.
    (board("yukon", "22C3C4CAH"), "aH", board("yukon", "22C3C4C", up="-A--")),
    (board("klondike-1", waste="2S", up="A---"), "wS", board("klondike-1", up="2---")),
    (board("klondike-1", "02S", up="-A--"), "Ha", board("klondike-1", "02SAH")),
    # Drawing one, three, and the short last draw; the order survives the recycle.
    (board("klondike-1", stock="7H8H"), ">", board("klondike-1", stock="8H", waste="7H")),
    (
        board("klondike-3", stock="7H8H9HTH"),
        ">",
        board("klondike-3", stock="TH", waste="7H8H9H"),
    ),
    (
        board("klondike-3", stock="TH2S", waste="7H"),
        ">",
        board("klondike-3", waste="7HTH2S"),
    ),
    (
        board("klondike-3", waste="7HTH2S", recycles=9),
        "<",
        board("klondike-3", stock="7HTH2S", recycles=10),
    ),
    (
        board("klondike-1P", waste="7H", recycles=1),
        "<",
        board("klondike-1P", stock="7H", recycles=2),
    ),
]


@pytest.mark.parametrize(("position", "text", "after"), ACCEPTED)
def test_accepted(position: Position, text: str, after: Position) -> None:
    assert parse_move(text) in legal_moves(position)
    assert apply(position, parse_move(text)) == after


def test_twenty_cards_are_not_too_many() -> None:
    """The limit binds kings to an empty column too; the rest is at most twenty."""
    queen = board("russian-relaxed", "0AH" + LONG[1:], "0KC")
    assert refusal(queen, "a21c").code == "group_limit"
    assert apply(queen, parse_move("a20b")).columns[1][1] == queen.columns[0][2]


def test_the_card_uncovered_turns_by_itself() -> None:
    start = board("yukon", "27C8C7H", "08S")
    after = apply(start, parse_move("a1b"))
    assert after.down == (1, 0, 0, 0, 0, 0, 0)
    emptied = apply(board("yukon", "07H", "08S"), parse_move("a1b"))
    assert emptied.down == (0,) * 7


def test_nothing_is_legal_once_won() -> None:
    won = board("klondike-1", up="KKKK")
    assert is_won(won)
    assert legal_moves(won) == []
    for text in (">", "<", "a1b", "aH", "Ha", "wH"):
        assert refusal(won, text).code == "finished"


def test_a_game_may_forbid_taking_back() -> None:
    """Data, not code: the column of the variant decides it for every foundation."""
    allowed = board("russian-classic", "03S", up="2---")
    forbidden = allowed._replace(variant=replace(allowed.variant, taking_back=False))
    assert refusal(forbidden, "Sa").code == "no_target"
    assert list(map(str, legal_moves(forbidden))) == ["aS"]
    assert sorted(map(str, legal_moves(allowed))) == ["Sa", "aS"]


def test_wanted_never_comes_from_a_face_down_card() -> None:
    """Every card named by a refusal fits a card that lies face up."""
    start = start_of("russian-classic")
    for text in ("b1a", "c1b", "d2c", "e9a", "g11a", "g1b"):
        error = refusal(start, text)
        if error.wanted is not None:
            last = start.columns["abcdefg".index(text[-1])][-1]
            assert error.wanted.rank == last % 13
