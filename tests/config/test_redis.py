"""The three uses of Redis, on a real one, and without it."""

import asyncio
from typing import Any

import pytest
from channels.layers import channel_layers, get_channel_layer
from channels_redis.utils import create_pool
from django.conf import settings
from redis import Redis

from config.cache import LenientRedisCache
from config.databases import caches
from config.redis import BROKER, CACHE, LAYER, broker_url, redis_url

IDLE_SECONDS = 15


@pytest.mark.parametrize(
    ("base", "for_redis", "for_celery"),
    [
        ("redis://h:6379", "redis://h:6379/1", "redis://h:6379/1"),
        ("rediss://u:p@h:6379/7?x=y", "rediss://u:p@h:6379/1?x=y", "rediss://u:p@h:6379/1?x=y"),
        ("unix:///a/b.sock", "unix:///a/b.sock?db=1", "redis+socket:///a/b.sock?virtual_host=1"),
    ],
)
def test_addresses(base: str, for_redis: str, for_celery: str) -> None:
    assert redis_url(base, 1) == for_redis
    assert broker_url(base, 1) == for_celery


def test_queues_cache_and_layer_do_not_share() -> None:
    assert len({BROKER, CACHE, LAYER}) == 3


def test_idle_sockets_are_not_cut_and_many_may_call_at_once() -> None:
    """redis-py's own defaults end a blocking read after 5 s and refuse the 101st call."""
    layer = get_channel_layer()
    pool = create_pool(settings.CHANNEL_LAYERS["default"]["CONFIG"]["hosts"][0])
    assert pool.connection_kwargs["socket_timeout"] is None
    assert pool.max_connections >= 4096
    assert layer.capacity >= 10_000


@pytest.fixture
def layer(redis_server: str) -> Any:
    """A layer of the test's own: the shared one keeps locks of loops that ended while it waited."""
    return channel_layers.make_backend("default")


@pytest.mark.slow
async def test_a_message_arrives_after_an_idle_while(layer: Any) -> None:
    channel = await layer.new_channel()
    await layer.group_add("idle", channel)
    waiting = asyncio.create_task(layer.receive(channel))
    done, _ = await asyncio.wait([waiting], timeout=IDLE_SECONDS)
    assert not done
    await layer.group_send("idle", {"type": "changed"})
    assert await asyncio.wait_for(waiting, 5) == {"type": "changed"}


async def test_two_hundred_calls_at_once(layer: Any) -> None:
    channels = [await layer.new_channel() for _ in range(200)]
    await asyncio.gather(*(layer.group_add("crowd", channel) for channel in channels))
    waiting = [asyncio.create_task(layer.receive(channel)) for channel in channels]
    await layer.group_send("crowd", {"type": "changed"})
    assert await asyncio.gather(*waiting) == [{"type": "changed"}] * 200


def test_a_message_for_a_busy_process_is_not_lost(layer: Any) -> None:
    """The library keeps 100 messages for a whole process by itself."""

    async def send_and_count() -> int:
        channel = await layer.new_channel()
        for number in range(500):
            await layer.send(channel, {"type": "changed", "seq": number})
        received = [await layer.receive(channel) for _ in range(500)]
        return len({message["seq"] for message in received})

    assert asyncio.run(send_and_count()) == 500


def test_clearing_the_cache_leaves_the_queues(redis_server: str) -> None:
    queues = Redis.from_url(redis_url(redis_server, BROKER))
    queues.lpush("kept", "task")
    cache = cache_at(redis_server)
    cache.set("name", "value")
    cache.clear()
    assert cache.get("name") is None
    assert queues.lpop("kept") == b"task"


def cache_at(url: str) -> LenientRedisCache:
    config = caches(url)["default"]
    return LenientRedisCache(config["LOCATION"], {"OPTIONS": config["OPTIONS"]})


def test_without_redis_the_cache_is_merely_empty() -> None:
    cache = cache_at("unix:///nowhere/redis.sock")
    cache.set("name", "value")
    assert cache.get("name", "default") == "default"
    assert cache.add("name", "value") is True
    assert cache.get_many(["name"]) == {}
    assert cache.has_key("name") is False
    assert cache.incr("name") == 1
    assert cache.delete("name") is False
    assert cache.touch("name") is False
    assert cache.set_many({"name": "value"}) == []
    cache.delete_many(["name"])
    assert cache.clear() is False
