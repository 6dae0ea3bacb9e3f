"""A daily of the live service that the test knows, its time moved by moving its date."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from tests.support.live import ROOT, LiveService
from tests.support.waiting import wait_until

# Today's Russian daily is put aside, if there is one already, for one of a deal that is known.
PUBLISH = """
import sys
from datetime import date, timedelta
import django
django.setup()
from django.db import transaction
from games.models import Challenge
from tests.games.challenging import make_challenge
day = date.fromisoformat(sys.argv[1])
with transaction.atomic():
    there = Challenge.objects.filter(kind="daily", event="RU1-C", day=day).first()
    if there is not None:
        there.day = day + timedelta(days=3650)
        there.save()
    make_challenge(day=day)
"""
# A friend with a proved address, whose game of the same daily has just ended.
BEFRIEND = """
import sys
from datetime import date
import django
django.setup()
from django.utils import timezone
from accounts.models import Friendship, User
from games.models import Challenge
from games.services.results import run_finished
from tests.games.challenging import CODE, LINE
from tests.games.finished import ended_run, verify_address
from tests.games.support import make_player
player = User.objects.get(name=sys.argv[1])
friend = make_player(sys.argv[2])
verify_address(friend)
low, high = sorted((player, friend), key=lambda one: one.pk)
Friendship.objects.create(low=low, high=high, created_at=timezone.now())
challenge = Challenge.objects.get(kind="daily", event="RU1-C", day=date.fromisoformat(sys.argv[3]))
run_finished(run_id=ended_run(friend, CODE, LINE, challenge=challenge, step_ms=20_000).pk)
"""
FOLD = """
import django
django.setup()
from leaderboards.services.boards import boards_fold
boards_fold()
"""
# The date is moved, so that its closing has come; the worker does the rest.
MOVE = """
import sys
from datetime import date
import django
django.setup()
import config.celery
from games.jobs import CHALLENGES_CLOSE, DEFAULT_QUEUE, job_enqueue
from games.models import Challenge
challenges = Challenge.objects.filter(kind="daily", event="RU1-C")
challenges.filter(day=date.fromisoformat(sys.argv[2])).delete()
moved = challenges.filter(day=date.fromisoformat(sys.argv[1]))
assert moved.update(day=date.fromisoformat(sys.argv[2])) == 1
job_enqueue(CHALLENGES_CLOSE, queue=DEFAULT_QUEUE)
"""


def in_service(service: LiveService, script: str, *arguments: str) -> None:
    """Run a script as one of the service's own processes would."""
    subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        env=service.environment | {"PYTHONPATH": os.fspath(ROOT)},
        check=True,
    )


@contextmanager
def worker_held(service: LiveService) -> Iterator[None]:
    """The worker that folds and verifies stands still meanwhile."""
    pid = wait_until(lambda: service.pid("worker"), "the worker runs")
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def wait_closed(service: LiveService, day: date) -> None:
    """Until the worker has closed the Russian daily of the date."""
    closed = (
        "SELECT 1 FROM games_challenge WHERE kind = 'daily' AND event = 'RU1-C' AND day = %s "
        "AND closed_at IS NOT NULL"
    )
    wait_until(lambda: service.query(closed, day), "the challenge is closed", seconds=30)
