"""The reminder of an unplayed daily: to whom, when, once, and the link that ends it."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from threading import Barrier
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import Reminder, User
from accounts.selectors import settings_of
from accounts.services.accounts import settings_update
from accounts.services.deletion import deletion_request
from games.models import Challenge, Run
from leaderboards.services.reminders import reminders_send
from leaderboards.tasks import send_reminders
from tests.leaderboards.results import make_challenge

DAY = date(2026, 7, 6)
#: 17:00 in Oslo, 15:00 in London, 03:00 of the next date in Auckland.
FIVE_IN_OSLO = datetime(2026, 7, 6, 15, tzinfo=UTC)
MINUTE = timedelta(minutes=1)

pytestmark = pytest.mark.django_db


def make_reader(name: str = "Solveig", zone: str = "Europe/Oslo", **facts: Any) -> User:
    user = User.objects.create_user(name, f"{name.lower()}@example.org")
    User.objects.filter(pk=user.pk).update(zone=zone, **facts)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    settings_update(user=user, changes={"daily_reminder": True})
    user.refresh_from_db()
    return user


@pytest.fixture
def reader() -> User:
    return make_reader()


@pytest.fixture(autouse=True)
def daily() -> Challenge:
    return make_challenge("daily", "RU1-C", DAY)


def begin(player: User, challenge: Challenge) -> None:
    Run.objects.create(
        player=player,
        kind="ranked",
        event=challenge.event,
        challenge=challenge,
        sealed_code=b"",
    )


def addressees() -> list[str]:
    return sorted(address for message in mail.outbox for address in message.to)


def test_off_by_default_and_one_mail_however_often_asked(reader: User) -> None:
    User.objects.create_user("Ragnhild", "ragnhild@example.org")
    assert [reminders_send(now=FIVE_IN_OSLO + MINUTE * n) for n in range(5)] == [1, 0, 0, 0, 0]
    assert addressees() == ["solveig@example.org"]
    assert Reminder.objects.get().last_day == DAY


@pytest.mark.parametrize(
    ("zone", "instant", "sent"),
    [
        ("Europe/Oslo", FIVE_IN_OSLO - MINUTE, 0),
        ("Europe/Oslo", FIVE_IN_OSLO, 1),
        ("Europe/Oslo", datetime(2026, 7, 6, 21, 59, tzinfo=UTC), 1),
        ("Europe/Oslo", datetime(2026, 7, 6, 22, tzinfo=UTC), 0),
        ("Europe/London", FIVE_IN_OSLO, 0),
        ("Pacific/Kiritimati", datetime(2026, 7, 6, 3, tzinfo=UTC), 1),
        ("Pacific/Kiritimati", FIVE_IN_OSLO, 0),
        ("Etc/GMT+12", datetime(2026, 7, 7, 5, tzinfo=UTC), 1),
    ],
)
def test_late_in_the_players_own_day(zone: str, instant: datetime, sent: int) -> None:
    make_reader(zone=zone)
    assert reminders_send(now=instant) == sent


def test_whoever_has_begun_a_daily_is_left_alone(reader: User, daily: Challenge) -> None:
    begin(reader, make_challenge("daily", "KL1-1", DAY))
    assert reminders_send(now=FIVE_IN_OSLO) == 0
    Run.objects.all().delete()
    assert reminders_send(now=FIVE_IN_OSLO) == 0, "ticked off for the day"


def test_yesterdays_daily_and_a_weekly_do_not_count(reader: User) -> None:
    begin(reader, make_challenge("daily", "RU1-C", DAY - timedelta(days=1)))
    begin(reader, make_challenge("weekly", "RU1-C", DAY))
    assert reminders_send(now=FIVE_IN_OSLO) == 1


def test_nothing_to_play_nothing_to_remind_of(reader: User, daily: Challenge) -> None:
    Challenge.objects.update(closed_at=timezone.now(), salt="0" * 32, code="RU1-C-AAAAABB")
    assert reminders_send(now=FIVE_IN_OSLO) == 0
    Challenge.objects.all().delete()
    assert reminders_send(now=FIVE_IN_OSLO) == 0
    make_challenge("daily", "RU1-C", DAY)
    assert reminders_send(now=FIVE_IN_OSLO) == 1


def test_every_day_anew_and_a_journey_repeats_no_date() -> None:
    reader = make_reader(zone="Pacific/Auckland")
    make_challenge("daily", "RU1-C", DAY + timedelta(days=1))
    evening = datetime(2026, 7, 6, 6, tzinfo=UTC)
    assert reminders_send(now=evening) == 1
    User.objects.filter(pk=reader.pk).update(zone="Pacific/Honolulu")
    assert reminders_send(now=datetime(2026, 7, 7, 4, tzinfo=UTC)) == 0, "the same date again"
    assert reminders_send(now=datetime(2026, 7, 8, 4, tzinfo=UTC)) == 1


def test_nobody_who_is_not_to_be_written_to(reader: User) -> None:
    EmailAddress.objects.filter(user=reader).update(verified=False)
    make_reader("Ragnhild", is_active=False)
    deletion_request(user=make_reader("Ingrid"), now=timezone.now())
    settings_update(user=make_reader("Gudrun"), changes={"daily_reminder": False})
    guest = User.objects.create(tag="4F7K", zone="Europe/Oslo")
    settings_update(user=guest, changes={"daily_reminder": True})
    assert reminders_send(now=FIVE_IN_OSLO) == 0
    assert mail.outbox == []


def test_off_and_on_again_on_the_same_day_is_no_second_mail(reader: User) -> None:
    reminders_send(now=FIVE_IN_OSLO)
    for is_on in (False, True):
        settings_update(user=reader, changes={"daily_reminder": is_on})
    assert reminders_send(now=FIVE_IN_OSLO) == 0


def test_the_mail_is_in_the_players_language_and_has_its_links(settings: Any) -> None:
    settings.SITE_URL = "https://play.example/"
    settings.CONTACT_EMAIL = "people@play.example"
    make_reader(language="fr")
    reminders_send(now=FIVE_IN_OSLO)
    [message] = mail.outbox
    assert "6 juillet 2026" in message.body
    assert "Solveig" in message.body
    assert "https://play.example/daily/" in message.body
    assert message.subject.startswith("Réussite · ")
    assert message.reply_to == ["people@play.example"]
    end = message.extra_headers["List-Unsubscribe"]
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<https://play\.example/accounts/reminder/[^/]+/end/>", end)
    assert end.strip("<>") in message.body


@pytest.mark.parametrize(
    ("language", "day"),
    [("en", "1 December 2026"), ("fr", "1er décembre 2026"), ("nb", "1. desember 2026")],
)
def test_the_mail_writes_the_date_as_its_language_does(language: str, day: str) -> None:
    make_challenge("daily", "RU1-C", date(2026, 12, 1))
    make_reader(language=language)
    reminders_send(now=datetime(2026, 12, 1, 16, tzinfo=UTC))
    [message] = mail.outbox
    assert f" {day}" in str(message.body)


def end_path() -> str:
    [message] = mail.outbox
    link: str = message.extra_headers["List-Unsubscribe"]
    return link.strip("<>").removeprefix("http://localhost:8000")


def test_one_press_ends_it_without_signing_in(reader: User) -> None:
    reminders_send(now=FIVE_IN_OSLO)
    client = Client(enforce_csrf_checks=True)
    assert "End the reminders" in client.get(end_path()).content.decode()
    assert settings_of(User.objects.get())["daily_reminder"], "looking at a link ends nothing"
    for _ in range(2):
        answer = client.post(end_path(), {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert "No more reminders" in answer.content.decode()
    assert not settings_of(User.objects.get())["daily_reminder"]
    make_challenge("daily", "RU1-C", DAY + timedelta(days=1))
    assert reminders_send(now=FIVE_IN_OSLO + timedelta(days=1)) == 0


def test_a_forged_link_is_not_found_and_an_old_one_does_no_harm(reader: User) -> None:
    reminders_send(now=FIVE_IN_OSLO)
    client = Client()
    forged = end_path().replace(f"/{reader.pk}:", f"/{reader.pk + 1}:")
    assert forged != end_path()
    for path in (forged, "/accounts/reminder/1/end/", "/accounts/reminder/x:y/end/"):
        assert client.post(path).status_code == 404
    assert settings_of(User.objects.get())["daily_reminder"]
    User.objects.all().delete()
    assert client.post(end_path()).status_code == 200


def test_without_a_mail_server_the_next_beat_tries_again(
    reader: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(message: EmailMessage) -> int:
        raise SMTPServerDisconnected

    with monkeypatch.context() as patched:
        patched.setattr(EmailMessage, "send", fail)
        assert reminders_send(now=FIVE_IN_OSLO) == 0
    assert Reminder.objects.get().last_day is None
    assert reminders_send(now=FIVE_IN_OSLO) == 1


def test_a_refused_address_stops_nobody_else_and_is_not_tried_again(
    reader: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_reader("Ragnhild")
    send: Callable[[EmailMessage], int] = EmailMessage.send

    def refuse(message: EmailMessage) -> int:
        if message.to == ["solveig@example.org"]:
            raise SMTPRecipientsRefused({})
        return send(message)

    monkeypatch.setattr(EmailMessage, "send", refuse)
    assert [reminders_send(now=FIVE_IN_OSLO) for _ in range(2)] == [1, 0]
    assert addressees() == ["ragnhild@example.org"]


def test_the_limit_leaves_the_rest_for_the_next(reader: User) -> None:
    make_reader("Ragnhild")
    make_reader("Ingrid")
    assert [reminders_send(now=FIVE_IN_OSLO, limit=2) for _ in range(3)] == [2, 1, 0]
    assert len(set(addressees())) == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.main_path
def test_many_beats_at_once_send_one_mail_each() -> None:
    names = [f"Player{letter}s" for letter in "abcdefgh"]
    for name in names:
        make_reader(name)
    start = Barrier(5)

    def beat() -> int:
        try:
            start.wait(timeout=10)
            return reminders_send(now=FIVE_IN_OSLO)
        finally:
            connection.close()

    with ThreadPoolExecutor(5) as pool:
        sent = sum(future.result() for future in [pool.submit(beat) for _ in range(5)])
    assert sent == len(names)
    assert addressees() == sorted(f"{name.lower()}@example.org" for name in names)


def test_the_task_goes_by_the_clock(reader: User, time_machine: Any) -> None:
    time_machine.move_to(FIVE_IN_OSLO)
    send_reminders()
    send_reminders()
    assert addressees() == ["solveig@example.org"]
