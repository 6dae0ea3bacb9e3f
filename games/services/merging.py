"""Players who become one, and players who leave: what happens to their runs and results."""

from __future__ import annotations

import structlog
from django.db.models import Q

from accounts.models import User
from games.models import RaceState, Result, Run, RunKind, RunResult
from games.services.results import results_of_player_refresh, results_of_player_withdraw
from games.services.runs import run_end
from games.services.stream import stream_lock
from games.services.verification import run_verify

log = structlog.get_logger(__name__)


def player_runs_merge(*, guest: User, account: User) -> None:
    """The guest's runs and results become the account's; none is dropped.

    Of two attempts at one challenge the earlier start is the attempt; of two in one race, which
    began as one, the account's. The other becomes casual, ends if it had not, so that nobody
    explores with it what the first still has to play, and stays as sealed as the deal was. In the
    caller's transaction, which holds both players' rows.
    """
    stream_lock()
    _attempts_settle(guest, account)
    Run.objects.filter(player=guest).update(player=account)
    results_of_player_refresh(player=account)
    # Each has a newer version that names the account by now: the fold moves it over by that.
    Result.objects.filter(player=guest).update(player=account)


def player_runs_erase(*, player: User) -> None:
    """Runs, logs and all that hangs on them go; of the results what may not stay is withdrawn.

    What waits for its verification has it now: without its log there would be none.
    """
    shared = Q(challenge__closed_at__isnull=False) | Q(race__state=RaceState.ENDED)
    waiting = Run.objects.filter(shared, player=player, verification="", kind=RunKind.RANKED)
    for run_id in list(waiting.values_list("id", flat=True)):
        run_verify(run_id=run_id)
    results_of_player_withdraw(player=player)
    Run.objects.filter(player=player).delete()


def _attempts_settle(guest: User, account: User) -> None:
    attempts = Run.objects.filter(kind=RunKind.RANKED, challenge__isnull=False)
    theirs = {run.challenge_id: run for run in attempts.filter(player=account)}
    for run in attempts.filter(player=guest, challenge__in=theirs).order_by("id"):
        _make_casual(max(run, theirs[run.challenge_id], key=_start))
    raced = Run.objects.filter(player=account, race__isnull=False).values("race")
    for run in Run.objects.filter(kind=RunKind.RANKED, player=guest, race__in=raced).order_by("id"):
        _make_casual(run)


def _make_casual(run: Run) -> None:
    if run.is_open:
        run_end(run=run, result=RunResult.STOPPED)
    Run.objects.filter(pk=run.pk).update(kind=RunKind.CASUAL)
    log.info("attempt_made_casual", run=run.pk)


def _start(run: Run) -> tuple[bool, float, int]:
    """Orders attempts by their start: one whose deal nobody has seen yet comes last."""
    if run.started_ms is None:
        return True, run.created_at.timestamp() * 1000, run.pk
    return False, run.started_ms, run.pk
