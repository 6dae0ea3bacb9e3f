"""Every frame that is none of ours is refused with its code, and nobody else notices."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.codes import parse_code
from engine.deals import deal
from engine.replay import replay
from games import protocol
from games.models import LogItem, Run
from games.protocol import BadFrame, decode
from tests.games.support import Socket, log_of, make_player, make_run, sign_in, sitting

CODE = "KL1-1-AAAAABB"
TOKEN = "0123456789abcdefABCDEF"
PLACED = {"base": 3, "after": ["c4e", "u"]}
FRAMES: dict[str, dict[str, Any]] = {
    "hello": {"run": TOKEN, "v": 1},
    "move": {**PLACED, "move": "c4e"},
    "undo": PLACED,
    "tap": {**PLACED, "card": "TH", "double": True},
    "finish": PLACED,
    "hint": {**PLACED, "kind": "fair"},
    "stop": PLACED,
    "pause": {**PLACED, "on": True},
    "seat": {"name": "Åse: 7"},
    "ready": {"on": True},
    "start": {},
    "leave": {},
    "rematch": {},
    "ping": {"n": 7},
}
NOT_REQUIRED = {("tap", "double"), ("hint", "kind")}
SURROGATE = "\\ud800"
AWKWARD: list[Any] = [
    None, True, -1, 0.5, 1e300, 10**30, "", " ", "c4e\n", "c4e ", "\x00", "c4é", "c4e-long",
    [], [[]], ["c4e", 1], {}, {"t": "move"},
]  # fmt: skip

player_made = sync_to_async(make_player)
run_made = sync_to_async(make_run)
log_read = sync_to_async(log_of)
signed_in = sync_to_async(sign_in)

# --- the decoder ---------------------------------------------------------------------------------

words = st.sampled_from([*FRAMES, "c4e", "u", "?", ">", "TH", "s", "fair", TOKEN])
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | words
keys = st.sampled_from(["t", "base", "after", "move", "card", "n", "run", "v", "on"]) | st.text()
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(st.text() | st.dictionaries(keys, values, max_size=5).map(json.dumps))
@example("[" * 4000)
@example('{"a":' * 800)
@example('{"t":"ping","n":' + "9" * 4000 + "}")
@example('{"t":"ping","n":1e' + "9" * 400 + "}")
@example(f'{{"t":"move","base":0,"after":["{SURROGATE}"],"move":"c4e"}}')
def test_whatever_comes_is_a_frame_or_a_bad_frame(text: str) -> None:
    try:
        frame = decode(text)
    except BadFrame:
        return
    assert isinstance(frame, protocol.Frame)


DEEP = "[" * 1990 + "]" * 1990


@pytest.mark.parametrize(
    "text",
    [
        "[" * 4000,
        '{"a":' * 800,
        f'{{"x":{DEEP},"t":"ping","n":1}}',
        f'{{"n":{DEEP},"t":"ping"}}',
        f'{{"t":"ping","n":{DEEP}}}',
        f'{{"t":"tap","base":0,"after":[],"card":"s","double":{DEEP}}}',
        '{"t":"ping","n":1,"\\u006e":1}',
        '{"t":"ping","\\u006e":1,"n":1}',
    ],
)
def test_depth_and_disguised_doubles_are_bad_frames(text: str) -> None:
    """Apart from the random ones, since Hypothesis raises the limit of recursion."""
    with pytest.raises(BadFrame):
        decode(text)


@settings(max_examples=100)
@given(st.binary() | st.none() | st.integers())
def test_what_is_no_text_is_a_bad_frame(data: Any) -> None:
    with pytest.raises(BadFrame):
        decode(data)


@pytest.mark.parametrize("name", FRAMES)
def test_every_frame_is_read_and_every_change_of_it_is_refused(name: str) -> None:
    fields = FRAMES[name]
    frame = decode(json.dumps({"t": name, **fields}))
    assert {key: getattr(frame, key) for key in fields} == fields
    for bad in _spoilt(name, fields):
        with pytest.raises(BadFrame):
            decode(bad)


def _spoilt(name: str, fields: dict[str, Any]) -> Iterator[str]:
    """One change at a time: an unknown field, a missing one, a wrong value, a doubled key."""
    whole = {"t": name, **fields}
    text = json.dumps(whole)
    yield json.dumps({**whole, "x": 1})
    yield json.dumps([whole])
    yield json.dumps({**whole, "t": name.upper()})
    yield text + text
    yield text[:-1]
    for key in whole:
        doubled = f', "{key}": {json.dumps(whole[key])}}}'
        yield text[:-1] + doubled
        if (name, key) not in NOT_REQUIRED:
            yield json.dumps({other: whole[other] for other in whole if other != key})
        for value in AWKWARD:
            if not _fits(key, value):
                yield json.dumps({**whole, key: value})
        for constant in ("NaN", "Infinity", "-Infinity", "1e999", f'"{SURROGATE}"', '"\\u0000"'):
            yield json.dumps({**whole, key: "@"}).replace('"@"', constant)


def _fits(key: str, value: Any) -> bool:
    """Whether an awkward value is one that the field allows (what it means is asked later)."""
    if key in ("double", "on"):
        return value is True
    if key == "name":
        return isinstance(value, str) and value.isprintable()
    if key == "v":
        return type(value) is int
    return key == "after" and value == []


@pytest.mark.parametrize(
    ("filler", "size", "good"),
    [(" ", 4096, True), (" ", 4097, False), ("é", 4096, False), ("é", 2100, False)],
)
def test_a_frame_has_at_most_4096_bytes_not_letters(filler: str, size: int, good: bool) -> None:
    if filler == " ":
        text = json.dumps(FRAMES["ping"] | {"t": "ping"}).ljust(size)
    else:
        text = json.dumps({"t": "ping", "n": 7, "x": filler * size}, ensure_ascii=False)
    if good:
        assert decode(text) == protocol.Ping(n=7)
    else:
        with pytest.raises(BadFrame, match="4 KiB"):
            decode(text)


# --- at the table --------------------------------------------------------------------------------

at_the_table = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.asyncio,
]


def marked(test: Any) -> Any:
    for mark in at_the_table:
        test = mark(test)
    return test


BAD_TEXTS = ("{", "[]", '{"t":"ack"}', "\x00", '{"t":"ping","n":1,"n":1}')


@marked
async def test_the_fifth_bad_frame_closes_and_nobody_else_notices() -> None:
    player, other = await player_made(), await player_made("Sindre")
    run, others = await run_made(player, CODE), await run_made(other, CODE)
    async with (
        sitting(player, run) as (socket, _),
        sitting(player, run) as (tab, _),
        sitting(other, others) as (calm, _),
    ):
        for text in BAD_TEXTS[:4]:
            await socket.wire.send_to(text_data=text)
            nack = await socket.read()
            assert (nack["t"], nack["code"], nack["seq"]) == ("nack", "bad_frame", 0)
            assert nack["view"]["moves"] == 0
        ack = await socket.ask("move", base=0, after=[], move=">")
        assert ack["t"] == "ack", "four bad frames do no harm"
        await socket.wire.send_to(bytes_data=b"{}")
        assert (await socket.read())["code"] == "bad_frame"
        assert await socket.closed() == 4000
        assert await tab.read() == {"t": "changed", "seq": 1}
        for calm_one, base in ((tab, 1), (calm, 0)):
            assert await calm_one.wire.receive_nothing(0.05)
            assert (await calm_one.ask("move", base=base, after=[], move=">"))["t"] == "ack"
    assert await log_read(run) == [">", ">"]


@marked
async def test_before_hello_a_bad_frame_is_refused_without_a_view() -> None:
    player = await player_made()
    socket = Socket(await signed_in(player))
    await socket.wire.connect()
    for text in ('{"t":"move","base":0,"after":[],"move":">"}', "{", '{"t":"hello"}', "0"):
        await socket.wire.send_to(text_data=text)
        assert await socket.read() == {"t": "nack", "code": "bad_frame"}
    assert (await socket.ask("ping", n=3))["n"] == 3
    await socket.wire.send_to(text_data="null")
    assert (await socket.read())["code"] == "bad_frame"
    assert await socket.closed() == 4000
    await socket.wire.disconnect()


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("move", {"base": 2, "after": [], "move": ">"}, "stale"),
    ("move", {"base": 1, "after": [">"], "move": ">"}, "stale"),
    ("move", {"base": 0, "after": ["c1a"], "move": ">"}, "stale"),
    ("move", {"base": 0, "after": [], "move": "<"}, "stale"),
    ("move", {"base": 1_000_000, "after": [], "move": ">"}, "stale"),
    ("undo", {"base": 0, "after": []}, "stale"),
    ("stop", {"base": 0, "after": []}, "stale"),
    ("pause", {"base": 0, "after": [], "on": True}, "stale"),
    ("hint", {"base": 0, "after": []}, "stale"),
    ("move", {"base": 1, "after": [], "move": "u"}, "bad_frame"),
    ("move", {"base": 1, "after": [], "move": "zz"}, "notation"),
    ("move", {"base": 1, "after": [], "move": "c99a"}, "notation"),
    ("move", {"base": 1, "after": [], "move": "<"}, "stock_left"),
    ("move", {"base": 1, "after": [], "move": "g7a"}, "face_down"),
    ("finish", {"base": 1, "after": []}, "not_finishable"),
    ("tap", {"base": 1, "after": [], "card": "2C"}, "no_target"),
]


@marked
@pytest.mark.main_path
async def test_every_frame_out_of_turn_gets_its_coded_refusal_and_changes_nothing() -> None:
    player = await player_made()
    run = await run_made(player, CODE)
    async with sitting(player, run) as (socket, _):
        before = await socket.ask("move", base=0, after=[], move=">")
        for t, fields, code in REFUSED:
            nack = await socket.ask(t, **fields)
            assert (nack["t"], nack.get("code")) == ("nack", code), (t, fields)
            assert {**nack["view"], "ms": 0} == {**before["view"], "ms": 0}
            assert nack["seq"] == 1
    assert await log_read(run) == [">"]


@marked
async def test_any_well_formed_frame_gets_one_answer_and_the_log_still_replays() -> None:
    """Random places, texts and cards, legal and not: no socket is lost, no log is spoilt."""
    player = await player_made()
    run = await run_made(player, CODE)
    draw = random.Random(2)
    texts = [
        *"u?><",
        *(f"{a}{n}{b}" for a in "abcdefgw" for n in ("", 1, 2, 60) for b in "abcdefgSH"),
    ]
    cards = [f"{rank}{suit}" for rank in "A29TJQK" for suit in "SHDC"]
    seq = 0
    async with sitting(player, run) as (socket, _):
        for _ in range(400):
            base = draw.choice([0, max(0, seq - 1), seq, seq, seq, seq, seq + 1])
            t = draw.choice(["move", "move", "undo", "tap", "tap", "finish", "hint"])
            fields: dict[str, Any] = {
                "base": base,
                "after": draw.choice([[], [], [], [">"], ["u"]]),
            }
            if t == "move":
                fields["move"] = draw.choice(texts)
            elif t == "tap":
                fields |= {"card": draw.choice(["s"] * 9 + cards), "double": draw.random() < 0.5}
            answer = await socket.ask(t, **fields)
            assert answer["t"] in ("ack", "nack")
            assert answer["view"]["moves"] <= 400
            if len(fields["after"]) + base >= seq and answer["t"] == "ack":
                seq = answer["seq"]
    items = [item async for item in LogItem.objects.filter(run=run).order_by("place")]
    assert len(items) == seq > 25
    fold = replay(deal(parse_code(CODE)), [(item.text, item.at_ms) for item in items])
    stored = await Run.objects.aget(pk=run.pk)
    assert fold.failure is None
    assert (stored.seq, stored.score, stored.moves, stored.up, stored.undos, stored.hints) == (
        seq, fold.game.score, fold.game.moves, fold.game.up, fold.game.undos, fold.game.hints,
    )  # fmt: skip
