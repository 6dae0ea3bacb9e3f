from random import Random

import pytest

from engine.codes import parse_code
from engine.deals import deal
from engine.errors import NotationError
from engine.position import parse_position
from tests.engine.support import TYPICAL, random_game, start_of

START = deal(parse_code("KL1-1-AAAAABB"))
TEXT = (
    "0AD/1THTS/26HKC5S/39H7D8DAS/4KHJSTCAC9D/52D4H7C3D5H8H/6QDAH3H3S2C6SQH ---- "
    "8C6CJH9S5DJD4S3C9C2S2H8S4DQSJCKS7S7H5CKDTD4C6DQC - 0"
)


def test_the_text_form_and_its_hash_are_pinned() -> None:
    assert START.text == TEXT
    assert START.digest == "9b7154cbcf8b31c7c1731575869747afe97b0c781d2a298d0860c3cad5136019"


@pytest.mark.parametrize("name", TYPICAL)
def test_text_and_position_are_one(name: str) -> None:
    random = Random(name)
    for _ in range(20):
        position = random_game(start_of(name), random, 60).position
        read = parse_position(position.variant, position.text)
        assert read == position
        assert read.key == position.key
        assert hash(read) == hash(position)
        assert read.digest == position.digest


def test_keys_differ_where_positions_do() -> None:
    random = Random(3)
    positions = {random_game(start_of("klondike-3"), random, 30).position for _ in range(200)}
    assert len({p.key for p in positions}) == len({p.text for p in positions}) == len(positions)


def test_a_position_is_frozen() -> None:
    with pytest.raises(AttributeError):
        START.recycles = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    "text",
    [
        "",
        TEXT + " 0",
        TEXT.replace("0AD/", "0/"),
        TEXT.replace("AD", "TH"),
        TEXT.replace("0AD", "1AD"),
        TEXT.replace("0AD", "9AD"),
        TEXT.replace("----", "---"),
        TEXT.replace("----", "A---"),
        TEXT.replace("----", "x---"),
        TEXT.replace(" - 0", " - x"),
        TEXT.replace(" - 0", " - ²"),
        TEXT.replace("0AD/1THTS/", "0ADTHTS/"),
        TEXT.replace("8C6C", "8C6"),
    ],
)
def test_unreadable_positions(text: str) -> None:
    with pytest.raises(NotationError):
        parse_position(START.variant, text)
