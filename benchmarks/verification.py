"""Verifications a second of one process: whole service calls on PostgreSQL, without the queue.

Runs of 150 items of all five events, honest ones that the call has never seen: read, deciphered,
dealt, replayed, compared, and the outcome and the result committed. Two figures, the medians of
some rounds: as time passes, waiting for the database included, and for each second of processor
time that the process itself takes (what a core does when there is one worker a core and a database
elsewhere). Reference: the 500 a second that the specification wants of a core. At last all of them
once more by `rebuild_boards --from-logs`, the whole command, beside what was just measured by the
clock: there is nothing new to write.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from io import StringIO
from itertools import count
from random import Random

from benchmarks.workplace import ROOT, Figure, environment_of, workplace
from tests.support.servers import new_database, running_postgres

ITEMS = 150
STEP_MS = 900
RUNS_A_ROUND, ROUNDS, WARM = 400, 5, 50
WANTED = 500.0


def run() -> Iterator[Figure]:
    """Measured in a process of its own, with production's durable PostgreSQL."""
    with ExitStack() as stack:
        home, redis = stack.enter_context(workplace())
        server = stack.enter_context(running_postgres(home / "postgres", durable=True))
        database = new_database(server, "bench")
        environment = environment_of(data=home, redis=redis, database=database)
        command = [sys.executable, "-m", "benchmarks.verification"]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
        )
        elapsed, processor, from_logs = json.loads(done.stdout)
    yield figure("elapsed", elapsed, WANTED)
    yield figure("processor", processor, WANTED)
    yield figure("from_logs", from_logs, elapsed)


def figure(name: str, value: float, reference: float) -> Figure:
    shown = {"value": round(value, 1), "unit": "/s", "reference": round(reference, 1)}
    return {"name": f"verification.{name}", **shown, "ratio": round(value / reference, 3)}


def main() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from games.results import results_changed
    from leaderboards.database import analyze

    # The service call without the queue: nobody is woken.
    results_changed.receivers.clear()
    call_command("migrate", interactive=False, verbosity=0)
    ids = populate(WARM + ROUNDS * RUNS_A_ROUND)
    # As the server does by itself sooner or later. Not the results: of an empty table that it has
    # looked at it reads every row, and keeps to that plan while the table grows.
    analyze(["accounts_user", "games_run", "games_logitem"])
    timed(ids[:WARM])
    starts = range(WARM, len(ids), RUNS_A_ROUND)
    rounds = [timed(ids[start : start + RUNS_A_ROUND]) for start in starts]
    medians = [statistics.median(rates) for rates in zip(*rounds, strict=True)]
    print(json.dumps([*medians, from_logs(len(ids))]))


def from_logs(runs: int) -> float:
    """Logs a second of the whole command; it must have verified them all, and found its boards."""
    from django.core.management import call_command

    said, begun = StringIO(), time.perf_counter()
    call_command("rebuild_boards", from_logs=True, stdout=said)
    spent = time.perf_counter() - begun
    text = said.getvalue()
    assert text.startswith(f"{runs} logs in "), text
    assert ", 0 not verified" in text, text
    return runs / spent


def timed(ids: list[int]) -> tuple[float, float]:
    """Verifications a second, elapsed and of processor time; all must have come out well."""
    from games.services.verification import run_verify

    begun, busy = time.perf_counter(), time.process_time()
    outcomes = [run_verify(run_id=run_id) for run_id in ids]
    spent, used = time.perf_counter() - begun, time.process_time() - busy
    assert all(outcome.is_verified for outcome in outcomes), outcomes
    return len(ids) / spent, len(ids) / used


def populate(runs: int) -> list[int]:
    """Ended runs of a hundred players; the ids in an order that mixes events."""
    from accounts.models import User
    from tests.games.finished import ended_run

    players = [User.objects.create_user(f"Ingrid{n}", f"p{n}@example.org") for n in range(100)]
    logs = [log(number) for number in range(60)]
    made = []
    for number in range(runs):
        code, moves = logs[number % len(logs)]
        made.append(ended_run(players[number % 100], code, moves, step_ms=STEP_MS).pk)
    return made


def log(number: int) -> tuple[str, list[str]]:
    """A code of one of the five events and 150 items of its game, undos among them."""
    from engine.codes import SEALED_LETTERS, make_code, random_seed
    from engine.deals import deal
    from engine.replay import Game
    from engine.rules import legal_moves
    from engine.variants import EVENTS

    event = EVENTS[number % len(EVENTS)]
    for attempt in count():
        random = Random(f"{number} {attempt}")
        code = make_code(event, random_seed(random.randrange, SEALED_LETTERS))
        game, items = Game(deal(code)), []
        while len(items) < ITEMS:
            moves = [move for move in legal_moves(game.position) if not move.is_taking_back]
            if not moves or random.random() < 0.1:
                if not game.can_undo:
                    break
                item = "u"
            else:
                up = [move for move in moves if move.is_up]
                item = str(random.choice(up or moves))
            game.play(item, STEP_MS * (len(items) + 1))
            items.append(item)
            if game.won:
                break
        if len(items) == ITEMS:
            return code.text, items
    raise AssertionError("unreachable: `count` has no end")


if __name__ == "__main__":
    main()
