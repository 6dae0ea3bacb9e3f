"""One attempt a player, begun once however often it is asked for, open at home and till closing."""

from datetime import date, timedelta
from threading import Event

import pytest
import time_machine
from django.conf import settings
from django.contrib.messages import get_messages
from django.db import transaction
from django.test import Client

from accounts.models import User
from accounts.services.zones import zone_set
from games.days import daily_closes, daily_opens
from games.errors import GameError
from games.models import Challenge, Result, Run
from games.sealing import run_code
from games.selectors.challenges import challenge_row, challenges_today, weeklies_now
from games.services.challenges import challenge_start, challenges_close
from games.services.runs import run_end, run_start
from tests.games.challenging import CODE, DAY, at_once, make_challenge, utc
from tests.games.support import BACKEND, make_player

NOON = utc("2026-06-05T12:00")
START = f"/daily/{DAY}/RU1-C/start/"


@pytest.fixture
def ingrid(db: None) -> User:
    return make_player()


def client_of(player: User) -> Client:
    client = Client()
    client.force_login(player, backend=BACKEND)
    return client


def start(challenge: Challenge, player: User, now: object = NOON) -> Run | str:
    try:
        return challenge_start(challenge=challenge, player=player, now=now)  # type: ignore[arg-type]
    except GameError as error:
        return error.code


@pytest.mark.django_db
def test_the_attempt_is_ranked_sealed_and_closes(ingrid: User) -> None:
    challenge = make_challenge()
    run = challenge_start(challenge=challenge, player=ingrid, now=NOON)
    assert (run.kind, run.event, run.code, run.proof) == ("ranked", "RU1-C", "", "proved")
    assert run.closes_ms == daily_closes(DAY).timestamp() * 1000
    assert run_code(run=run).text == CODE
    assert b"RU1" not in bytes(run.sealed_code)
    assert (run.started_ms, run.pool_deal) == (None, None)


@pytest.mark.django_db
@pytest.mark.parametrize("zone", ["Etc/GMT+12", "UTC", "Pacific/Kiritimati", "Europe/Oslo"])
def test_it_is_open_from_the_first_instant_of_the_date_at_home(ingrid: User, zone: str) -> None:
    """B27: each home at its own instant, and the deal is the same."""
    challenge = make_challenge()
    ingrid.zone = zone
    ingrid.save()
    opens = daily_opens(zone, DAY)
    early = opens - timedelta(microseconds=1)
    assert start(challenge, ingrid, early) == "not_open"
    assert challenge_row(challenge=challenge, user=ingrid, now=early).state == "soon"
    assert challenge_row(challenge=challenge, user=ingrid, now=opens).state == "open"
    run = start(challenge, ingrid, opens)
    assert isinstance(run, Run)
    assert run_code(run=run).text == CODE
    assert challenge_row(challenge=challenge, user=ingrid, now=early).opens_at == opens


@pytest.mark.django_db
def test_it_closes_for_everybody_at_once_and_a_run_begun_stays(ingrid: User) -> None:
    challenge, closes = make_challenge(), daily_closes(DAY)
    run = start(challenge, ingrid, closes - timedelta(microseconds=1))
    assert start(challenge, ingrid, closes) == run, "it is found, not begun"
    assert start(challenge, make_player("Sindre"), closes) == "closed"
    assert Run.objects.count() == 1


@pytest.mark.django_db
def test_yesterdays_is_open_until_it_closes(ingrid: User) -> None:
    yesterdays = make_challenge(day=DAY - timedelta(days=1))
    today = make_challenge(code="", event="RU1-R")
    before = utc("2026-06-05T11:59")
    assert [row.day for row in challenges_today(user=ingrid, now=before)] == [DAY]
    assert challenge_row(challenge=yesterdays, user=ingrid, now=before).state == "open"
    assert isinstance(start(yesterdays, ingrid, before), Run)
    assert challenge_row(challenge=today, user=ingrid, now=before).state == "open"


@pytest.mark.django_db
def test_moving_closes_nothing_that_was_open(ingrid: User) -> None:
    challenge = make_challenge()
    early = utc("2026-06-04T10:30")
    zone_set(user=ingrid, zone="Pacific/Kiritimati", now=early)
    assert challenge_row(challenge=challenge, user=ingrid, now=early).state == "open"
    zone_set(user=ingrid, zone="Pacific/Pago_Pago", now=early)
    assert challenge_row(challenge=challenge, user=ingrid, now=early).state == "open"
    assert [row.day for row in challenges_today(user=ingrid, now=early)] == [DAY]
    assert isinstance(start(challenge, ingrid, early), Run)


@pytest.mark.django_db
def test_a_weekly_is_open_from_monday_to_monday_noon(ingrid: User) -> None:
    monday = date(2026, 6, 8)
    challenge = make_challenge(kind="weekly", day=monday)
    assert weeklies_now(user=ingrid, now=utc("2026-06-07T23:59")) == []
    assert start(challenge, ingrid, utc("2026-06-07T23:59")) == "not_open"
    rows = weeklies_now(user=ingrid, now=utc("2026-06-14T23:00"))
    assert [(row.kind, row.state) for row in rows] == [("weekly", "open")]
    assert rows[0].states == 100, "its measure stands on the page"
    assert isinstance(start(challenge, ingrid, utc("2026-06-15T11:59")), Run)


@pytest.mark.main_path
@pytest.mark.django_db(transaction=True)
def test_however_often_start_is_pressed_at_once_it_is_one_attempt() -> None:
    """From any number of tabs and devices: real threads, a transaction each."""
    challenge, player = make_challenge(), make_player()
    runs = at_once(*[lambda: start(challenge, player).token] * 12)  # type: ignore[union-attr]
    assert len(set(runs)) == 1
    assert Run.objects.get().token == runs[0]


@pytest.mark.django_db(transaction=True)
def test_ten_players_at_once_get_one_attempt_each() -> None:
    challenge = make_challenge()
    players = [make_player(f"Player{letter}") for letter in "abcdefghij"]
    calls = [lambda player=player: start(challenge, player).token for player in players]  # type: ignore[misc,union-attr]
    runs = at_once(*calls)
    assert len(set(runs)) == Run.objects.count() == 10


@pytest.mark.django_db
def test_pressing_start_twice_uses_nothing_up(ingrid: User) -> None:
    """B34: two presses 10 ms apart, and one that is cut before its answer: one attempt, to be
    resumed, not scored."""
    make_challenge()
    client = client_of(ingrid)
    with time_machine.travel(NOON, tick=False) as traveller:
        first = client.post(START)
        traveller.shift(timedelta(milliseconds=10))
        cut, second = client.post(START), client.post(START)
    run = Run.objects.get()
    assert {answer["Location"] for answer in (first, cut, second)} == {f"/play/{run.token}/"}
    assert (run.state, run.started_ms, run.moves) == ("open", None, 0)
    assert not Result.objects.exists()
    with time_machine.travel(NOON):
        assert client.get(f"/play/{run.token}/").status_code == 200
    row = challenge_row(challenge=Challenge.objects.get(), user=ingrid, now=NOON)
    assert (row.state, row.run and row.run.token) == ("running", run.token)


@pytest.mark.django_db
def test_an_attempt_that_has_ended_is_shown_and_never_begun_again(ingrid: User) -> None:
    challenge = make_challenge()
    with time_machine.travel(NOON):
        run = challenge_start(challenge=challenge, player=ingrid, now=NOON)
        run_end(run=run, result="stopped")
        answer = client_of(ingrid).post(START)
    assert answer["Location"] == f"/runs/{run.token}/"
    assert Run.objects.count() == 1
    assert challenge_row(challenge=challenge, user=ingrid, now=NOON).state == "ended"


@pytest.mark.django_db
def test_a_visitor_who_starts_becomes_a_guest_at_home() -> None:
    make_challenge()
    client = Client()
    client.cookies["zone"] = "Pacific/Auckland"
    with time_machine.travel(utc("2026-06-04T12:30")):
        answer = client.post(START)
    run = Run.objects.get()
    assert answer["Location"] == f"/play/{run.token}/"
    assert (run.player.is_guest, run.player.zone) == (True, "Pacific/Auckland")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("now", "text"),
    [("2026-06-04T23:59", "has not opened yet"), ("2026-06-06T12:00", "has closed")],
)
def test_too_early_or_late_the_reason_is_told(ingrid: User, now: str, text: str) -> None:
    make_challenge()
    client = client_of(ingrid)
    with time_machine.travel(utc(now)):
        answer = client.post(START)
    assert answer["Location"] == START.removesuffix("start/")
    assert [text in str(message) for message in get_messages(answer.wsgi_request)] == [True]
    assert not Run.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        "/daily/2026-06-06/RU1-C/start/",
        "/daily/2026-06-05/YU1-C/start/",
        "/daily/2026-06-31/RU1-C/start/",
        "/weekly/2026-06-05/RU1-C/start/",
        "/monthly/2026-06-05/RU1-C/start/",
        "/daily/20260605/RU1-C/start/",
    ],
)
def test_what_is_not_there_cannot_be_started(ingrid: User, path: str) -> None:
    make_challenge()
    assert client_of(ingrid).post(path).status_code == 404


@pytest.mark.django_db
def test_a_link_alone_starts_nothing(ingrid: User) -> None:
    make_challenge()
    assert client_of(ingrid).get(START).status_code == 405
    assert settings.SESSION_COOKIE_SAMESITE == "Lax"


@pytest.mark.django_db
def test_other_ranked_games_are_not_in_the_way(ingrid: User) -> None:
    challenge = make_challenge()
    for _ in range(2):
        run_start(player=ingrid, event="RU1-R", kind="ranked")
    assert isinstance(start(challenge, ingrid), Run)
    assert Run.objects.count() == 3


@pytest.mark.main_path
@pytest.mark.django_db(transaction=True)
def test_nobody_begins_while_it_closes() -> None:
    """A process whose clock is behind presses start while another closes: no open run is left."""
    challenge, player, closing = make_challenge(), make_player(), Event()

    def close() -> None:
        with transaction.atomic():
            challenges_close(now=daily_closes(DAY))
            closing.set()

    def late_start() -> object:
        assert closing.wait(10)
        return start(challenge, player)

    assert at_once(late_start, close)[0] == "closed"
    assert not Run.objects.exists()
