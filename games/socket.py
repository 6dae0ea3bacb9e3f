"""What the registries need to know of a socket."""

from __future__ import annotations

from typing import Protocol

from games.handlers.room import Place
from games.handlers.table import Seat
from games.protocol import Answer, Close, Code


class Socket(Protocol):
    """`seat` is there at a table, `place` where a race is looked at, both at a race's table.

    `spoke`: anything was heard from it since the registry's last look.
    """

    seat: Seat | None
    place: Place | None
    last_seq: int
    spoke: bool

    def changed(self, seq: int) -> None: ...
    def lost(self, seq: int) -> None: ...
    def tell(self, frame: Answer) -> None: ...
    async def leave(self, code: Code, close: Close, retry_after: float = 0.0) -> None: ...
