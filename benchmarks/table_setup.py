"""Fills a fresh database for `benchmarks.table`: players signed in, each with a run of its own.

`python -m benchmarks.table_setup COUNT` prints `[[token, session key], …]` as JSON. The runs are
casual ones of all five events in turn, the same deals every time.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from itertools import count
from random import Random
from typing import TYPE_CHECKING

import django

from engine.codes import Code, random_seed
from engine.deals import deal
from engine.rules import legal_moves
from engine.variants import EVENTS

if TYPE_CHECKING:
    from accounts.models import User


def main(players: int) -> None:
    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    call_command("migrate", interactive=False, verbosity=0)
    with transaction.atomic():
        seats = [seat(code(number)) for number in range(players)]
    print(json.dumps(seats))


def code(number: int) -> Code:
    """The code of a deal that has a move to begin with."""
    prefix, _, rules = EVENTS[number % len(EVENTS)].partition("-")
    randbelow = Random(number).randrange
    codes = (Code(prefix, rules, random_seed(randbelow)) for _ in count())
    return next(code for code in codes if legal_moves(deal(code)))


def seat(code: Code) -> tuple[str, str]:
    """The token of a new run of a deal, and a session of its player's."""
    from accounts.models import User
    from games.services.runs import run_start_code

    player = User(tag="TEST")
    player.set_unusable_password()
    player.save()
    return run_start_code(player=player, code=code).token, session_of(player)


def session_of(player: User) -> str:
    """The key of a session that signs this player in, as `login` would leave it."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    return str(session.session_key)


if __name__ == "__main__":
    main(int(sys.argv[1]))
