"""Ended runs as live play leaves them, made without a socket."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from allauth.account.models import EmailAddress

from accounts.models import User
from engine.codes import parse_code
from engine.deals import deal
from engine.replay import Game
from games.clock import now_ms
from games.models import LogItem, Run, RunKind
from games.sealing import code_seal

COUNTED = ("last_ms", "score", "moves", "up", "turned", "undos", "hints")
#: Slower than hands that anybody would look at.
STEP_MS = 700


def ended_run(
    player: User,
    code: str,
    moves: Sequence[str],
    *,
    kind: str = "ranked",
    ended_ms: int | None = None,
    step_ms: int = STEP_MS,
    **fields: Any,
) -> Run:
    """A run of the code that played `moves`, one every `step_ms`, and ended with the last."""
    game = Game(deal(parse_code(code)))
    for place, text in enumerate(moves, 1):
        game.play(text, place * step_ms)
    ended = now_ms() if ended_ms is None else ended_ms
    facts = {name: getattr(game, name) for name in COUNTED}
    facts |= {
        "player": player,
        "kind": kind,
        "event": parse_code(code).event,
        "state": "ended",
        "result": "won" if game.won else "stopped",
        "seq": game.items,
        "started_ms": ended - game.last_ms,
        "ended_ms": ended,
    }
    if kind == RunKind.RANKED:
        facts["sealed_code"] = code_seal(code=parse_code(code))
    else:
        facts["code"] = code
    run = Run.objects.create(**facts | fields)
    # The run was made before its clock started.
    created_ms = min(now_ms(), ended - game.last_ms)
    Run.objects.filter(pk=run.pk).update(created_at=instant(created_ms))
    LogItem.objects.bulk_create(
        LogItem(run=run, place=place, text=text, at_ms=(place + 1) * step_ms)
        for place, text in enumerate(moves)
    )
    run.refresh_from_db()
    return run


def instant(ms: int) -> Any:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(ms / 1000, UTC)


def verify_address(player: User) -> None:
    EmailAddress.objects.update_or_create(
        user=player, email=player.email, defaults={"verified": True, "primary": True}
    )
