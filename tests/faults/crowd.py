"""Fifty browsers at once, and what all of them must have done."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from tests.faults.audit import Items, check_acknowledged, check_final
from tests.faults.players import Duellist, Player, Soloist
from tests.faults.service import Site
from tests.games.support import won_lines

RULES = ("RU1-C", "RU1-R", "YU1-C", "KL1-1", "KL1-3", "KL1-1S", "KL1-3A")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
log = logging.getLogger(__name__)


class Crowd:
    """Players on a site, each in a task of its own; the first thing wrong ends the test."""

    def __init__(self, site: Site, players: list[Player]) -> None:
        self.site = site
        self.players = players
        self.tasks = [asyncio.ensure_future(player.live()) for player in players]

    def __str__(self) -> str:
        """How everybody stands, and what the web processes said last; for a failure's message."""
        lines = [
            f"{type(player).__name__} {player.run}: {len(player.acknowledged)} acknowledged,"
            f" {len(player.unanswered)} out, {player.welcomes} welcomes, {player.byes[-3:]},"
            f" {'seated' if player.seated else 'away'}"
            for player in self.players
        ]
        return "\n".join([*lines, *(web.tail() for web in self.site.webs)])

    @property
    def told(self) -> list[tuple[str, Items]]:
        """What every player has had acknowledged up to now."""
        return [(player.run, list(player.acknowledged)) for player in self.players]

    @property
    def count(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

    @property
    def out(self) -> int:
        """Items said and not yet answered."""
        return sum(len(player.unanswered) for player in self.players)

    async def check_told(self) -> int:
        """What was acknowledged up to now is in the database now; how many items."""
        return await asyncio.to_thread(check_acknowledged, self.site, self.told)

    async def until(self, condition: Callable[[], bool], what: str, *, seconds: float = 90) -> None:
        end = asyncio.get_running_loop().time() + seconds
        while not condition():
            for task in self.tasks:
                if task.done():
                    task.result()
            assert asyncio.get_running_loop().time() < end, f"waited in vain: {what}\n{self}"
            await asyncio.sleep(0.02)

    async def all_went_on(self, *, seconds: float = 90) -> None:
        """Wait until every player has had something new acknowledged, or has won and resumed."""
        before = {player: len(player.acknowledged) for player in self.players}
        await self.until(
            lambda: all(
                len(player.acknowledged) > before[player] or (won(player) and player.seated)
                for player in self.players
            ),
            "everybody goes on",
            seconds=seconds,
        )

    async def finish(self) -> int:
        """Let everybody have their last answers; then hold the database against all of it."""
        for player in self.players:
            player.over.set()
        async with asyncio.timeout(90):
            await asyncio.gather(*self.tasks)
        return await asyncio.to_thread(check_final, self.site, self.players)


def won(player: Player) -> bool:
    return isinstance(player, Soloist) and player.confirmed.won


@asynccontextmanager
async def crowd(site: Site, draw: random.Random) -> AsyncIterator[Crowd]:
    """Fifty browsers: 31 at random, 9 on a line to its end (5 sealed), 5 runs with two tabs."""
    casual, sealed = won_lines(sealed=False), won_lines(sealed=True)
    wanted = [("casual", f"{draw.choice(RULES)}-{letters(draw)}") for _ in range(31)]
    wanted += [("casual", code) for code in list(casual)[:4]]
    wanted += [("ranked", code) for code in list(sealed)[:5]]
    wanted += [("casual", f"KL1-1-{letters(draw)}") for _ in range(5)]
    made = await asyncio.to_thread(site.run, "tests.faults.populate", json.dumps(wanted))
    players: list[Player] = []
    for (kind, code), seat in zip(wanted, json.loads(made), strict=True):
        alone = len(players) < 40
        for _ in range(1 if alone else 2):
            given = (seat["cookie"], seat["run"], site.webs, random.Random(draw.random()))
            line = (casual | sealed).get(code, [])
            window = draw.randint(2, 8)
            players.append(
                Soloist(*given, code=code, kind=kind, line=line, window=window)
                if alone
                else Duellist(*given)
            )
    playing = Crowd(site, players)
    try:
        yield playing
    finally:
        for task in playing.tasks:
            task.cancel()
        await asyncio.gather(*playing.tasks, return_exceptions=True)


def letters(draw: random.Random) -> str:
    return "".join(draw.choices(LETTERS, k=7))
