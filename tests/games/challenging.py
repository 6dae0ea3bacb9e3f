"""Pools, challenges and attempts for tests, without the solver: lines that are known to win."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from threading import Barrier
from typing import Any

from django.db import connection

from engine.codes import Code, parse_code
from engine.commitment import commitment
from engine.deals import deal
from engine.replay import Game
from engine.variants import EVENTS
from games.errors import GameError
from games.models import Challenge, LogItem, PoolDeal, Run
from games.sealing import code_create, run_code, text_seal
from games.services.pool import Proof, pool_deal_add
from tests.games.support import won_lines

#: A sealed deal that is won by `LINE`.
CODE = next(text for text in won_lines(sealed=True) if text.startswith("RU1-C"))
LINE = won_lines(sealed=True)[CODE]
DAY = date(2026, 6, 5)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def pool_deal(event: str = "RU1-C", *, code: str = "", states: int = 100) -> PoolDeal:
    """A ready deal: `CODE` with its line, or any other, whose line nobody has checked."""
    prefix, _, rules = event.partition("-")
    made: Code = parse_code(code) if code else code_create(prefix=prefix, rules=rules, sealed=True)
    line: Sequence[str] = won_lines(sealed=True).get(made.text, ["aS"])
    proof = Proof(line, max(len(line), 52), False, 52, states, "test")
    return pool_deal_add(code=made, proof=proof)


def fill_pool(count: int, events: Sequence[str] = EVENTS) -> None:
    for event in events:
        for _ in range(count):
            pool_deal(event)


def make_challenge(
    *, day: date = DAY, kind: str = "daily", event: str = "RU1-C", code: str = CODE
) -> Challenge:
    """A published one of the date; of the deal that `LINE` wins unless told otherwise."""
    proved = pool_deal(event, code=code)
    salt = secrets.token_hex(16)
    return Challenge.objects.create(
        kind=kind,
        event=event,
        day=day,
        pool_deal=proved,
        commitment=commitment(salt, code) if code else "0" * 64,
        sealed_salt=text_seal(text=salt),
    )


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """The results, or the refusals' codes, of calls that start together, each on a connection of
    its own."""
    start = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            start.wait(timeout=10)
            return call()
        except GameError as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def play_moves(run: Run, moves: Sequence[str], *, started: datetime) -> Run:
    """Let an open run's log hold these moves, a second each, as its table would have written."""
    game = Game(deal(run_code(run=run)))
    for place, text in enumerate(moves):
        game.play(text, 1000 * place)
    LogItem.objects.bulk_create(
        LogItem(run=run, place=place, text=text, at_ms=1000 * place)
        for place, text in enumerate(moves)
    )
    counted = ("last_ms", "score", "moves", "up", "turned", "undos", "hints")
    facts = {name: getattr(game, name) for name in counted}
    started_ms = round(started.timestamp() * 1000)
    Run.objects.filter(pk=run.pk).update(seq=len(moves), started_ms=started_ms, **facts)
    run.refresh_from_db()
    return run
