"""Open rooms with their hosts, players who may join, and proved deals, made inside the site.

`python -m tests.faults.race_setup ROOMS PLAYERS` writes a JSON list of {"room", "code", "short",
"cookies"}; the host's cookie comes first. Every third room has a limit of one minute (`short`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import django

import config.celery  # noqa: F401 (what is drawn from the pool is asked for anew)

LINES = Path(__file__).parents[1] / "data" / "games" / "won-lines.jsonl"


def main(rooms: int, players: int) -> None:
    django.setup()
    from accounts.models import User
    from benchmarks.table_setup import session_of
    from engine.codes import parse_code
    from games.models import Race
    from games.services.pool import Proof, pool_deal_add
    from games.services.races import race_create

    rows = [json.loads(line) for line in LINES.read_text().splitlines()]
    lines = {row["code"]: row["moves"].split() for row in rows}
    sealed = [code for code in lines if parse_code(code).sealed]
    made = []
    for number in range(rooms):
        code = parse_code(sealed[number % len(sealed)])
        line = lines[code.text]
        pool_deal_add(code=code, proof=Proof(line, len(line), False, len(line), 1, "test"))
        crowd = [
            User.objects.create_user(f"Ingrid{number}of{n}", f"p{number}.{n}@example.org")
            for n in range(players)
        ]
        race = race_create(host=crowd[0], event=code.event, limit_minutes=10)
        short = number % 3 == 2
        if short:
            Race.objects.filter(pk=race.pk).update(limit_minutes=1)
        cookies = [session_of(player) for player in crowd]
        made.append({"room": race.token, "code": code.text, "short": short, "cookies": cookies})
    sys.stdout.write(json.dumps(made))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
