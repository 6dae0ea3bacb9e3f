"""`docs/protocol.md` says what `games/protocol.py` does, and the example is a real answer."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from engine.codes import parse_code
from engine.deals import deal
from engine.replay import Game
from engine.view import player_view
from games import protocol
from games.protocol import Ack, Close, Code, Welcome, encode, frame_types, view_frame

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
ROW = re.compile(r"^\| `(\w+)` \| ?(.*?) ?\|", re.MULTILINE)


def tables() -> dict[str, str]:
    return dict(ROW.findall(PAGE.read_text()))


@pytest.mark.parametrize("frame", list(frame_types()), ids=lambda frame: frame.__name__)
def test_every_frame_stands_there_with_all_its_fields(frame: type[msgspec.Struct]) -> None:
    info = msgspec.inspect.type_info(frame)
    assert isinstance(info, msgspec.inspect.StructType)
    fields = re.findall(r"`(\w+)`", tables()[str(info.tag)])
    assert fields == [field.name for field in info.fields]


@pytest.mark.parametrize("code", Code)
def test_every_code_of_the_envelope_stands_there(code: Code) -> None:
    assert code.value in tables()


@pytest.mark.parametrize("close", Close)
def test_every_close_code_stands_there(close: Close) -> None:
    assert f"| {close.value} | `{close.name}` |" in PAGE.read_text()


def test_every_field_of_the_view_stands_there() -> None:
    text = PAGE.read_text().split("## The view")[1]
    for field in msgspec.structs.fields(protocol.View):
        assert f"`{field.name}`" in text


def test_the_example_is_what_the_server_says() -> None:
    game = Game(deal(parse_code("RU1-C-AAAAABB")))
    game.play(*first_item(game))
    view = view_frame(player_view(game, ms=4210, code="RU1-C-AAAAABB"))
    answer = json.loads(encode(Ack(seq=1, at=4210, view=view)))
    example = re.search(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert example is not None
    assert json.loads(example[1]) == answer


def first_item(game: Game) -> tuple[str, int]:
    from engine.moves import move_text
    from engine.rules import legal_moves

    return move_text(legal_moves(game.position)[0]), 4210


@pytest.mark.parametrize("code", ["RU1-C-AAAAABB", "KL1-3-AAAAABB", "KL1-1TW-AAAAABB"])
def test_every_answer_reads_back_as_its_type(code: str) -> None:
    view = view_frame(player_view(Game(deal(parse_code(code))), ms=0, code=code))
    welcome = Welcome(v=1, now=0, role="player", seq=0, view=view)
    assert msgspec.json.decode(encode(welcome), type=Welcome) == welcome
    assert len(encode(welcome)) < 700
