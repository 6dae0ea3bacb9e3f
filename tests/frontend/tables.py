"""The table's page in Chromium on the real rules and protocol, with the wire in the test's hands.

Page, scripts and catalogue are the served ones; frames go through `games.protocol` and
`games.services.play`. Only the socket and the database are not there, so that a test can hold
answers back, refuse, cut the line, or move as another window would, at an exact moment.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
from django.conf import settings
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from accounts.settings import DEFAULTS
from config.views import Catalogue, PageCatalogue
from engine.cards import CARD_TEXT
from engine.position import Position
from engine.replay import Game
from engine.variants import EVENTS
from games import protocol
from games.selectors.viewers import Viewer
from games.services import play
from games.titles import event_title
from tests.frontend.positions import pairs
from tests.support.browsing import watched

FRONTEND = Path(__file__).parents[2] / "frontend"
HOST = "http://127.0.0.1:9"  # nothing listens there: every request is answered by the test
TOKEN = "0123456789abcdefghijkl"
GHOST = f"/runs/{TOKEN}/ghost.json"
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
URLS = {
    "home": "/",
    "new": "/new/",
    "mine": "/my/",
    "run": f"/runs/{TOKEN}/",
    "restart": f"/runs/{TOKEN}/restart/",
    "casual": f"/runs/{TOKEN}/casual/",
    "settings_api": "/api/v1/settings",
    "signup": "/accounts/signup/",
    "login": "/accounts/login/",
}


@dataclass
class ScriptedTable:
    """One table and its page. `now` is the server's time in ms; nothing but a test moves it."""

    page: Page
    game: Game
    kind: str = "casual"
    lang: str = "en"
    chosen: dict[str, Any] = field(default_factory=dict)
    ghost: dict[str, Any] | None = None
    now: int = 1_000_000
    holding: bool = False
    refusing: str = ""
    up: bool = True
    heard: list[dict[str, Any]] = field(default_factory=list)
    saved: list[dict[str, Any]] = field(default_factory=list)
    held: list[protocol.Answer] = field(default_factory=list)
    socket: WebSocketRoute | None = None
    opened: int = 0
    # Of a race: what its room is; `waits` until its start has been shown.
    race: protocol.Room | None = None
    waits: bool = False

    def __post_init__(self) -> None:
        variant = self.game.position.variant
        self.event = variant.event
        self.code = f"{self.event}-AAAAABB"
        self.table = play.Table(
            run_id=1, kind=self.kind, code=self.code, game=self.game, started_ms=self.now
        )
        self.viewer = Viewer(user_id=1)

    # --- the page ---

    def open(self) -> None:
        """Load the page and wait for the deal."""
        self.page.goto(f"{HOST}/play/{TOKEN}/")
        if not self.waits:
            self.idle()

    def config(self) -> dict[str, Any]:
        variant = self.game.position.variant
        return {
            "ws": "/ws/",
            "run": TOKEN,
            "v": protocol.VERSION,
            "kind": self.kind,
            "event": self.event,
            "ranked": self.event in EVENTS,
            "title": event_title(self.event),
            "build": variant.build,
            "tap": variant.tap,
            "stock": variant.draw > 0,
            "draw": variant.draw,
            "other_draw": "The other one" if variant.draw else "",
            "finish": variant.finish,
            "settings": DEFAULTS | self.chosen,
            "urls": URLS,
            "player": {"name": "Guest", "guest": True},
            "code": self.code if self.kind == "casual" else None,
            "lang": self.lang,
            "race": self.race
            and {"token": TOKEN, "url": f"/races/{TOKEN}/", "started": not self.waits},
            "ghost": GHOST if self.ghost else None,
        }

    def serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(HOST)
        if path.startswith(settings.STATIC_URL):
            file = FRONTEND / path.removeprefix(settings.STATIC_URL)
            route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])
        elif path == GHOST:
            route.fulfill(json=self.ghost)
        elif path == "/api/v1/settings":
            self.saved.append(json.loads(route.request.post_data or ""))
            route.fulfill(json=DEFAULTS)
        elif path.startswith("/jsi18n/"):
            view = PageCatalogue if "pages" in path else Catalogue
            route.fulfill(body=self.catalogue(view), content_type="text/javascript")
        elif path.startswith("/play/"):
            headers = {"Content-Security-Policy": POLICY, "Content-Type": "text/html"}
            route.fulfill(body=self.html(), headers=headers)
        else:
            route.fulfill(body=f"<title>{path}</title>", content_type="text/html")

    def html(self) -> str:
        with translation.override(self.lang):
            request = RequestFactory().get(f"/play/{TOKEN}/")
            return render_to_string("games/table.html", {"config": self.config()}, request)

    def catalogue(self, view: type[Catalogue] = Catalogue) -> bytes:
        with translation.override(self.lang):
            response = view().get(RequestFactory().get("/jsi18n/"))
            return bytes(response.content)

    # --- the wire ---

    def accept(self, socket: WebSocketRoute) -> None:
        self.opened += 1
        if not self.up:
            socket.close(code=1013)
            return
        self.socket = socket
        socket.on_message(self._hear)

    def _hear(self, text: str | bytes) -> None:
        frame = protocol.decode(text)
        self.heard.append(json.loads(text))
        answer: protocol.Answer
        match frame:
            case protocol.Ping(n=n):
                answer = protocol.Pong(n=n, now=self.now)
            case protocol.Placed():
                answer = self.play(frame)
            case _ if self.waits and self.race is not None:
                answer = self.race
            case _:
                answer = self.welcome()
        if self.holding:
            self.held.append(answer)
        else:
            self._send(answer)
        if isinstance(answer, protocol.Welcome) and self.race is not None:
            self._send(self.race)

    def play(self, frame: protocol.Placed) -> protocol.Answer:
        """What the server does with a placed frame, committed at once."""
        if self.refusing:
            code, self.refusing = self.refusing, ""
            return protocol.Nack(code=code, seq=self.table.seq, view=self.view())
        with patch.object(play, "_submit", lambda *_: None):
            return play.frame_play(self.table, self.viewer, frame, self.now).frame

    def welcome(self) -> protocol.Welcome:
        return protocol.Welcome(
            v=1, now=self.now, role="player", seq=self.table.seq, view=self.view()
        )

    def view(self) -> protocol.View:
        return play.view_of(self.table, self.viewer, self.now)

    def _send(self, answer: protocol.Answer) -> None:
        assert self.socket is not None
        self.socket.send(protocol.encode(answer))

    def let_go(self, count: int = 1000) -> None:
        """Send answers that were held back, oldest first."""
        going, self.held = self.held[:count], self.held[count:]
        for answer in going:
            self._send(answer)

    def tell(self, answer: protocol.Answer) -> None:
        """The server says something by itself."""
        if isinstance(answer, protocol.Room):
            self.race = answer
        self._send(answer)

    def begin(self) -> None:
        """The race starts."""
        self.waits = False
        self.tell(self.welcome())

    def elsewhere(self, item: str) -> None:
        """Another window of the player moves."""
        self.table.record(item, self.now - self.table.started_ms)
        self._send(protocol.Changed(seq=self.table.seq))

    def prove_lost(self) -> None:
        """A worker has proved that the position is lost."""
        self._send(protocol.Lost(seq=self.table.seq))

    def cut(self, code: int = 1012) -> None:
        """Close the socket as a server that goes away does."""
        assert self.socket is not None
        self.held.clear()
        self.socket.close(code=code)

    def until(self, met: Callable[[], bool], what: str) -> None:
        """Waits, letting the page speak, until `met`."""
        for _ in range(200):
            if met():
                return
            self.page.evaluate("new Promise((done) => requestAnimationFrame(done))")
        raise AssertionError(f"never came: {what}")

    # --- what is on the board ---

    def idle(self) -> None:
        """Until everything is answered and nothing moves."""
        expect(self.page.locator("html[data-busy='0'][data-online='1']")).to_have_count(1)

    def shown(self) -> dict[str, list[str]]:
        """The cards of the page's DOM by pile, deepest first, "" for unknown ones."""
        found: dict[str, list[str]] = self.page.evaluate(
            """() => {
              const piles = {};
              for (const {dataset} of document.querySelectorAll(".card"))
                (piles[dataset.pile] ??= [])[dataset.index] = dataset.card ?? "";
              return piles;
            }"""
        )
        return found

    def check(self) -> None:
        """The DOM is the server's board, card by card, and each card lies in its pile's place."""
        self.idle()
        shown, wanted = self.shown(), board_of(msgspec.to_builtins(self.view()))
        # Deep in the waste the page may remember what it saw, but never wrongly.
        true = [CARD_TEXT[card] for card in self.game.position.waste]
        for index, card in enumerate(shown.get("w", [])[:-3]):
            assert card in {"", true[index]}
            wanted["w"][index] = card
        assert shown == wanted
        astray = self.page.evaluate(ASTRAY)
        assert not astray, astray

    def card(self, name: str) -> Any:
        """A card's box on the page."""
        box = self.page.locator(f'.card[data-card="{name}"]').bounding_box()
        assert box, name
        return box

    def grip(self, name: str) -> tuple[float, float]:
        """A point of a card that no card on it covers."""
        box = self.card(name)
        return box["x"] + box["width"] / 2, box["y"] + 8

    def tap(self, name: str) -> None:
        self.page.mouse.click(*self.grip(name))

    def end_of(self, pile: str) -> Any:
        """The box of a pile's last card, or of its ground."""
        cards = self.page.locator(f'.card[data-pile="{pile}"]')
        count = cards.count()
        last = self.page.locator(f'.card[data-pile="{pile}"][data-index="{count - 1}"]')
        box = (last if count else self.page.locator(f'.slot[data-pile="{pile}"]')).bounding_box()
        assert box, pile
        return box

    def take(self, name: str, pile: str) -> None:
        """Drag a card over a pile, and hold it there."""
        mouse, end = self.page.mouse, self.end_of(pile)
        x, y = self.grip(name)
        mouse.move(x, y)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + 12, steps=5)

    def drag(self, name: str, pile: str) -> None:
        self.take(name, pile)
        self.page.mouse.up()

    def draw(self) -> None:
        box = self.page.locator('.slot[data-pile="s"]').bounding_box()
        assert box
        self.page.mouse.click(box["x"] + 20, box["y"] + 20)


DIRECTIVES: dict[str, Any] = dict(settings.CONTENT_SECURITY_POLICY)["DIRECTIVES"]
# A script's nonce is the request's own, and no script of this page needs one.
POLICY = "connect-src 'self' ws:; " + "; ".join(
    f"{name} {' '.join(value for value in values if isinstance(value, str))}"
    for name, values in DIRECTIVES.items()
    if name != "connect-src"
)

# Cards that are not where their pile is: a column's share its x, a stack's lie on its ground.
ASTRAY = """() => [...document.querySelectorAll(".card")].filter((card) => {
  const ground = document.querySelector(`.slot[data-pile="${card.dataset.pile}"]`);
  const [a, b] = [card.getBoundingClientRect(), ground.getBoundingClientRect()];
  const fan = card.dataset.pile === "w";
  const column = "abcdefg".includes(card.dataset.pile);
  return (Math.abs(a.x - b.x) > 1 && !fan) || (Math.abs(a.y - b.y) > 1 && !fan && !column);
}).map((card) => `${card.dataset.card} in ${card.dataset.pile}`)"""


def board_of(view: dict[str, Any]) -> dict[str, list[str]]:
    """The board that a view tells, in the form of `ScriptedTable.shown`."""
    piles: dict[str, list[str]] = {}
    for pile, text in zip("abcdefg", view["columns"], strict=True):
        piles[pile] = [""] * int(text[0]) + pairs(text[1:])
    for suit, top in zip("SHDC", view["foundations"], strict=True):
        ranks = "A23456789TJQK"[: "-A23456789TJQK".index(top)]
        piles[suit] = [rank + suit for rank in ranks]
    known = pairs(view["waste"])
    piles["w"] = [""] * (view["waste_count"] - len(known)) + known
    piles["s"] = [""] * view["stock"]
    return {pile: cards for pile, cards in piles.items() if cards}


class Stage:
    """A page for one table after another: a new page for each would take twice the time.

    `clock`: the page's timers move only as the test says.
    """

    def __init__(self, browser: Browser, device: dict[str, Any], *, clock: bool) -> None:
        self.device = device
        self.context = browser.new_context(**device)
        self.page = self.context.new_page()
        self.page.set_default_timeout(8000)
        self.faults = watched(self.page)
        if clock:
            self.page.clock.install()
        self.table: ScriptedTable | None = None
        self.page.route(f"{HOST}/**", self._serve)
        self.page.route_web_socket(lambda url: url.endswith("/ws/"), self._accept)

    def show(self, start: Position, **options: Any) -> ScriptedTable:
        self.page.set_viewport_size(self.device["viewport"])
        self.table = ScriptedTable(self.page, Game(start), **options)
        self.table.open()
        return self.table

    def clear(self) -> None:
        """Leave the table. Errors of its scripts and violations of the policy fail the test."""
        self.page.mouse.up()
        self.page.goto("about:blank")
        self.table = None
        faults = [*self.faults]
        self.faults.clear()
        assert not faults, faults

    def _serve(self, route: Route) -> None:
        if self.table is not None:
            self.table.serve(route)

    def _accept(self, socket: WebSocketRoute) -> None:
        if self.table is not None:
            self.table.accept(socket)
