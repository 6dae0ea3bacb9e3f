"""Frames of a race's room, as the decoder takes and refuses them."""

import json

import pytest

from games import protocol
from games.protocol import BadFrame, decode

TOKEN = "0123456789abcdefABCDEF"


@pytest.mark.parametrize("name", ["a\x1f", "a\x7f", "a" * 61, "\x00"])
def test_a_name_is_text_of_some_length(name: str) -> None:
    with pytest.raises(BadFrame):
        decode(json.dumps({"t": "seat", "name": name}))


def test_hello_is_to_a_run_or_to_a_room() -> None:
    assert decode(f'{{"t":"hello","room":"{TOKEN}","v":1}}') == protocol.Hello(v=1, room=TOKEN)
    for places in ({}, {"run": TOKEN, "room": TOKEN}, {"run": None, "room": None}):
        with pytest.raises(BadFrame):
            decode(json.dumps({"t": "hello", "v": 1, **places}))
