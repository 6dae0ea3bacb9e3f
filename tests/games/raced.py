"""A race that is over, its games in the log as live play leaves them."""

from __future__ import annotations

from collections.abc import Mapping

from accounts.models import User
from engine.codes import parse_code
from engine.deals import deal
from engine.replay import Game
from games.clock import now_ms
from games.models import LogItem, Race, Run
from games.services.race_ends import race_end_if_due
from tests.games.races import CODE, SEALED, fresh, make_running

LINE = SEALED[CODE]
COUNTED = ("last_ms", "score", "moves", "up", "turned", "undos", "hints")


def race_over(games: Mapping[User, tuple[int, int]]) -> Race:
    """Each player has played so many items of the winning line, one every so many ms."""
    race = make_running(list(games))
    start = now_ms() - 500_000
    Race.objects.filter(pk=race.pk).update(starts_ms=start, ends_ms=start + 600_000)
    for player, (count, step_ms) in games.items():
        _play(Run.objects.get(race=race, player=player), count, step_ms, start)
    assert race_end_if_due(race_id=race.pk, now_ms=now_ms())
    return fresh(race)


def _play(run: Run, count: int, step_ms: int, start: int) -> None:
    game = Game(deal(parse_code(CODE)))
    for place, text in enumerate(LINE[:count], 1):
        game.play(text, place * step_ms)
    LogItem.objects.bulk_create(
        LogItem(run=run, place=place, text=text, at_ms=(place + 1) * step_ms)
        for place, text in enumerate(LINE[:count])
    )
    facts = {name: getattr(game, name) for name in COUNTED}
    Run.objects.filter(pk=run.pk).update(
        state="ended", result="won" if game.won else "stopped", seq=count,
        started_ms=start, ended_ms=start + game.last_ms, **facts,
    )  # fmt: skip
