"""Fills a fresh database for `benchmarks.races`: races that are about to start, players signed in.

`python -m benchmarks.races_setup RACES PLAYERS` prints `[[race, seat, run, session key], …]` as
JSON. The races are of all five events in turn, the same deals every time.
"""

from __future__ import annotations

import json
import sys
from itertools import count
from random import Random

import django

import config.celery  # noqa: F401 (what is drawn from the pool is asked for anew)
from benchmarks.table_setup import session_of
from engine.codes import SEALED_LETTERS, Code, random_seed
from engine.deals import deal
from engine.rules import legal_moves
from engine.variants import EVENTS


def main(races: int, players: int) -> None:
    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    call_command("migrate", interactive=False, verbosity=0)
    with transaction.atomic():
        seats = [seat for number in range(races) for seat in race(number, players)]
    print(json.dumps(seats))


def race(number: int, players: int) -> list[tuple[int, int, str, str]]:
    """A started race of new players: each one's seat, run and session."""
    from accounts.models import User
    from games.services.pool import Proof, pool_deal_add
    from games.services.race_starts import race_start
    from games.services.races import race_create, race_seat, seat_ready

    code = sealed_code(number)
    pool_deal_add(code=code, proof=Proof((), 0, False, 0, 1, "none"))
    crowd = [User(tag="TEST") for _ in range(players)]
    for player in crowd:
        player.set_unusable_password()
        player.save()
    room = race_create(host=crowd[0], event=code.event, limit_minutes=20)
    for player in crowd:
        race_seat(race=room, player=player)
        seat_ready(race=room, player=player, on=True)
    race_start(race=room, player=crowd[0])
    seats = room.seats.select_related("run", "player").order_by("number")
    return [
        (number, seat.number, seat.run.token, session_of(seat.player)) for seat in seats if seat.run
    ]


def sealed_code(number: int) -> Code:
    """The code of a deal that has a move to begin with."""
    prefix, _, rules = EVENTS[number % len(EVENTS)].partition("-")
    randbelow = Random(number).randrange
    codes = (Code(prefix, rules, random_seed(randbelow, SEALED_LETTERS)) for _ in count())
    return next(code for code in codes if legal_moves(deal(code)))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
