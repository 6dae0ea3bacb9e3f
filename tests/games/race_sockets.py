"""What tests of races over sockets share: the services for async tests, and shorter waits."""

from __future__ import annotations

import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import rooms
from games.services import race_ends, race_starts
from tests.games.races import RaceSocket, make_players, make_ready, make_room, make_running, run_of
from tests.games.support import log_of

CARD = re.compile(r"[A23456789TJQK][SHDC](?![a-z])")

players_made = sync_to_async(make_players)
room_made = sync_to_async(make_room)
ready_made = sync_to_async(make_ready)
running_made = sync_to_async(make_running)
run_read = sync_to_async(run_of)
log_read = sync_to_async(log_of)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Races start and looks are taken sooner than people could bear."""
    monkeypatch.setattr(race_starts, "COUNTDOWN_MS", 300)
    monkeypatch.setattr(race_ends, "LIMIT_GRACE_MS", 200)
    monkeypatch.setattr(rooms, "LIMIT_GRACE_MS", 200)
    monkeypatch.setattr(rooms, "LOOK_SECONDS", 0.5)


async def begun(socket: RaceSocket) -> dict[str, Any]:
    """The welcome that comes by itself at the start; at once, when that has passed."""
    heard = [frame for frame in socket.frames if frame["t"] == "welcome"]
    return heard[0] if heard else await socket.until("welcome")
