"""The table over its socket, on real PostgreSQL and Redis."""

import asyncio

import pytest
from asgiref.sync import sync_to_async

from games.models import Run
from tests.games.support import Socket, log_of, make_player, make_run, sitting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
CODE = "RU1-C-AAAAABB"

player_made = sync_to_async(make_player)
run_made = sync_to_async(make_run)
log_read = sync_to_async(log_of)


def first_move(view: dict) -> str:
    group, targets = next(
        (group, targets) for group, targets in view["legal"].items() if targets and group != "s"
    )
    return (
        f"{group[0]}{targets[0]}" if targets[0] in "SHDC" else f"{group[0]}{group[1:]}{targets[0]}"
    )


async def test_a_move_is_acknowledged_with_its_place_and_the_whole_view() -> None:
    player = await player_made()
    run = await run_made(player, CODE)
    async with sitting(player, run) as (socket, welcome):
        move = first_move(welcome["view"])
        ack = await socket.ask("move", base=0, after=[], move=move)
        assert ack["t"] == "ack"
        assert ack["seq"] == 1
        assert ack["view"]["moves"] == 1
        assert await log_read(run) == [move]
