"""A daily with players on its board, for the tests of pages. Time stands at `NOON` of its date."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from django.test import Client

from accounts.models import User
from games.models import Challenge, Run
from games.services.challenges import challenges_close
from games.services.results import result_put
from leaderboards.services.boards import boards_fold
from tests.games.challenging import CODE, DAY, LINE, make_challenge, utc
from tests.games.finished import ended_run, verify_address
from tests.games.support import BACKEND, make_player
from tests.pages.markup import Markup

NOON = utc("2026-06-05T12:00")
CLOSED = utc("2026-06-06T12:01")
PAGE = f"/daily/{DAY}/RU1-C/"


def member(name: str = "Ingrid", zone: str = "UTC") -> User:
    """A player with a proved address, here for some weeks."""
    player = make_player(name)
    player.zone = zone
    player.created_at -= timedelta(weeks=6)
    player.save(update_fields=["zone", "created_at"])
    verify_address(player)
    return player


def played(
    player: User,
    challenge: Challenge,
    *,
    moves: int = len(LINE),
    step_ms: int = 700,
    verified: bool = True,
    ended: datetime = NOON,
    **fields: Any,
) -> Run:
    """An ended attempt that played so much of `LINE`, with its result told."""
    run = ended_run(
        player,
        CODE,
        LINE[:moves],
        challenge=challenge,
        step_ms=step_ms,
        ended_ms=round(ended.timestamp() * 1000),
        verification="verified" if verified else "",
        **fields,
    )
    assert result_put(run=run) is not None
    return run


def daily(day: date = DAY, *, closed: bool = False) -> Challenge:
    challenge = make_challenge(day=day)
    if closed:
        challenges_close(now=CLOSED + timedelta(days=max(0, (day - DAY).days)))
        challenge.refresh_from_db()
        assert challenge.is_over
    return challenge


def fold() -> None:
    boards_fold()


def pages_of(player: User) -> Client:
    client = Client()
    client.force_login(player, backend=BACKEND)
    return client


def seen(client: Client, path: str, *, status: int = 200, language: str = "en") -> Markup:
    response = client.get(path, headers={"accept-language": language})
    assert response.status_code == status, path
    return Markup(response.content.decode())
