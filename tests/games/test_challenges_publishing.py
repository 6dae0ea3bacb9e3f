"""Every challenge once, whatever beats, workers and databases do; none of an unproved deal."""

from datetime import date, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from celery.signals import worker_ready
from django.core.management import call_command
from pytest_django import Settings
from structlog.testing import capture_logs

from config.celery import app, beat_schedule
from engine.commitment import check_commitment
from engine.variants import EVENTS
from games import jobs, tasks, tasks_challenges, warming
from games.days import daily_closes, days_between, published_from
from games.models import Challenge, Outage, PoolDeal
from games.sealing import code_unseal, text_unseal
from games.selectors.publishing import challenges_lacking
from games.services.challenges import challenges_publish
from tests.games.challenging import at_once, fill_pool, make_challenge, pool_deal, utc

pytestmark = pytest.mark.django_db
# A Friday: the weekly of the next week is due, too.
NOW = utc("2026-06-05T10:00")
DAYS = [date(2026, 6, day) for day in (4, 5, 6, 7, 8)]
MONDAYS = [date(2026, 6, 1), date(2026, 6, 8)]
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def small_pool(settings: Settings) -> None:
    """One ready deal is a full pool: weeklies wait for none but where a test is about that."""
    settings.POOL_SIZE = 1


def there(kind: str, event: str = "RU1-C") -> list[date]:
    found = Challenge.objects.filter(kind=kind, event=event).order_by("day")
    return list(found.values_list("day", flat=True))


@pytest.mark.main_path
def test_what_is_due_is_dealt_sealed_and_promised() -> None:
    fill_pool(8)
    done = challenges_publish(now=NOW)
    assert (done.made, done.outages, done.lacking) == (35, 0, [])
    for event in EVENTS:
        assert (there("daily", event), there("weekly", event)) == (DAYS, MONDAYS)
    seeds = set()
    for challenge in Challenge.objects.select_related("pool_deal"):
        code = code_unseal(sealed=challenge.pool_deal.sealed_code)
        salt = text_unseal(sealed=challenge.sealed_salt)
        assert check_commitment(challenge.commitment, salt, code.text)
        assert code.event == challenge.event
        assert code.sealed
        assert challenge.pool_deal.taken_at is not None
        assert (challenge.code, challenge.salt, challenge.is_over) == ("", "", False)
        assert salt.encode() not in bytes(challenge.sealed_salt)
        seeds.add(code.seed)
    assert len(seeds) == 35, "no seed serves twice, whatever the event"
    assert challenges_publish(now=NOW).made == 0
    assert PoolDeal.objects.filter(taken_at=None).count() == 5


def test_a_date_is_published_two_days_before_it_opens_anywhere() -> None:
    fill_pool(8, ["RU1-C"])
    challenges_publish(now=NOW - timedelta(seconds=1), events=["RU1-C"])
    assert there("daily") == DAYS[:-1]
    assert there("weekly") == MONDAYS[:1]
    assert published_from(DAYS[-1]) == NOW


def test_a_weekly_is_the_hardest_deal_of_the_pool() -> None:
    fill_pool(3, ["RU1-C", "YU1-C"])  # for the dailies
    for states in (5, 900, 40):
        pool_deal("RU1-C", states=states)
    for states in (1, 7, 3):
        pool_deal("YU1-C", states=states)
    challenges_publish(now=utc("2026-06-02T00:00"), events=["RU1-C", "YU1-C"])
    hardest = Challenge.objects.filter(kind="weekly").order_by("event")
    assert list(hardest.values_list("pool_deal__states", flat=True)) == [900, 7]


def test_an_empty_pool_is_an_error_and_never_an_unproved_deal() -> None:
    fill_pool(8, EVENTS[1:])
    pool_deal("RU1-C")
    with capture_logs() as logs:
        done = challenges_publish(now=NOW)
    assert done.made == 29
    assert done.lacking[0].startswith("daily RU1-C 2026-06-0")
    assert len(done.lacking) == 6
    errors = [line for line in logs if line["log_level"] == "error"]
    assert [(line["event"], line["game"]) for line in errors] == [("pool_empty", "RU1-C")]
    fill_pool(6, ["RU1-C"])
    assert challenges_publish(now=NOW).made == 6
    assert challenges_lacking(now=NOW) == []


def test_a_new_service_that_proves_its_first_deals_alarms_nobody() -> None:
    with capture_logs() as logs:
        assert len(challenges_publish(now=NOW).lacking) == 35
    assert not [line for line in logs if line["log_level"] == "error"]


def test_after_days_of_silence_everything_open_is_made_up_for() -> None:
    """What is still open is published; what nobody could play is an outage of its event."""
    fill_pool(30)
    challenges_publish(now=utc("2026-06-05T09:00"))
    late = utc("2026-06-12T09:00")
    done = challenges_publish(now=late)
    assert done.lacking == []
    missed = [date(2026, 6, 8), date(2026, 6, 9), date(2026, 6, 10)]
    for event in EVENTS:
        assert there("daily", event) == [
            *days_between(date(2026, 6, 4), date(2026, 6, 7)),
            *days_between(date(2026, 6, 11), date(2026, 6, 14)),
        ]
        outages = Outage.objects.filter(event=event).order_by("day")
        assert list(outages.values_list("day", flat=True)) == missed
    assert done.outages == 15
    assert {outage.declared_by for outage in Outage.objects.all()} == {None}
    assert challenges_publish(now=late).outages == 0


def test_a_date_lacking_in_one_event_is_an_outage_of_that_one() -> None:
    fill_pool(9, EVENTS[:-1])
    challenges_publish(now=NOW)
    done = challenges_publish(now=daily_closes(DAYS[0]))
    assert done.outages == 1
    assert (Outage.objects.get().day, Outage.objects.get().event) == (DAYS[0], EVENTS[-1])


def test_a_new_service_has_missed_nothing() -> None:
    assert challenges_publish(now=NOW).outages == 0
    fill_pool(8)
    challenges_publish(now=NOW)
    assert not Outage.objects.exists()


def test_an_outage_that_staff_declared_for_all_is_not_told_twice() -> None:
    fill_pool(9)
    challenges_publish(now=NOW)
    Outage.objects.create(day=date(2026, 6, 9), reason="a power cut")
    challenges_publish(now=utc("2026-06-11T08:00"))
    assert Outage.objects.count() == 1


@pytest.mark.main_path
@pytest.mark.django_db(transaction=True)
def test_ten_publishers_at_once_publish_once() -> None:
    fill_pool(9)
    done = at_once(*[lambda: challenges_publish(now=NOW)] * 10)
    assert sum(each.made for each in done) == Challenge.objects.count() == 35
    assert not any(each.lacking for each in done)
    assert PoolDeal.objects.filter(taken_at=None).count() == 10, "no deal was lost on the way"


@pytest.mark.django_db(transaction=True)
def test_publishers_at_once_with_too_few_deals_waste_none() -> None:
    fill_pool(3)
    done = at_once(*[lambda: challenges_publish(now=NOW)] * 6)
    assert sum(each.made for each in done) == Challenge.objects.count() == 15
    assert not PoolDeal.objects.filter(taken_at=None).exists()


@pytest.mark.django_db(transaction=True)
def test_outages_found_by_many_are_recorded_once() -> None:
    make_challenge(day=date(2026, 6, 1))
    done = at_once(*[lambda: challenges_publish(now=utc("2026-06-05T13:00"), events=[])] * 6)
    # 1 to 4 June of five events, but for the one that was there.
    assert sum(each.outages for each in done) == Outage.objects.count() == 19


@pytest.mark.parametrize("zone", ["Europe/Helsinki", "Africa/Cairo"])
def test_ticks_about_midnight_publish_each_date_once(zone: str, settings: Settings) -> None:
    """B33: the server's zone is two hours ahead, the publisher is asked every minute."""
    settings.TIME_ZONE = zone
    fill_pool(12, ["RU1-C"])
    start, made = utc("2026-01-10T21:00"), 0
    for minute in range(6 * 60):
        made += challenges_publish(now=start + timedelta(minutes=minute), events=["RU1-C"]).made
    assert there("daily") == days_between(date(2026, 1, 10), date(2026, 1, 13))
    assert made == len(there("daily")) + len(there("weekly"))


@pytest.mark.parametrize("zone", ["Europe/Rome", "America/New_York"])
@pytest.mark.parametrize("night", ["2026-03-08", "2026-03-29", "2026-10-25", "2026-11-01"])
def test_each_calendar_date_has_one_daily_over_clock_changes(
    zone: str, night: str, settings: Settings
) -> None:
    """B30: asked every three hours for four days about the night."""
    settings.TIME_ZONE = zone
    fill_pool(12, ["RU1-C"])
    start = utc(f"{night}T00:00") - timedelta(days=2)
    for hour in range(0, 96, 3):
        challenges_publish(now=start + hour * HOUR, events=["RU1-C"])
    days = there("daily")
    assert days == days_between(days[0], days[-1])
    assert len(days) == 8


@pytest.mark.parametrize(
    ("first", "last"),
    [(date(2026, 12, 24), date(2027, 1, 6)), (date(2028, 2, 26), date(2028, 3, 2))],
)
def test_over_odd_dates_every_one_has_its_deal(first: date, last: date) -> None:
    """Leap day, the end of the year, ISO week 53; the publisher is called now and then."""
    fill_pool(25, ["RU1-C"])
    moment = datetime.combine(first, NOW.timetz())
    while moment.date() <= last:
        challenges_publish(now=moment, events=["RU1-C"])
        moment += timedelta(hours=31)
    days = there("daily")
    assert days == days_between(days[0], days[-1])
    assert days[0] < first < last < days[-1]
    assert all(day.weekday() == 0 for day in there("weekly"))
    mondays = {day for day in days_between(first, last) if day.weekday() == 0}
    assert mondays <= set(there("weekly"))


def test_the_command_tells_what_it_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    fill_pool(7, EVENTS[1:])
    out = StringIO()
    call_command("publish_challenges", stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0] == "28 made, 0 outages recorded"
    assert "no proved deal ready for daily RU1-C 2026-06-04" in lines
    assert len(lines) == 8


def test_beat_publishes_every_few_minutes_and_closes_every_minute() -> None:
    schedule = beat_schedule()
    app.loader.import_default_modules()
    for name, seconds in (("challenges-publish", 300), ("challenges-close", 60)):
        entry = schedule[name]
        assert entry["task"] in app.tasks
        assert entry["schedule"].remaining_estimate(NOW).total_seconds() is not None
        assert entry["options"]["expires"] < seconds


def test_the_task_publishes_and_says_what_lacks() -> None:
    with capture_logs() as logs:
        tasks.challenges_publish()
    assert [line["event"] for line in logs if "count" in line] == ["challenges_lacking"]
    fill_pool(9)
    tasks.challenges_publish("RU1-C")
    assert set(Challenge.objects.values_list("event", flat=True)) == {"RU1-C"}
    tasks.challenges_publish()
    assert Challenge.objects.values("event").distinct().count() == 5


def test_a_deal_just_proved_is_published_where_one_lacks(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[tuple[str, str, dict[str, Any]]] = []
    monkeypatch.setattr(
        jobs, "_send", lambda name, queue, ids, expires=None: sent.append((name, queue, ids))
    )
    fill_pool(9, EVENTS[1:])
    tasks.challenges_publish()
    with django_capture_on_commit_callbacks(execute=True):
        tasks_challenges.publish_when_lacking("KL1-3")
        tasks_challenges.publish_when_lacking("RU1-C")
    publish = [each for each in sent if each[0] == jobs.CHALLENGES_PUBLISH]
    assert publish == [(jobs.CHALLENGES_PUBLISH, "default", {"event": "RU1-C"})]


def test_a_worker_that_is_ready_publishes_and_closes_without_beat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So `make serve` publishes at its start, and so does every deployment."""
    asked: list[tuple[str, str]] = []
    monkeypatch.setattr(
        warming, "job_enqueue", lambda name, queue="solve": asked.append((name, queue))
    )
    monkeypatch.setattr(warming, "_DOES", {"solver": False, "fills": False, "publishes": True})
    worker_ready.send(sender=None)
    assert asked == [(jobs.CHALLENGES_PUBLISH, "default"), (jobs.CHALLENGES_CLOSE, "default")]
