"""A race of four in Chromium: by link to a seat, one start, every rival's progress, its end on all
four devices, and the rematch."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.days import worker_held
from tests.e2e.racing import HURRY, PREPARE, PROVE, WAITED, Racer, in_service, token_of
from tests.e2e.test_whole_game import assert_accessible
from tests.games.support import won_lines
from tests.games.test_redaction import CARD
from tests.support.browsing import DESKTOP, PHONE
from tests.support.live import LiveService

pytestmark = [pytest.mark.e2e]
CODE = next(text for text in won_lines(sealed=True) if text.startswith("RU1-C"))
LINE = won_lines(sealed=True)[CODE]
NAMES = ("Ingeborg", "Sigurd", "Brynhild")
GUEST = "Mormor"


@pytest.fixture
def racers(browser: Browser, live_service: LiveService) -> Iterator[list[Racer]]:
    """Two phones and a desktop with accounts, and a phone that has never been here."""
    said = in_service(live_service, PREPARE, json.dumps(NAMES))
    cookie, keys = json.loads(said)
    devices = (PHONE, PHONE, DESKTOP)
    four = [
        Racer.of(browser, live_service, name, device, (cookie, key))
        for name, device, key in zip(NAMES, devices, keys, strict=True)
    ]
    four.append(Racer.of(browser, live_service, GUEST, PHONE))
    yield four
    faults = [fault for racer in four for fault in racer.faults]
    for racer in four:
        racer.context.close()
    assert not faults, faults


def fits(page: Page) -> bool:
    script = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(page.evaluate(script))


def seats(page: Page) -> Locator:
    return page.locator(".seat")


def rivals(page: Page, name: str) -> Locator:
    """What the strip or the panel, whichever is there, says of somebody."""
    return page.locator(".racer:visible", has_text=name).first


def open_room(host: Racer) -> str:
    page = host.page
    page.goto("/races/")
    assert_accessible(page)
    assert fits(page)
    form = page.locator("form.open-room")
    form.get_by_text("Russian · Classic", exact=True).click()
    form.get_by_text("10 minutes", exact=True).click()
    form.get_by_role("button", name="Open the room").click()
    page.wait_for_url(re.compile(r"/races/\w{22}/"))
    expect(page.get_by_text("Waiting for a rival")).to_be_visible()
    return page.url


def join_by_link(racer: Racer, link: str, *, name: str = "") -> int:
    """From a message with a link to a seat; the clicks it took."""
    page, clicks = racer.page, 0
    page.set_content(f'<p>Race me: <a href="{link}">{link}</a></p>')
    for target in (page.get_by_role("link"), page.get_by_role("button", name=re.compile("^Join"))):
        if clicks and name:
            page.get_by_label("Your name").fill(name)
        target.click()
        clicks += 1
    expect(page.locator(".seat.me")).to_contain_text(name or racer.name)
    return clicks


def start(racers: list[Racer], service: LiveService) -> None:
    """Everybody is ready, is taken to the table, and sees the same cards at the same instant."""
    # Else the deal might be drawn for a daily, of which a new service lacks many.
    with worker_held(service):
        in_service(service, PROVE, CODE)
        for racer in racers:
            expect(seats(racer.page)).to_have_count(len(racers))
            racer.page.get_by_role("button", name="Ready").click()
        for racer in racers:
            racer.page.wait_for_url(re.compile("/play/"))
    for racer in racers:
        racer.table.settled(0)
        expect(racer.page.locator("#race-start")).to_be_hidden()
    starts = {racer.heard("room")[-1]["starts_at"] for racer in racers}
    assert len(starts) == 1
    first = [racer.heard("welcome")[-1] for racer in racers]
    assert all(frame["now"] >= min(starts) for frame in first)
    assert len({json.dumps(frame["view"]["columns"]) for frame in first}) == 1


@pytest.mark.slow
def test_a_race_of_four(racers: list[Racer], live_service: LiveService) -> None:
    host, phone, desk, guest = racers
    link = open_room(host)
    token = token_of(host.page)
    assert join_by_link(phone, link) == 2
    assert join_by_link(desk, link) == 2
    assert join_by_link(guest, link, name=GUEST) == 2
    for racer in racers[1:3]:
        assert_accessible(racer.page)
        assert fits(racer.page)
    start(racers, live_service)
    race_on(racers)
    stop(host)
    lose_the_line(phone, desk)
    reload(guest)
    win(desk, racers)
    in_service(live_service, HURRY, token, "3000")
    results(racers, token)
    rematch(racers, live_service)


def race_on(racers: list[Racer]) -> None:
    """Each rival's numbers are on everybody's page, and no card of theirs."""
    host, phone, desk, guest = racers
    for racer, upto in ((host, 6), (phone, 12), (guest, 9), (desk, 4)):
        racer.play(LINE, upto)
    ups = {racer.name: racer.heard("ack")[-1]["view"]["up"] for racer in racers}
    for racer in racers:
        for other in racers:
            if other is not racer:
                up = re.compile(rf"{other.name}: {ups[other.name]} of 52")
                expect(rivals(racer.page, other.name)).to_contain_text(up)
        told = json.dumps(
            [
                {key: value for key, value in frame.items() if key != "run"}
                for frame in racer.frames
                if frame["t"] in ("room", "peer")
            ]
        )
        assert not CARD.findall(re.sub(r'"name": "[^"]*"', "", told))
    for racer in (phone, desk):
        assert_accessible(racer.page)
    expect(host.page.locator('[data-put="left"]').first).to_have_text(re.compile(r"^\d:\d\d left$"))
    zen(phone)


def zen(racer: Racer) -> None:
    """Rivals hidden, and so after coming back, until they are shown again."""
    page = racer.page
    chips = page.locator("#race-chips .racer")
    expect(chips).to_have_count(4)
    for shown, count in ((True, 1), (False, 4)):
        page.get_by_role("button", name="Everybody in this race").click()
        assert_accessible(page)
        page.locator("dialog#rivals").get_by_role("button", name="Hide rivals").click()
        page.locator("dialog#rivals").get_by_role("button", name="Close").click()
        expect(chips).to_have_count(count)
        if shown:
            page.reload()
            racer.table.settled(racer.played)
            expect(chips).to_have_count(1)


def stop(racer: Racer) -> None:
    page = racer.page
    page.locator("#tools").get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Yes").click()
    dialog = page.get_by_role("dialog", name="Game stopped")
    expect(dialog).to_contain_text("still play")
    assert_accessible(page)


def lose_the_line(racer: Racer, other: Racer) -> None:
    """A move made meanwhile counts when the line is back; the others see that it was gone."""
    racer.context.set_offline(True)
    expect(racer.page.locator("html")).to_have_attribute("data-online", "0")
    racer.table.play(LINE[racer.played])
    expect(rivals(other.page, racer.name)).to_contain_text("connection lost")
    racer.context.set_offline(False)
    racer.played += 1
    racer.table.settled(racer.played)
    expect(rivals(other.page, racer.name)).not_to_contain_text("connection lost")


def reload(racer: Racer) -> None:
    racer.page.reload()
    racer.play(LINE, racer.played + 2)


def win(winner: Racer, racers: list[Racer]) -> None:
    winner.play(LINE, len(LINE) - 1)
    winner.table.play(LINE[-1])
    dialog = winner.page.get_by_role("dialog", name=re.compile("Solved in"))
    expect(dialog).to_contain_text("place 1 of 4")
    assert_accessible(winner.page)
    for racer in racers:
        if racer is not winner:
            expect(rivals(racer.page, winner.name)).to_contain_text("won in")


def results(racers: list[Racer], token: str) -> None:
    """Everybody is told of the end, and the table of results is the same for all."""
    seen = []
    for racer in racers:
        page = racer.page
        page.get_by_role("dialog").get_by_role("link", name="See the results").click()
        page.wait_for_url(re.compile(f"/races/{token}/"))
        rows = page.locator("table.finishes tbody tr")
        expect(rows).to_have_count(4)
        seen.append([" ".join(row.split()) for row in rows.all_inner_texts()])
        assert fits(page)
    for racer in racers[1:3]:
        assert_accessible(racer.page)
    order = ["Brynhild", "Sigurd", GUEST, "Ingeborg"]
    for rows_seen in seen:
        assert [name for name, row in zip(order, rows_seen, strict=True) if name in row] == order
        assert "Won" in rows_seen[0]
        assert "Time is up" in rows_seen[1]
        assert "Time is up" in rows_seen[2]
        assert "Stopped" in rows_seen[3]
    watch_again(racers[2].page)


def watch_again(page: Page) -> None:
    """All replays on one time axis."""
    lanes = page.locator(".lane-up")
    expect(lanes).to_have_text(["0/52"] * 4)
    slider = page.get_by_role("slider", name="Time in the race")
    slider.focus()
    slider.press("End")
    expect(lanes.first).to_have_text("52/52")
    expect(page.locator(".lane").first.locator('.card[data-pile="S"]')).to_have_count(13)
    slider.press("Home")
    page.get_by_label("Speed").select_option("60")
    page.get_by_role("button", name="Play the replay").click()
    expect(lanes.first).to_have_text("52/52")


def rematch(racers: list[Racer], service: LiveService) -> None:
    """One press offers it to all; who presses as well sits there too; it starts."""
    first, *others = racers
    first.page.get_by_role("button", name="Rematch").click()
    expect(seats(first.page)).to_have_count(1)
    again = token_of(first.page)
    for racer in others:
        expect(racer.page.locator("#rematch")).to_be_visible()
        racer.page.get_by_role("button", name="Rematch").click()
        racer.page.wait_for_url(re.compile(f"/races/{again}/"))
    for racer in racers:
        racer.played = 0
    start(racers, service)


def sit_and_hand_over(host: Racer, other: Racer) -> str:
    """The first host opens a room on a deal of their own and leaves; a rival who has changed their
    name hosts it then. The room's address."""
    page = host.page
    page.goto("/races/")
    page.get_by_text("Race on a deal of your own").click()
    page.get_by_label("Game code").fill("RU1-C-AAAAABB")
    page.get_by_role("button", name="Open the room").click()
    page.wait_for_url(re.compile(r"/races/\w{22}/"))
    link = page.url
    other.page.goto(link)
    expect(other.page.get_by_text("may know it")).to_be_visible()
    other.page.get_by_role("button", name="Join").click()
    other.page.get_by_text("Change your name").click()
    for name in ("Admin", "Asbjorn"):
        other.page.get_by_label("Name in this race").fill(name)
        other.page.get_by_role("button", name="Save").click()
        if name == "Admin":
            expect(other.page.locator("#room-error")).to_contain_text("Nobody may have this name")
    expect(other.page.locator("#room-error")).to_be_hidden()
    expect(seats(page).filter(has_text="Asbjorn")).to_have_count(1)
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("button", name="Join")).to_be_visible()
    expect(other.page.locator(".seat.me")).to_contain_text("Host")
    page.get_by_role("button", name="Join").click()
    return link


def test_a_room_changes_hands_and_its_host_starts_without_the_slow(
    browser: Browser, live_service: LiveService
) -> None:
    """Guests alone, a typed code, a name changed in the room, a host who leaves, a watcher."""
    phones = [Racer.of(browser, live_service, name, PHONE) for name in ("One", "Two", "Three")]
    host, other, watcher = phones
    link = sit_and_hand_over(host, other)
    token = token_of(host.page)
    watcher.page.goto(link)
    expect(seats(watcher.page)).to_have_count(2)
    starts = other.page.get_by_role("button", name="Start now")
    expect(starts).to_be_disabled()
    in_service(live_service, WAITED, token)
    starts.click()
    for racer in (host, other):
        racer.page.wait_for_url(re.compile("/play/"))
        racer.table.settled(0)
    expect(watcher.page.get_by_text(re.compile(r"\d:\d\d left"))).to_be_visible()
    host.table.tap(*host.table.grip(host.table.pile("a")[-1]))
    assert_accessible(watcher.page)
    assert not watcher.heard("ack")
    for racer in (host, other):
        stop_alone(racer)
    expect(watcher.page.get_by_role("heading", name="Results")).to_be_visible()
    assert not any(racer.faults for racer in phones)
    for racer in phones:
        racer.context.close()


def stop_alone(racer: Racer) -> None:
    page = racer.page
    page.locator("#tools").get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_role("dialog", name="Game stopped")).to_be_visible()
