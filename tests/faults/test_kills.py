"""kill −9 at any instant under fifty playing browsers: what was acknowledged is in the log."""

from __future__ import annotations

import asyncio
import logging
import random

import pytest

from tests.faults.crowd import crowd
from tests.faults.service import Site, Web

#: How often we kill, by the number of web processes.
KILLS = {1: 20, 2: 10}
log = logging.getLogger(__name__)


@pytest.mark.parametrize("webs", [1, 2])
async def test_web_processes_killed_under_fifty_browsers(site: Site, webs: int) -> None:
    """With two processes browsers hop between them, with items on their way in both."""
    draw = random.Random(f"{webs} of {bool(site.database_url)}")
    await asyncio.to_thread(site.start, webs)
    out = 0
    async with crowd(site, draw) as playing:
        await playing.all_went_on()
        for _ in range(KILLS[webs]):
            # The instant of a death is anybody's guess: this is no wait for anything.
            await asyncio.sleep(draw.uniform(0, 0.4))
            victims = draw.choice([site.webs, *([web] for web in site.webs)])
            out += playing.out
            for web in victims:
                web.kill()
            await playing.check_told()
            await asyncio.to_thread(restart, victims)
            await playing.all_went_on()
        told = playing.count
        stored = await playing.finish()
    resent = sum(player.resent for player in playing.players)
    hops = sum(player.hops for player in playing.players)
    log.info(
        "%s kills, %s hops, %s acknowledged, %s stored, %s out at the kills, %s sent again",
        KILLS[webs], hops, told, stored, out, resent,
    )  # fmt: skip
    assert told > 50 * KILLS[webs]
    assert min(out, resent) > KILLS[webs], "the kills hit people in the middle of playing"
    assert bool(hops) == (webs > 1)
    for web in site.webs:
        assert "Traceback" not in web.log.read_text(), web.log.read_text()[:8000]
    assert all(player.welcomes > 1 for player in playing.players)


def restart(webs: list[Web]) -> None:
    for web in webs:
        web.launch()
    for web in webs:
        web.wait_ready()
