"""The real service publishes at its start, once, however many ask: real beat, workers and Redis."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections import Counter

import pytest

from engine.codes import parse_code
from engine.errors import UnknownCode
from engine.variants import EVENTS
from tests.support.live import ROOT, LiveService
from tests.support.waiting import wait_until

ASK = """
from config.celery import app
for task in ["games.tasks.challenges_publish", "games.tasks.challenges_close"] * 10:
    app.send_task(task, queue="default")
"""


def challenges(service: LiveService) -> list[tuple[str, str, str]]:
    rows = service.query("SELECT kind, event, day FROM games_challenge")
    return [(kind, event, str(day)) for kind, event, day in rows]


def complete(service: LiveService) -> bool:
    """Every event has its four or five dates and its week."""
    found = Counter(event for _, event, _ in challenges(service))
    return set(found) == set(EVENTS) and min(found.values()) >= 5


def python(service: LiveService, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=service.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.slow
def test_a_fresh_service_publishes_everything_as_its_pool_fills(live_service: LiveService) -> None:
    live_service.wait_workers()
    wait_until(lambda: complete(live_service), "all is published", seconds=300)


def test_two_beats_and_twenty_calls_at_once_publish_each_deal_once(
    live_service: LiveService,
) -> None:
    """A fresh service publishes as soon as it has proved deals: nobody waits for beat."""
    live_service.wait_workers()
    wait_until(lambda: len(challenges(live_service)) > 2, "some are published", seconds=120)
    before = sorted(challenges(live_service))
    second = subprocess.Popen(
        [sys.executable, "-m", "celery", "-q", "-A", "config.celery", "beat", "--pidfile=",
         "-s", str(live_service.directory / "second-beat")],
        cwd=ROOT, env=live_service.environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        python(live_service, "-c", ASK)
        assert " made, " in python(live_service, "manage.py", "publish_challenges")
        asked = "games.tasks.challenges_publish"
        wait_until(
            lambda: live_service.log("worker").count(asked) >= 10,
            "the worker has been asked ten times",
            seconds=60,
        )
    finally:
        second.send_signal(signal.SIGTERM)
        second.wait(timeout=20)
    after = sorted(challenges(live_service))
    assert [row for row in before if row not in after] == []
    assert max(Counter(after).values()) == 1
    deals = live_service.query("SELECT pool_deal_id FROM games_challenge")
    assert len(set(deals)) == len(deals), "no deal serves twice"


def test_no_log_of_the_service_holds_a_code(live_service: LiveService) -> None:
    live_service.wait_workers()
    wait_until(lambda: challenges(live_service), "something is published", seconds=120)
    programs = ("web", "worker", "solver", "adviser", "beat", "redis")
    words = " ".join(live_service.log(name) for name in programs).split()
    dashed = [word.strip("'\",") for word in words if word.count("-") >= 5]
    assert not [word for word in dashed if is_code(word)]


def is_code(word: str) -> bool:
    try:
        return parse_code(word).sealed
    except UnknownCode:
        return False
