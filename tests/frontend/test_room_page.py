"""A race's room in the browser: what follows the socket's frames, and where one is led."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import resolve
from msgspec import UNSET, structs
from playwright.sync_api import Browser, BrowserContext, Page, Route, WebSocketRoute, expect

from config.views import Catalogue, PageCatalogue
from games import protocol
from games.models import Race
from games.selectors.races import Progress, RoomState, SeatState
from tests.frontend.tables import FRONTEND, HOST, TOKEN, TYPES
from tests.frontend.test_table_race import NAMES, NOW, room
from tests.support.browsing import PHONE, watched

PATH = f"/races/{TOKEN}/"


class ScriptedRoom:
    """A visitor's page of an open room with so many seats; the test is its socket's server."""

    def __init__(self, page: Page, count: int) -> None:
        self.page = page
        self.socket: WebSocketRoute | None = None
        seats = room(count).seats
        self.frame = room(0, state="open", seats=seats, you=UNSET, starts_at=0)
        page.route(f"{HOST}/**", self._serve)
        page.route_web_socket(lambda url: url.endswith("/ws/"), self._accept)
        page.goto(HOST + PATH)
        expect(page.locator("body[data-room]")).to_have_count(1)

    def tell(self, **fields: Any) -> None:
        assert self.socket is not None
        self.frame = structs.replace(self.frame, version=self.frame.version + 1, **fields)
        self.socket.send(protocol.encode(self.frame))

    def _accept(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(lambda _: socket.send(protocol.encode(self.frame)))

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(HOST)
        if path.startswith(settings.STATIC_URL):
            file = FRONTEND / path.removeprefix(settings.STATIC_URL)
            route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])
        elif path.startswith("/jsi18n/"):
            view = PageCatalogue if "pages" in path else Catalogue
            body = bytes(view().get(RequestFactory().get(path)).content)
            route.fulfill(body=body, content_type="text/javascript")
        elif path == PATH:
            route.fulfill(body=self._html(), content_type="text/html")
        else:
            route.fulfill(body=f"<title>{path}</title>", content_type="text/html")

    def _html(self) -> str:
        request = RequestFactory().get(PATH)
        request.user, request.resolver_match = AnonymousUser(), resolve(PATH)
        count = len(self.frame.seats)
        seats = [SeatState(n, n, n, NAMES[n], True, True, Progress()) for n in range(count)]
        state = RoomState(
            id=1, token=TOKEN, version=1, state="open", event="RU1-C", limit=10, rated=False,
            public=False, host=0, seats=tuple(seats), hidden=21,
        )  # fmt: skip
        urls = {"table": "/play/RUN/", "race": "/races/RACE/", "lobby": "/races/"}
        context = {
            "race": Race(token=TOKEN, event="RU1-C", limit_minutes=10, state="open"),
            "room": state,
            "title": "Russian · Classic",
            "can_join": len(seats) < 10,
            "link": HOST + PATH,
            "config": {"ws": "/ws/", "v": protocol.VERSION, "race": TOKEN, "over": False,
                       "guest": True, "urls": urls},
        }  # fmt: skip
        return render_to_string("games/races/room.html", context, request)


Visits = Callable[[int], ScriptedRoom]


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def visit(context: BrowserContext) -> Iterator[Visits]:
    """Opens a room with so many seats taken, for a visitor without one."""
    page = context.new_page()
    page.set_default_timeout(8000)
    faults = watched(page)
    yield lambda count: ScriptedRoom(page, count)
    page.close()
    assert not faults, faults


def test_rated_or_not_is_as_the_room_says_now(visit: Visits) -> None:
    one = visit(2)
    facts, said = one.page.locator(".run-facts"), one.page.locator("#room-said")
    expect(facts).to_contain_text("Not rated")
    one.tell(rated=True)
    expect(facts.get_by_text("Rated", exact=True)).to_be_visible()
    expect(said).to_have_text("This race is rated now")
    one.tell(rated=False)
    expect(facts.get_by_text("Not rated", exact=True)).to_be_visible()
    expect(said).to_have_text("This race is not rated now")


def test_a_freed_seat_of_a_full_room_can_be_taken(visit: Visits) -> None:
    one = visit(10)
    full, join = one.page.get_by_text("All ten seats"), one.page.locator("#join button")
    expect(full).to_be_visible()
    expect(join).to_be_hidden()
    one.tell(seats=one.frame.seats[:9])
    expect(full).to_be_hidden()
    with one.page.expect_request(lambda request: request.method == "POST") as posted:
        join.click()
    assert posted.value.url == f"{HOST}{PATH}join/"


def test_who_is_signed_out_is_led_to_sign_in_and_back(
    visit: Visits,
) -> None:
    one = visit(2)
    assert one.socket
    one.socket.close(code=4003)
    one.page.wait_for_url(f"{HOST}/accounts/login/?next=%2Fraces%2F{TOKEN}%2F")


def test_words_go_by_the_rooms_state(visit: Visits) -> None:
    one = visit(1)
    wait, invite = one.page.locator(".room-wait"), one.page.locator("section", has_text="Invite")
    expect(wait).to_have_text("One player is here and waits for a rival.")
    expect(invite).to_contain_text("can join while there are seats")
    one.tell(seats=[])
    expect(wait).to_have_text("Nobody sits here just now.")
    expect(one.page.locator("#join button")).to_be_visible()
    one.tell(state="running", seats=room(2).seats, starts_at=NOW, ends_at=NOW + 600_000)
    expect(invite.get_by_text("Whoever has this link can watch.")).to_be_visible()
    expect(invite.get_by_text("can join while")).to_be_hidden()
    expect(one.page.locator("#join button")).to_be_hidden()
    one.tell(state="empty", seats=[])
    expect(one.page.get_by_text("Everybody has left")).to_be_visible()
    expect(invite).to_be_hidden()


def test_what_a_button_says_stands_in_its_middle(visit: Visits) -> None:
    one = visit(2)
    off = one.page.evaluate(
        """() => {
          const button = document.querySelector("[data-copy]");
          button.hidden = false;
          const words = document.createRange();
          words.selectNodeContents(button.firstChild);
          const [a, b] = [words.getBoundingClientRect(), button.getBoundingClientRect()];
          return Math.abs(a.left + a.right - b.left - b.right) / 2;
        }"""
    )
    assert off < 2.5  # a space may hang
