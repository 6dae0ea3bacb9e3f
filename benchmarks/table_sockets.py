"""The sockets of `benchmarks.table_load`: what they say, and how it gets on the wire.

The framing is the `websockets` library's without its I/O: a round trip costs some 15 µs, so that
the server, not the load, is what is measured.
"""

from __future__ import annotations

import asyncio
import random
from typing import Protocol

import msgspec
from websockets.client import ClientProtocol
from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri

STEPS_BACK = 12
# Cards up at which a game is played back again, so that none is won and ends.
NEARLY_WON = 44


class Board(msgspec.Struct):
    legal: dict[str, str]
    undo: bool
    up: int
    moves: int = 0


class Heard(msgspec.Struct):
    """What a player must read of a `welcome` or an `ack`; anything else is an error."""

    t: str
    seq: int = -1
    view: Board | None = None


class Speaker(Protocol):
    """Knows what to say next: some frames at once, each of which is answered; and whether what it
    hears is such an answer."""

    def say(self, ahead: bool) -> list[bytes]: ...
    def hear(self, text: bytes) -> bool: ...


class Echoed:
    """Sends frames of a move's size."""

    def say(self, ahead: bool) -> list[bytes]:
        return [b'{"t":"move","base":1234,"after":[],"move":"c4e"}'] * (3 if ahead else 1)

    def hear(self, text: bytes) -> bool:
        return True


class Player:
    """Plays legal moves of the last view, the same in every run; goes back when stuck."""

    _read = msgspec.json.Decoder(Heard)

    def __init__(self, number: int) -> None:
        self._choice = random.Random(number)
        self._back = 0
        self._seq = 0
        self._board = Board({}, False, 0)

    def hear(self, text: bytes) -> bool:
        heard = self._read.decode(text)
        if heard.t not in ("welcome", "ack") or heard.view is None:
            raise RuntimeError(f"the server answered {text[:200]!r}")
        self._seq, self._board = heard.seq, heard.view
        return True

    def say(self, ahead: bool) -> list[bytes]:
        """One item; `ahead`: a move, its undo and another move, as a quick player sends them."""
        board = self._board
        if self._back == 0 and (not board.legal or board.up >= NEARLY_WON):
            self._back = STEPS_BACK
        if self._back and board.undo:
            self._back -= 1
            return [self._undo([])]
        self._back = 0
        move = self._move()
        if not ahead:
            return [self._play(move, [])]
        return [self._play(move, []), self._undo([move]), self._play(self._move(), [move, "u"])]

    def _move(self) -> str:
        groups = list(self._board.legal)
        group = groups[int(self._choice.random() * len(groups))]
        targets = self._board.legal[group]
        target = targets[int(self._choice.random() * len(targets))]
        if group == "s":
            return target
        counted = len(group) == 1 or group[1:] != "1" or target in "abcdefg"
        return (group if counted else group[0]) + target

    def _play(self, move: str, after: list[str]) -> bytes:
        place = f'"base":{self._seq},"after":{_texts(after)}'
        return f'{{"t":"move",{place},"move":"{move}"}}'.encode()

    def _undo(self, after: list[str]) -> bytes:
        return f'{{"t":"undo","base":{self._seq},"after":{_texts(after)}}}'.encode()


def _texts(items: list[str]) -> str:
    return "[" + ",".join(f'"{item}"' for item in items) + "]"


class Client(asyncio.Protocol):
    """One socket. While `going`, every answer (of a burst, the last) makes it speak again."""

    def __init__(self, host: str, path: str, speaker: Speaker, cookie: str) -> None:
        self._ws = ClientProtocol(parse_uri(f"ws://{host}{path}"))
        self._headers = Headers({"Origin": f"http://{host}", "Cookie": cookie})
        self.speaker = speaker
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.error: BaseException | None = None
        self.going = self.ahead = False
        self.quiet = asyncio.Event()
        self.answers = 0
        self._waiting = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        request = self._ws.connect()
        request.headers.update(self._headers)
        self._ws.send_request(request)
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(exc or ConnectionError("the server closed a socket"))

    def data_received(self, data: bytes) -> None:
        self._ws.receive_data(data)
        try:
            for event in self._ws.events_received():
                if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                    self._heard(bytes(event.data))
                elif isinstance(event, Response) and self._ws.state is State.OPEN:
                    self.ready.set_result(None)
        except (RuntimeError, msgspec.MsgspecError) as error:
            self._fail(error)
        self._flush()

    def speak(self) -> None:
        self.send(self.speaker.say(self.ahead))

    def send(self, texts: list[bytes]) -> None:
        for text in texts:
            self._ws.send_text(text)
        self._waiting += len(texts)
        self.quiet.clear()
        self._flush()

    def ping(self) -> None:
        """Say that we are there; the answer is not waited for."""
        self._ws.send_text(b'{"t":"ping","n":1}')
        self._flush()

    def _heard(self, text: bytes) -> None:
        if not self.speaker.hear(text):
            return
        self._waiting -= 1
        self.answers += 1
        if not self._waiting:
            self.quiet.set()
            if self.going:
                self.speak()

    def _flush(self) -> None:
        if data := b"".join(self._ws.data_to_send()):
            self._transport.write(data)

    def _fail(self, error: BaseException) -> None:
        self.error = self.error or error
        self.going = False
        self.quiet.set()
        if not self.ready.done():
            self.ready.set_exception(error)
