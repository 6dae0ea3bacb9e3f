"""Only pages of this very host may open a socket."""

from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import LazySettings

from config.origin import OwnOriginOnly, own_origin

OURS = "https://play.example"


def headers(origin: str | None, host: str = "play.example") -> list[tuple[bytes, bytes]]:
    given = [(b"host", host.encode())]
    return given if origin is None else [*given, (b"origin", origin.encode())]


@pytest.fixture(autouse=True)
def our_host(settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["play.example", "localhost", "[::1]"]


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (OURS, "play.example"),
        ("https://PLAY.example", "play.EXAMPLE"),
        ("https://play.example:443", "play.example"),
        (OURS, "play.example:443"),
        ("http://localhost:8000", "localhost:8000"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("http://localhost", "localhost:80"),
    ],
)
def test_own(origin: str, host: str) -> None:
    assert own_origin(headers(origin, host))


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "https://evil.example",
        "https://play.example.evil.example",
        "https://evilplay.example",
        "https://xplay.example",
        "https://play.example.",
        "https://sub.play.example",
        "https://example",
        "https://play.example:8443",
        "http://play.example:8443",
        "https://play.example@evil.example",
        "https://play.example/",
        "https://play.example#x",
        "https://play.example evil.example",
        "https://play.example\\evil.example",
        "file://play.example",
        "play.example",
        "https://plаy.example",  # a Cyrillic а
        "https://[::1]evil",
        "https://play.example:4430000",
    ],
)
def test_foreign(origin: str | None) -> None:
    assert not own_origin(headers(origin))


def test_two_origins_are_foreign() -> None:
    assert not own_origin([*headers(OURS), (b"origin", b"https://evil.example")])


def test_a_host_that_is_not_ours_is_foreign() -> None:
    """A name that somebody else has pointed at this machine (DNS rebinding)."""
    assert not own_origin(headers("https://rebound.example", "rebound.example"))


def test_behind_https_plain_pages_are_foreign(settings: LazySettings) -> None:
    settings.SESSION_COOKIE_SECURE = True
    assert own_origin(headers(OURS))
    assert not own_origin(headers("http://play.example"))


@pytest.mark.parametrize(("origin", "reached"), [(OURS, True), ("https://evil.example", False)])
async def test_foreign_sockets_reach_nothing(origin: str, reached: bool) -> None:
    seen: list[str] = []

    async def tables(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.append(scope["path"])
        await receive()
        await send({"type": "websocket.accept"})

    socket = WebsocketCommunicator(OwnOriginOnly(tables), "/ws/", headers(origin))
    connected, _ = await socket.connect()
    assert (connected, seen) == (reached, ["/ws/"] if reached else [])
