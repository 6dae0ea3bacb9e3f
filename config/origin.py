"""Who may open a socket: pages of this very host, told by the Origin header."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import validate_host

Scope = dict[str, Any]
App = Callable[[Scope, Any, Any], Awaitable[Any]]

NAME = r"(?P<host>[a-z0-9.-]+|\[[0-9a-f:.]+\])(:(?P<port>\d{1,5}))?"
ORIGIN = re.compile(rf"(?P<scheme>https?)://{NAME}")
HOST = re.compile(NAME)
DEFAULT_PORTS = {"http": 80, "https": 443}


class OwnOriginOnly:
    """ASGI wrapper that refuses (403) every other socket before any session or query."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.denier = WebsocketDenier()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        app = self.app if own_origin(scope["headers"]) else self.denier
        await app(scope, receive, send)


def own_origin(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether Origin names the host and port of the Host header, which must be one of ours.

    Anything unusual is foreign: no header, two, `null`, a user name, a path, a host that merely
    ends or begins like ours. With secure cookies only https pages are own.
    """
    origin = _parsed(ORIGIN, headers, b"origin")
    host = _parsed(HOST, headers, b"host")
    if origin is None or host is None:
        return False
    scheme = origin["scheme"]
    if settings.SESSION_COOKIE_SECURE and scheme != "https":
        return False
    if not validate_host(host["host"], settings.ALLOWED_HOSTS):
        return False
    return origin["host"] == host["host"] and _port(origin, scheme) == _port(host, scheme)


def _parsed(
    pattern: re.Pattern[str], headers: list[tuple[bytes, bytes]], name: bytes
) -> re.Match[str] | None:
    values = [value for key, value in headers if key == name]
    if len(values) != 1:
        return None
    return pattern.fullmatch(values[0].decode("latin-1").lower())


def _port(match: re.Match[str], scheme: str) -> int:
    return int(match["port"]) if match["port"] else DEFAULT_PORTS[scheme]
