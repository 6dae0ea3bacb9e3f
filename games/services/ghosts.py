"""Games against a ghost: casual, on a deal that is over."""

from __future__ import annotations

from accounts.models import User
from engine.codes import parse_code
from games.models import Race, Run
from games.selectors.ghosts import ghost_run
from games.selectors.unlocking import open_code
from games.services.races import race_create
from games.services.runs import run_start_code

LIMIT_MINUTES = 15


def ghost_start(*, token: str, player: User) -> Run:
    """A game of the player's on the same deal, raced by the ghost of run `token`.

    Raises `RunNotFound` unless that run may be raced.
    """
    ghost = ghost_run(token=token)
    return run_start_code(player=player, code=parse_code(open_code(ghost)), ghost=ghost)


def ghost_room(*, token: str, host: User) -> Race:
    """A room on the deal of run `token`, which is told to everybody there as a typed one.

    Raises `RunNotFound`, and `GameError` (`too_many_rooms`).
    """
    code = open_code(ghost_run(token=token))
    return race_create(host=host, event="", code=code, limit_minutes=LIMIT_MINUTES)
