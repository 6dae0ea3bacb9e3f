"""Ended runs inside a site, each with its task in the queue: `python -m tests.faults.ended_games`.

Arguments: how many runs, and how many times each task is queued. Every seventh run is tampered
with after its end. Prints [[run id, whether it is honest], …] as JSON. With `sweep` instead, the
sweeper is queued, once.
"""

from __future__ import annotations

import json
import sys

import django

# Long logs, so that a worker is most likely killed in the middle of one.
ROUNDS = 400


def main() -> None:
    django.setup()
    from config.celery import app

    if sys.argv[1] == "sweep":
        app.send_task("games.tasks.verification_sweep", queue="default")
        return
    runs, times = map(int, sys.argv[1:])
    made = populate(runs)
    for _ in range(times):
        for run_id, _honest in made:
            app.send_task("games.tasks.run_verify", kwargs={"run_id": run_id}, queue="verify")
    sys.stdout.write(json.dumps(made))


def populate(runs: int) -> list[tuple[int, bool]]:
    """Half of them with a provisional result, as when the process that ended them lived on."""
    from accounts.models import User
    from games.clock import now_ms
    from games.models import Run
    from games.services.results import result_put
    from tests.games.finished import ended_run, verify_address
    from tests.games.support import won_lines

    lines = list(won_lines(sealed=True).items())
    made = []
    for number in range(runs):
        code, line = lines[number % len(lines)]
        player = User.objects.create_user(f"Ingrid{number}", f"p{number}@example.org")
        verify_address(player)
        moves = [*[line[0], "u"] * ROUNDS, *line]
        run = ended_run(player, code, moves, ended_ms=now_ms() - 120_000)
        if number % 2:
            result_put(run=run)
        honest = number % 7 > 0
        if not honest:
            Run.objects.filter(pk=run.pk).update(score=run.score + 5)
        made.append((run.pk, honest))
    return made


if __name__ == "__main__":
    main()
