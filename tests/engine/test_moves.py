import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import moves
from engine.errors import NotationError
from engine.moves import Move, move_text, parse_move
from engine.targets import group_move
from tests.engine.support import all_move_texts

PINNED = [
    ("c4e", Move("c", "e", 4)),
    ("a1g", Move("a", "g", 1)),
    ("b51f", Move("b", "f", 51)),
    ("c4c", Move("c", "c", 4)),
    ("cH", Move("c", "H", 1)),
    ("cC", Move("c", "C", 1)),
    ("Hb", Move("H", "b", 1)),
    ("Cc", Move("C", "c", 1)),
    ("wD", Move("w", "D", 1)),
    ("wd", Move("w", "d", 1)),
    (">", Move("s", ">", 0)),
    ("<", Move("s", "<", 0)),
    # More than one card to or from a foundation can be read: the rules refuse it.
    ("c2H", Move("c", "H", 2)),
    ("H13b", Move("H", "b", 13)),
    ("w3a", Move("w", "a", 3)),
    ("C4e", Move("C", "e", 4)),
]


@pytest.mark.parametrize(("text", "move"), PINNED)
def test_the_notation_is_pinned(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert str(move) == move_text(move) == text


def test_undo_and_hint_are_no_moves() -> None:
    assert (moves.UNDO, moves.HINT) == ("u", "?")
    for text in "u?":
        with pytest.raises(NotationError):
            parse_move(text)


def test_every_move_comes_back_from_its_text_and_its_repr() -> None:
    texts = list(all_move_texts())
    assert len(set(texts)) == len(texts)
    for text in texts:
        move = parse_move(text)
        assert str(move) == text
        assert eval(repr(move), {"Move": Move}) == move


def test_a_move_is_frozen() -> None:
    with pytest.raises(AttributeError):
        parse_move("c4e").size = 5  # type: ignore[misc]


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "c", "4", "c4", "4e", "ce", "c0e", "c04e", "c52e", "c99e", "c100e", "c-1e"),
        *("c4E", "h4e", "c4h", "cX", "ch", "hC", "SS", "HD", "H1b", "w1b", "c1H", "ww"),
        *("wW", "ws", "sw", "s>", ">>", "<>", "c4e ", " c4e", "c4e\n", "c 4e", "c4e@1", "uu"),
        *("c\uff14e", "c4\u0435", "c²e", "c4e\x00", "\ud800", "c" * 10_000),
    ],
)
def test_unreadable_moves(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text)
    assert caught.value.code == "notation"


@given(st.text("abcgwSHDC123450<>su?", max_size=5))
def test_texts_are_moves_or_unreadable_and_never_two_texts_one_move(text: str) -> None:
    try:
        move = parse_move(text)
    except NotationError:
        return
    assert str(move) == text


@pytest.mark.parametrize(
    ("group", "target", "text"),
    [("c4", "e", "c4e"), ("c1", "H", "cH"), ("w", "b", "wb"), ("H", "b", "Hb"), ("s", ">", ">")],
)
def test_a_group_and_a_target_make_a_move(group: str, target: str, text: str) -> None:
    assert str(group_move(group, target)) == text
