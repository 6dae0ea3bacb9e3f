"""The real service with two more sockets beside it, for `benchmarks.table` alone.

`/echo/` is what the table is measured against: a plain Channels consumer that sends back what it
hears. `/collect/` has the server collect its garbage before its memory is read.
"""

import gc
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from config.asgi import application as service


class Echo(AsyncWebsocketConsumer):  # type: ignore[misc]
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(text_data=text_data)


class Collect(AsyncWebsocketConsumer):  # type: ignore[misc]
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(text_data=str(gc.collect()))


EXTRA = {"/echo/": Echo.as_asgi(), "/collect/": Collect.as_asgi()}


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await EXTRA.get(scope.get("path", ""), service)(scope, receive, send)
