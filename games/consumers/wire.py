"""What only the server below knows of a socket, and ASGI has no words for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

# How long a phone on a bad line has for the last frames before it is cut off; autobahn's own
# second is too short.
CLOSE_SECONDS = 4.0

Send = Callable[[dict[str, Any]], Awaitable[None]]


def unsent_bytes(send: Send) -> int:
    """Bytes that the server holds for a peer that does not read.

    uvicorn awaits in `send` instead, so that the queue itself grows. Daphne's `send` always
    returns at once and asks nobody; its transport alone knows, and has no public name for it.
    """
    transport = getattr(_protocol(send), "transport", None)
    if transport is None:
        return 0
    return len(getattr(transport, "dataBuffer", b"")) + getattr(transport, "_tempDataLen", 0)


async def send_last(send: Send, text: str, code: int) -> None:
    """Send a last frame, then close with any code of the registry.

    Under Daphne an application may use only 1000 and 3000-4999: autobahn raises for the codes by
    which a server says that it restarts (1012) or is overloaded (1013). Its frames may have them.
    """
    await send({"type": "websocket.send", "text": text})
    protocol = _protocol(send)
    if hasattr(protocol, "sendCloseFrame"):
        protocol.closeHandshakeTimeout = CLOSE_SECONDS
        protocol.sendCloseFrame(code=code)
    else:
        await send({"type": "websocket.close", "code": code})


def _protocol(send: Send) -> Any:
    """Daphne's connection behind `send`; None under any other server."""
    return getattr(send, "args", (None,))[0]
