"""Every document page on phones of two widths, in three languages: nothing sticks out."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from tests.leaderboards.days import NOON, pages_of
from tests.pages.full import full_service
from tests.support.browsing import PHONE, running_browser

pytestmark = [pytest.mark.e2e, pytest.mark.django_db]
LANGUAGES = ("en", "fr", "nb")
#: What a stranger sees, by addresses of their own.
VISITED = ["/?stranger", "/accounts/signup/", "/accounts/login/"]
WIDTHS = (390, 360)
Answers = dict[str, tuple[str, bytes]]
# What reaches past its sheet or the screen, but for rows that a finger pushes aside. Scripts may
# have some frames to lay out anew what they draw.
STICKING_OUT = """
async () => {
  const sticking = () => [...document.querySelectorAll("body *")].filter((one) => {
    if (one.closest(".visually-hidden, .strip, .skip, pre, svg, [hidden]")) return false;
    const { left, right, width } = one.getBoundingClientRect();
    const sheet = one.parentElement.closest(".sheet")?.getBoundingClientRect();
    const to = Math.min(sheet?.right ?? Infinity, document.documentElement.clientWidth);
    return width > 1 && (right > to + 1 || left < (sheet?.left ?? 0) - 1);
  });
  for (let frames = 0; frames < 30 && sticking().length; frames++) {
    await new Promise(requestAnimationFrame);
  }
  return sticking().map((one) => `${one.tagName}.${one.className} ${one.textContent.trim()}`);
}
"""

# How far a month's name begins from its first column's days.
CAPTION_ASIDE = """
() => {
  const name = document.createRange();
  name.selectNodeContents(document.querySelector(".month caption"));
  const first = document.querySelector(".month tbody td").getBoundingClientRect();
  return name.getBoundingClientRect().left - first.left;
}
"""


@pytest.fixture
def noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


def rendered() -> tuple[list[str], dict[str, Answers]]:
    """The paths of the pages; and by language all answers by path, theirs and their scripts'."""
    service = full_service()
    client = pages_of(service.reader)
    paths = [*service.paths, *service.fetched]
    answers = {
        one: _in_language(client, paths, one) | _in_language(Client(), VISITED, one)
        for one in LANGUAGES
    }
    return [*service.paths, *VISITED], answers


def _in_language(client: Any, paths: list[str], language: str) -> Answers:
    found = {}
    for path in paths:
        response = client.get(path, headers={"accept-language": language})
        assert response.status_code == 200, path
        found[path] = (response["Content-Type"], response.content)
    return found


@contextmanager
def serving(answers: dict[str, Answers]) -> Iterator[str]:
    """The address of what is rendered and of the tree's files: no ORM meets the browser's loop."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            known, path = answers[self.headers["Accept-Language"][:2]], self.path.partition("?")[0]
            kind, body = known.get(self.path) or known.get(path) or _file(path)
            with suppress(ConnectionError):  # a page that is left takes no more answers
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Cache-Control", "max-age=600")
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def _file(path: str) -> tuple[str, bytes]:
    file = finders.find(path.removeprefix(settings.STATIC_URL))
    assert isinstance(file, str), path
    return mimetypes.guess_type(file)[0] or "", Path(file).read_bytes()


def test_nothing_sticks_out_on_a_phone_in_any_language(noon: None) -> None:
    found: dict[str, list[str]] = {}
    paths, answers = rendered()
    with serving(answers) as address, running_browser() as browser:
        for language in LANGUAGES:
            context = browser.new_context(base_url=address, locale=language, **PHONE)
            page = context.new_page()
            for path in paths:
                page.goto(path)
                for width in WIDTHS:
                    page.set_viewport_size({"width": width, "height": 844})
                    if out := page.evaluate(STICKING_OUT):
                        found[f"{language} {path} {width}"] = [text[:60] for text in out]
        page.goto(next(path for path in paths if path.startswith("/daily/")))
        assert abs(page.evaluate(CAPTION_ASIDE)) < 1
    assert not found, "\n".join(f"{where}: {out[:4]}" for where, out in found.items())
