"""Players, runs and sockets for the tests of the games app."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from accounts.models import User
from config.asgi import application
from engine.codes import parse_code
from games.models import LogItem, Run
from games.sealing import code_seal
from games.services.runs import run_start, run_start_code

LINES = Path(__file__).parents[1] / "data" / "games" / "won-lines.jsonl"
Frame = dict[str, Any]
BACKEND = "django.contrib.auth.backends.ModelBackend"


def make_player(name: str = "Ingrid") -> User:
    return User.objects.create_user(name, f"{name.lower()}@example.org", "a long enough secret")


def make_run(player: User, what: str = "RU1-C", kind: str = "casual") -> Run:
    """A run of an event, or of a code when `what` has a seed; a ranked one hides the code."""
    if what.count("-") == 1:
        return run_start(player=player, event=what, kind=kind)
    code = parse_code(what)
    if kind == "casual":
        return run_start_code(player=player, code=code)
    return Run.objects.create(
        player=player, kind=kind, event=code.event, sealed_code=code_seal(code=code)
    )


def won_lines(*, sealed: bool) -> dict[str, list[str]]:
    """Winning lines by code; of sealed deals (28 letters) or of open ones."""
    rows = (json.loads(line) for line in LINES.read_text().splitlines())
    lines = {row["code"]: row["moves"].split() for row in rows}
    return {code: moves for code, moves in lines.items() if parse_code(code).sealed is sealed}


def sign_in(player: User) -> str:
    """A session of the player's; its cookie value."""
    client = Client()
    client.force_login(player, backend=BACKEND)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def log_of(run: Run) -> list[str]:
    return list(LogItem.objects.filter(run=run).order_by("place").values_list("text", flat=True))


class Socket:
    """A browser's end of a table's socket, that keeps every byte it is sent."""

    def __init__(self, cookie: str, origin: str = "http://testserver") -> None:
        name = settings.SESSION_COOKIE_NAME
        headers = [(b"host", b"testserver"), (b"origin", origin.encode())]
        headers.append((b"cookie", f"{name}={cookie}".encode()))
        self.wire = WebsocketCommunicator(application, "/ws/", headers=headers)
        self.heard: list[str] = []

    async def send(self, t: str, **fields: Any) -> None:
        await self.wire.send_to(text_data=json.dumps({"t": t, **fields}))

    async def read(self) -> Frame:
        text = await self.wire.receive_from(timeout=5)
        self.heard.append(text)
        frame: Frame = json.loads(text)
        return frame

    async def ask(self, t: str, **fields: Any) -> Frame:
        """Send a frame and read its answer; a ring for other tabs may come in between."""
        await self.send(t, **fields)
        while (frame := await self.read())["t"] == "changed":
            pass
        return frame

    async def closed(self) -> int:
        """The close code the server ends with."""
        message = await self.wire.receive_output(5)
        assert message["type"] == "websocket.close", message
        return int(message["code"])


@asynccontextmanager
async def sitting(player: User, run: Run) -> AsyncIterator[tuple[Socket, Frame]]:
    """A socket of the player's at the run, and its welcome."""
    socket = Socket(await sync_to_async(sign_in)(player))
    connected, _ = await socket.wire.connect()
    assert connected
    welcome = await socket.ask("hello", run=run.token, v=1)
    try:
        yield socket, welcome
    finally:
        await socket.wire.disconnect()


def first_move(view: Frame) -> str:
    """Some legal move of a view that is no draw: its text."""
    for group, targets in view["legal"].items():
        if group != "s":
            one = targets[0] in "SHDC" or len(group) == 1
            return group[0] + targets[0] if one else group + targets[0]
    raise AssertionError("no move but the stock's")
