"""The suite stands on the real parts, set as production has them."""

from datetime import timedelta

import pytest
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import connection


@pytest.mark.django_db
def test_database_is_the_one_asked_for() -> None:
    with connection.cursor() as cursor:
        if settings.TEST_DB == "sqlite":
            cursor.execute("PRAGMA foreign_keys")
            assert cursor.fetchone() == (1,)
        else:
            cursor.execute("SHOW server_version")
            assert cursor.fetchone()[0].startswith("18")


async def test_channel_layer_carries_a_message(redis_server: str) -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add("table", channel)
    await layer.group_send("table", {"type": "changed", "seq": 3})
    assert await layer.receive(channel) == {"type": "changed", "seq": 3}


def test_cache_keeps_a_value(redis_server: str) -> None:
    cache.set("answer", 42, timeout=timedelta(minutes=1).total_seconds())
    assert cache.get("answer") == 42
