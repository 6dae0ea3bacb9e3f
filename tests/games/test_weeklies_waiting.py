"""Dailies first; a weekly is the hardest of a full pool, unless its week cannot wait for one."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from pytest_django import Settings
from structlog.testing import capture_logs

from games import jobs, tasks_challenges
from games.days import challenge_opens, opens_first
from games.models import Challenge, PoolDeal
from games.selectors.publishing import WEEKLY_PATIENCE, challenges_lacking, event_is_due
from games.services.challenges import Published, challenges_publish
from tests.games.challenging import at_once, fill_pool, pool_deal, utc

pytestmark = pytest.mark.django_db
FULL = 6
EVENT = "RU1-C"
#: A Tuesday: the weekly of this week is overdue, the next is not due yet.
TUESDAY = utc("2026-06-02T13:00")
FRIDAY = utc("2026-06-05T10:00")
THIS, NEXT = date(2026, 6, 1), date(2026, 6, 8)
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def full(settings: Settings) -> None:
    settings.POOL_SIZE = FULL


def publish(now: datetime) -> Published:
    return challenges_publish(now=now, events=[EVENT])


def weeklies() -> list[date]:
    found = Challenge.objects.filter(kind="weekly", event=EVENT).order_by("id")
    return list(found.values_list("day", flat=True))


def test_todays_daily_comes_first_then_the_others_then_weeklies() -> None:
    wanted = [
        f"{kind} {day}" for kind, event, day in challenges_lacking(now=FRIDAY) if event == EVENT
    ]
    assert wanted == [
        "daily 2026-06-05", "daily 2026-06-04", "daily 2026-06-06", "daily 2026-06-07",
        "daily 2026-06-08", "weekly 2026-06-01", "weekly 2026-06-08",
    ]  # fmt: skip
    pool_deal(EVENT)
    publish(FRIDAY)
    assert Challenge.objects.get().day == FRIDAY.date()


@pytest.mark.main_path
def test_a_new_service_chooses_its_weekly_from_a_full_pool() -> None:
    """The publisher is called after each proved deal; the hardest is proved last but one."""
    now, states = TUESDAY, [50, 900, 40, 30, 20, 60, 70, 5000, 80]
    for each in states:
        assert weeklies() == []
        pool_deal(EVENT, states=each)
        now += SECOND
        publish(now)
    assert publish(now).waiting == ["weekly RU1-C 2026-06-01"]
    pool_deal(EVENT, states=90)
    assert event_is_due(event=EVENT, now=now)
    assert publish(now).made == 1
    weekly = Challenge.objects.get(kind="weekly")
    assert (weekly.pool_deal.states, weekly.chosen_from) == (5000, FULL)
    dailies = Challenge.objects.filter(kind="daily").order_by("id")
    assert dailies[0].day == TUESDAY.date()
    assert set(dailies.values_list("chosen_from", flat=True)) == {None}


def test_an_overdue_weekly_does_not_wait_for_ever() -> None:
    """Ten minutes from the last daily, however slow the solver is."""
    fill_pool(4, [EVENT])
    publish(TUESDAY)
    for states in (70, 800, 90):
        pool_deal(EVENT, states=states)
    late = TUESDAY + WEEKLY_PATIENCE
    assert publish(late - SECOND).waiting == ["weekly RU1-C 2026-06-01"]
    assert not event_is_due(event=EVENT, now=late - SECOND)
    assert event_is_due(event=EVENT, now=late)
    assert publish(late).waiting == []
    weekly = Challenge.objects.get(kind="weekly")
    assert (weekly.day, weekly.pool_deal.states, weekly.chosen_from) == (THIS, 800, 3)


def test_a_coming_weekly_is_there_before_it_opens_anywhere() -> None:
    fill_pool(5 + FULL, [EVENT])
    publish(FRIDAY)
    assert weeklies() == [THIS]
    opens = min(challenge_opens("weekly", zone, NEXT) for zone in ("Pacific/Kiritimati", "UTC"))
    assert opens == opens_first(NEXT)
    for hours in range(0, 47, 3):
        assert publish(FRIDAY + timedelta(hours=hours)).waiting == ["weekly RU1-C 2026-06-08"]
    publish(opens - timedelta(minutes=50))
    assert weeklies() == [THIS, NEXT]


def test_two_weeklies_do_not_share_one_full_pool() -> None:
    fill_pool(5, [EVENT])
    publish(FRIDAY)
    fill_pool(FULL, [EVENT])
    assert publish(FRIDAY).waiting == ["weekly RU1-C 2026-06-08"]
    assert weeklies() == [THIS]
    fill_pool(1, [EVENT])
    assert publish(FRIDAY).waiting == []
    assert weeklies() == [THIS, NEXT]


@pytest.mark.parametrize("deals", [FULL, 2])
@pytest.mark.django_db(transaction=True)
def test_many_publishers_at_once_make_a_weekly_once(deals: int) -> None:
    """Of a full pool, or at the end of its patience."""
    fill_pool(4, [EVENT])
    publish(TUESDAY)
    fill_pool(deals, [EVENT])
    done = at_once(*[lambda: publish(TUESDAY + WEEKLY_PATIENCE)] * 8)
    assert sum(each.made for each in done) == 1
    assert weeklies() == [THIS]
    assert PoolDeal.objects.filter(taken_at=None).count() == deals - 1


def test_while_a_weekly_waits_the_pool_is_filled_and_nobody_is_alarmed(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(jobs, "_send", lambda name, queue, ids, expires=None: sent.append(name))
    monkeypatch.setattr("django.utils.timezone.now", lambda: TUESDAY)
    fill_pool(4 + FULL - 1)
    with capture_logs() as logs, django_capture_on_commit_callbacks(execute=True):
        tasks_challenges.challenges_publish()
    assert weeklies() == []
    assert jobs.POOL_FILL in sent
    assert {line["log_level"] for line in logs} == {"info"}
    sent.clear()
    with django_capture_on_commit_callbacks(execute=True):
        tasks_challenges.publish_when_lacking(EVENT)
        assert sent == [], "one deal is lacking"
        pool_deal(EVENT)
        tasks_challenges.publish_when_lacking(EVENT)
    assert sent == [jobs.CHALLENGES_PUBLISH]
