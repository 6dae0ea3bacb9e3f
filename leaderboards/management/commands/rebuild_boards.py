"""`manage.py rebuild_boards`: folds all results once more and says where the boards differ."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services.verification import runs_verify_again
from leaderboards.services.boards import boards_fold
from leaderboards.services.rebuild import Rebuilt, boards_rebuild


class Command(BaseCommand):
    help = (
        "Rebuilds all boards, standings and streaks from the table of results, beside those there "
        "are, and reports every difference; none is expected. Exits with 1 when there is one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--from-logs", action="store_true", help="verify every ended run from its log first"
        )
        parser.add_argument(
            "--replace", action="store_true", help="put what was rebuilt in the place of the boards"
        )

    def handle(self, *, from_logs: bool, replace: bool, **options: Any) -> None:
        if from_logs:
            self._verify()
        boards_fold()
        rebuilt = boards_rebuild(replace=replace)
        self._report(rebuilt)
        if not rebuilt.same and not replace:
            raise CommandError("The boards differ from their results; --replace mends them.")

    def _verify(self) -> None:
        started, runs, rejected = time.monotonic(), 0, 0
        for run_id, verification in runs_verify_again():
            runs += 1
            if not verification.is_verified:
                rejected += 1
                self.stdout.write(f"run {run_id}: {verification.outcome} {verification.code}")
        seconds = time.monotonic() - started
        self.stdout.write(
            f"{runs} logs in {seconds:.1f} s ({_rate(runs, seconds)}/s), {rejected} not verified"
        )

    def _report(self, rebuilt: Rebuilt) -> None:
        self.stdout.write(
            f"{rebuilt.rows} rows from {rebuilt.results} results in {rebuilt.seconds:.1f} s"
            f" ({_rate(rebuilt.rows, rebuilt.seconds)} rows/s)"
        )
        for table in rebuilt.missing:
            missing, extra = rebuilt.missing[table], rebuilt.extra[table]
            self.stdout.write(f"{table}: {missing} missing, {extra} too many")
        self.stdout.write("no difference" if rebuilt.same else "different")


def _rate(count: int, seconds: float) -> int:
    return round(count / max(seconds, 0.001))
