"""Frames that come faster than hands are refused, and who goes on like that is sent away."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from pytest_django import Settings

from games.consumers.table import HASTY_FRAMES
from games.protocol import Close
from tests.games.support import Frame, Socket, make_player, make_run, sitting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
SLOW_HANDS = 4


async def flooded(socket: Socket, t: str, count: int, **fields: object) -> Frame:
    """The frame of farewell after `count` frames that nobody waited to be answered."""
    for _ in range(count):
        await socket.send(t, **fields)
    while (frame := await socket.read())["t"] != "bye":
        pass
    return frame


@pytest.mark.parametrize(
    ("t", "fields"),
    [("move", {"base": 9, "after": [], "move": "c9a"}), ("hello", {"v": 1})],
    ids=["moves", "hellos"],
)
async def test_who_does_not_slow_down_is_sent_away(
    settings: Settings, t: str, fields: dict[str, object]
) -> None:
    settings.PLAY_ITEMS_IN_2_SECONDS = SLOW_HANDS
    player = await sync_to_async(make_player)()
    run = await sync_to_async(make_run)(player, "RU1-R")
    if t == "hello":
        fields = fields | {"run": run.token}
    async with sitting(player, run) as (socket, _):
        bye = await flooded(socket, t, HASTY_FRAMES + 60, **fields)
        assert (bye["code"], bye["retry_after"]) == ("rate", 5.0)
        assert await socket.closed() == Close.RATE


async def test_a_hurried_player_who_waits_a_little_stays(settings: Settings) -> None:
    settings.PLAY_ITEMS_IN_2_SECONDS = SLOW_HANDS
    player = await sync_to_async(make_player)()
    run = await sync_to_async(make_run)(player, "RU1-R")
    async with sitting(player, run) as (socket, _):
        codes = [
            (await socket.ask("move", base=9, after=[], move="c9a"))["code"]
            for _ in range(HASTY_FRAMES // 2)
        ]
        assert {"stale", "rate"} == set(codes)
        settings.PLAY_ITEMS_IN_2_SECONDS = 1_000_000
        assert (await socket.ask("hello", run=run.token, v=1))["t"] == "welcome"
