"""SIGTERM, as a deploy sends it: everything answered, everybody told, nothing lost."""

from __future__ import annotations

import asyncio
import logging
import random
from functools import partial

from tests.faults.audit import stored_logs
from tests.faults.crowd import crowd
from tests.faults.players import Player, Soloist
from tests.faults.service import Site

ROUNDS = 3
log = logging.getLogger(__name__)


async def test_a_deploy_answers_everything_says_bye_and_loses_nothing(site: Site) -> None:
    draw = random.Random("deploy")
    await asyncio.to_thread(site.start, 1)
    (web,) = site.webs
    async with crowd(site, draw) as playing:
        for _ in range(ROUNDS):
            await playing.all_went_on()
            await asyncio.sleep(draw.uniform(0, 0.4))
            before = {player: len(player.byes) for player in playing.players}
            assert await asyncio.to_thread(web.terminate) == 0
            await playing.until(partial(all_told, before), "everybody was told")
            assert {player.byes[-1] for player in playing.players} == {("restart", 1012)}
            logs = await asyncio.to_thread(stored_logs, site)
            for player in playing.players:
                if isinstance(player, Soloist):
                    assert logs[player.run] == player.acknowledged, "stored and told are one"
            await asyncio.to_thread(web.restart)
        await playing.all_went_on()
        stored = await playing.finish()
    log.info("%s deploys, %s stored", ROUNDS, stored)
    assert "Traceback" not in web.tail()


def all_told(before: dict[Player, int]) -> bool:
    return all(len(player.byes) > count for player, count in before.items())


async def test_a_rolling_deploy_of_two_processes_stops_nobody(sqlite_site: Site) -> None:
    draw = random.Random("rolling")
    await asyncio.to_thread(sqlite_site.start, 2)
    async with crowd(sqlite_site, draw) as playing:
        for web in sqlite_site.webs * 2:
            await playing.all_went_on()
            assert await asyncio.to_thread(web.terminate) == 0
            await playing.all_went_on()
            await asyncio.to_thread(web.restart)
        await playing.finish()
