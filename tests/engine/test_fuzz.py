"""Whatever text comes in, the engine reads it or says what is wrong; nothing else ever."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import parse_card
from engine.codes import parse_code
from engine.commitment import check_commitment, commitment
from engine.deals import parse_deal
from engine.errors import EngineError, IllegalMove, NotationError
from engine.moves import parse_move
from engine.position import parse_position
from engine.record import parse_log, parse_record, replay_record
from engine.replay import Game
from engine.rules import tap_move
from engine.variants import event_variant, variant_named
from tests.engine.support import start_of
from tests.engine.test_position import TEXT as POSITION
from tests.engine.test_record import TEXT as RECORD

KLONDIKE = variant_named("klondike-3")

PARSERS: dict[str, tuple[Callable[[str], object], str]] = {
    "card": (parse_card, "TH"),
    "move": (parse_move, "c12e"),
    "code": (parse_code, "KL1-3SAT-AAAAABB-AAAAABB-AAAAABB-AAAAABB"),
    "variant": (variant_named, "klondike-3SAT"),
    "event": (event_variant, "KL1-3SAT"),
    "deal": (lambda text: parse_deal(KLONDIKE, text), "AD TH TS 6H KC 5S 9H 7D 8D AS KH JS"),
    "position": (lambda text: parse_position(KLONDIKE, text), POSITION),
    "log": (parse_log, "aD@100 dS@1500 ?@1500\n>@2000 u@238412"),
    "record": (lambda text: replay_record(parse_record(text)), RECORD),
    "salt": (lambda text: commitment(text, "RU1-C-AAAAABB"), "0" * 32),
    "hash": (lambda text: check_commitment(text, "0" * 32, "RU1-C-AAAAABB"), "0" * 64),
    "tap": (lambda text: tap_move(start_of("klondike-1"), text), "TH"),
}


@st.composite
def spoiled(draw: st.DrawFn, good: str) -> str:
    """A good text with pieces cut, doubled, moved or replaced."""
    text = good
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 12)))
        piece = draw(
            st.one_of(
                st.just(""),
                st.just(text[start:end] * 2),
                st.text(max_size=4),
                st.sampled_from(
                    ["\x00", "\ud800", "\n", "\r", '"', "\\", "]", "@", "²", "٣", "ſ", "-"]
                ),
            )
        )
        text = text[:start] + piece + text[end:]
    return text


@pytest.mark.parametrize("name", PARSERS)
@settings(max_examples=150, deadline=None, derandomize=True)
@given(data=st.data())
def test_parsers_raise_engine_errors_alone(name: str, data: st.DataObject) -> None:
    parse, good = PARSERS[name]
    text = data.draw(st.one_of(st.text(max_size=60), spoiled(good), spoiled(good)))
    raised: EngineError | None = None
    try:
        parse(text)
    except EngineError as error:
        raised = error
    if raised is not None:
        assert raised.code in {"notation", "record", "unknown_code", "log_too_long"}
        assert len(str(raised)) < 200


@pytest.mark.parametrize("name", PARSERS)
def test_the_good_texts_are_good(name: str) -> None:
    parse, good = PARSERS[name]
    if name == "deal":
        with pytest.raises(NotationError):
            parse(good)
    else:
        parse(good)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.one_of(st.text(max_size=6), st.sampled_from(["u", "?", ">", "aD", "e1b"]))))
def test_a_game_fed_with_anything(items: list[str]) -> None:
    game = Game(start_of("klondike-3"))
    for item in items:
        position, count = game.position, game.items
        try:
            game.play(item, 5)
        except (NotationError, IllegalMove):
            assert (game.position, game.items) == (position, count)
        else:
            assert game.items == count + 1
