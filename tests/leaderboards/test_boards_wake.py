"""When boards are folded: at new results, by beat; and what a leaving player's zones leave."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from redis import Redis

from accounts.models import User
from accounts.registry import erasers
from accounts.services.deletion import deletion_request, deletions_execute
from accounts.services.zones import zone_set
from config.celery import app
from config.redis import BROKER, redis_url
from games.results import Result, results_changed
from leaderboards.keys import BoardKey
from leaderboards.schedule import BEAT
from leaderboards.selectors.boards import board_row
from leaderboards.services.boards import boards_fold
from leaderboards.services.rebuild import boards_rebuild
from leaderboards.tasks import boards_fold as task
from tests.leaderboards.results import DAY, EVENT, make_challenge, make_players, make_result, put

pytestmark = pytest.mark.django_db(transaction=True)


def test_new_results_wake_a_worker_once_they_are_committed(redis_server: str) -> None:
    broker = Redis.from_url(redis_url(redis_server, BROKER))
    broker.delete("default")
    with transaction.atomic():
        results_changed.send(sender=Result)
        assert broker.llen("default") == 0
    assert broker.llen("default") == 1
    for _ in range(3):
        results_changed.send(sender=Result)
    assert broker.llen("default") == 1, "the one that waits will see these too"
    task()
    results_changed.send(sender=Result)
    assert broker.llen("default") == 2
    broker.delete("default")


def test_the_task_that_is_queued_and_that_beat_knows_is_there() -> None:
    app.loader.import_default_modules()
    assert BEAT["boards-fold"]["task"] == task.name
    assert task.name in app.tasks
    assert BEAT["boards-fold"]["schedule"] == 10.0


def test_the_task_folds_whatever_there_is() -> None:
    (player,) = make_players(1)
    put(make_result(player, "t1"))
    for _ in range(3):
        task()
    row = board_row(key=BoardKey("wins", EVENT, "all"), player=player)
    assert row is not None
    assert row.wins == 1


def test_a_leaving_players_zones_leave_no_difference() -> None:
    """The streak that a skipped date held together is counted anew without it."""
    assert "leaderboards" in dict(erasers)
    player = User.objects.create_user("Ingrid", "ingrid@example.org", "a long enough secret")
    player.zone = "Pacific/Pago_Pago"
    player.save()
    zone_set(user=player, zone="Pacific/Kiritimati", now=datetime(2026, 7, 7, 10, 30, tzinfo=UTC))
    for number in (0, 2):
        day = DAY + timedelta(days=number)
        daily = make_challenge("daily", EVENT, day)
        daily.closed_at, daily.salt, daily.code = datetime(2026, 8, 1, tzinfo=UTC), "0" * 32, "x"
        daily.save()
        put(make_result(player, f"t{number}", challenge=daily, day=day))
    boards_fold()
    row = board_row(key=BoardKey("day_streak"), player=player)
    assert row is not None
    assert row.days == 2
    leaving = datetime(2026, 9, 1, tzinfo=UTC)
    deletion_request(user=player, now=leaving)
    assert deletions_execute(now=leaving + timedelta(days=15)) == 1
    boards_fold()
    rebuilt = boards_rebuild()
    assert rebuilt.same, rebuilt
    assert rebuilt.rows > 0, "what was verified in closed challenges stays"
    row = board_row(key=BoardKey("day_streak"), player=player)
    assert row is not None
    assert row.days == 1
