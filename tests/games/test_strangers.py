"""Whoever comes to the socket from elsewhere, without a name or without a word is shown out."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.backends.utils import CursorWrapper

from games.consumers import table as consumer
from games.models import Run
from tests.games.support import Socket, sitting
from tests.games.test_bad_frames import CODE, TOKEN, marked, player_made, run_made, signed_in

FOREIGN = {
    "another": [(b"origin", b"http://evil.example")],
    "missing": [],
    "null": [(b"origin", b"null")],
    "empty": [(b"origin", b"")],
    "suffix": [(b"origin", b"http://eviltestserver")],
    "suffix with a dot": [(b"origin", b"http://evil.testserver")],
    "prefix": [(b"origin", b"http://testserver.evil.example")],
    "user name": [(b"origin", b"http://testserver@evil.example")],
    "own as user name": [(b"origin", b"http://evil.example:80@testserver")],
    "port": [(b"origin", b"http://testserver:8001")],
    "scheme": [(b"origin", b"ftp://testserver")],
    "path": [(b"origin", b"http://testserver/")],
    "newline": [(b"origin", b"http://testserver\n")],
    "two": [(b"origin", b"http://testserver"), (b"origin", b"http://evil.example")],
    "host that is not ours": [(b"origin", b"http://evil.example"), (b"host", b"evil.example")],
}


@pytest.fixture
def queries(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every SQL statement of every thread."""
    seen: list[str] = []
    execute = CursorWrapper.execute

    def watched(self: CursorWrapper, sql: Any, params: Any = None) -> Any:
        seen.append(str(sql))
        return execute(self, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", watched)
    return seen


@marked
async def test_foreign_origins_are_refused_before_any_query(queries: list[str]) -> None:
    player = await player_made()
    run = await run_made(player, CODE)
    cookie = await signed_in(player)
    for name, headers in FOREIGN.items():
        queries.clear()
        socket = Socket(cookie)
        own = socket.wire.scope["headers"]
        kept = [pair for pair in own if pair[0] not in (b"origin", *(key for key, _ in headers))]
        socket.wire.scope["headers"] = kept + headers
        connected, _ = await socket.wire.connect()
        assert not connected, name
        assert queries == [], name
    async with sitting(player, run):
        assert queries, "the counter counts"


@marked
async def test_foreign_unknown_and_signed_out_are_one_answer_to_the_byte() -> None:
    player, stranger = await player_made(), await player_made("Sindre")
    run = await run_made(player, CODE)
    await run_made(stranger, CODE)
    cookie = await signed_in(stranger)
    asked = [(cookie, run.token), (cookie, TOKEN), ("", run.token), ("forged", run.token)]
    answers = set()
    for key, token in asked:
        socket = Socket(key)
        await socket.wire.connect()
        await socket.ask("hello", run=token, v=1)
        answers.add((*socket.heard, await socket.closed()))
        await socket.wire.disconnect()
    assert answers == {('{"t":"bye","code":"not_found","retry_after":0.0}', 4004)}
    assert (await Run.objects.aget(pk=run.pk)).started_ms is None


@marked
@pytest.mark.parametrize("words", [(), ('{"t":"ping","n":1}',), ("{", "[]", "0")])
async def test_without_a_hello_in_time_a_socket_is_closed_whatever_else_it_says(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumer, "HELLO_SECONDS", 0.3)
    socket = Socket("")
    await socket.wire.connect()
    for word in words:
        await socket.wire.send_to(text_data=word)
        await socket.read()
    assert (await socket.read())["code"] == "no_hello"
    assert await socket.closed() == 4001
    await socket.wire.disconnect()


@marked
async def test_who_said_hello_in_time_may_be_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumer, "HELLO_SECONDS", 0.2)
    player = await player_made()
    run = await run_made(player, CODE)
    async with sitting(player, run) as (socket, _):
        assert await socket.wire.receive_nothing(0.4)
        assert (await socket.ask("move", base=0, after=[], move=">"))["t"] == "ack"


@marked
async def test_an_old_page_is_told_so() -> None:
    player = await player_made()
    run = await run_made(player, CODE)
    socket = Socket(await signed_in(player))
    await socket.wire.connect()
    assert (await socket.ask("hello", run=run.token, v=2))["code"] == "version"
    assert await socket.closed() == 4006
    await socket.wire.disconnect()
