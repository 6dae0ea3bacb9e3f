"""A table in the browser, played as a person does: by looking, tapping and dragging."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import CDPSession, Page, Response, WebSocket, expect

from tests.support.live import ROOT, LiveService

NOT_STATIC = re.compile(r"^http://[^/]+/(?!static/)")
SUITS = "SHDC"
DEAL = """
import sys
import django
django.setup()
from engine.codes import parse_code
from games.models import Run
from games.sealing import code_seal
player = Run.objects.get(token=sys.argv[1]).player
code = parse_code(sys.argv[2])
print(Run.objects.create(player=player, kind="ranked", event=code.event,
                         sealed_code=code_seal(code=code)).token)
"""


def deal_sealed(service: LiveService, *, beside: str, code: str) -> str:
    """A ranked run of a sealed deal that the test knows, for the player of run `beside`."""
    command = [sys.executable, "-c", DEAL, beside, code]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=service.environment | {"PYTHONPATH": os.fspath(ROOT)},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip().splitlines()[-1]


@dataclass
class Wire:
    """Every text that reaches a page: frames of sockets in order, and bodies of answers."""

    frames: list[str] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)
    fresh: list[Response] = field(default_factory=list)

    @classmethod
    def of(cls, page: Page) -> Wire:
        wire = cls()

        def opened(socket: WebSocket) -> None:
            socket.on("framereceived", lambda text: wire.frames.append(str(text)))

        page.on("websocket", opened)
        page.on("response", lambda response: wire.fresh.append(response))
        return wire

    def read_bodies(self) -> None:
        """Keep the bodies of all answers but static files; before a navigation takes them away."""
        fresh, self.fresh = self.fresh, []
        for response in fresh:
            if NOT_STATIC.match(response.url) and response.ok:
                self.bodies.append(response.text())

    @property
    def view(self) -> dict[str, Any]:
        """The newest view the page was given."""
        for text in reversed(self.frames):
            frame = json.loads(text)
            if "view" in frame:
                view: dict[str, Any] = frame["view"]
                return view
        raise AssertionError("no view yet")


@dataclass
class Table:
    """`touch` plays with a finger through the device's own touch events, else with a mouse."""

    page: Page
    touch: bool
    finger: CDPSession | None = None
    tapped: str = ""

    def settled(self, seq: int) -> None:
        """Wait until the page has its `seq` items acknowledged and nothing moves."""
        html = self.page.locator("html")
        expect(html).to_have_attribute("data-online", "1", timeout=20_000)
        expect(html).to_have_attribute("data-seq", str(seq), timeout=20_000)
        expect(html).to_have_attribute("data-busy", "0", timeout=20_000)

    def play(self, move: str) -> None:
        """Do one move of the notation with taps and drags."""
        if move in "><":
            self.tap(*self.middle(self.pile("s")[-1]))
            return
        source = self.pile(move[0])
        first = source[-(int(move[1:-1]) if len(move) > 2 else 1)]
        target = move[-1]
        before, self.tapped = self.tapped, ""
        if target in SUITS and move[0] in "abcdefg" and self.touch and before != move[0]:
            # Not twice in a row: a quick second tap on a pile is the first one's, and ignored.
            self.tapped = move[0]
            self.tap(*self.grip(first))
            return
        self.drag(self.grip(first), self.middle(self.pile(target)[-1]))

    def pile(self, name: str) -> list[dict[str, float]]:
        """Boxes of a pile, deepest first: the empty slot, then its cards."""
        boxes: list[dict[str, float]] = self.page.evaluate(
            """(name) => [...document.querySelectorAll(`[data-pile="${name}"]`)]
                .map((el) => [Number(el.dataset.index ?? -1), el.getBoundingClientRect()])
                .sort((a, b) => a[0] - b[0])
                .map(([, { x, y, width, height }]) => ({ x, y, width, height }))""",
            name,
        )
        return boxes

    def middle(self, box: dict[str, float]) -> tuple[float, float]:
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def grip(self, box: dict[str, float]) -> tuple[float, float]:
        """Where a card in a column is held: its visible strip at the top."""
        return box["x"] + box["width"] / 2, box["y"] + (9 if self.touch else 6)

    def tap(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        path = [
            (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            for part in (0.1, 0.5, 0.9, 1)
        ]
        if not self.touch:
            self.page.mouse.move(*start)
            self.page.mouse.down()
            for point in path:
                self.page.mouse.move(*point)
            self.page.mouse.up()
            return
        self._finger("touchStart", start)
        for point in path:
            self._finger("touchMove", point)
        self._finger("touchEnd", None)

    def _finger(self, kind: str, point: tuple[float, float] | None) -> None:
        if self.finger is None:
            self.finger = self.page.context.new_cdp_session(self.page)
        points = [] if point is None else [{"x": point[0], "y": point[1]}]
        self.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
