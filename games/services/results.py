"""What a run came to, told to the stream of results in versions: the only writer of `Result`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from accounts.selectors import email_is_verified
from engine.deals import deal
from engine.errors import EngineError
from engine.replay import Game
from engine.variants import EVENTS
from games.days import local_date
from games.jobs import RUN_VERIFY, VERIFY_QUEUE, job_enqueue
from games.models import (
    Result,
    ResultState,
    Review,
    ReviewState,
    Run,
    RunKind,
    RunResult,
    RunState,
    Verification,
)
from games.results import results_changed, results_last_place
from games.sealing import run_code
from games.services.stream import commit_unhurried, run_stream_lock, stream_lock

#: Everything a version says that can change, and so makes a new one.
_SAID = (
    "run_id", "player_id", "state", "counts", "kind", "submitted", "event", "challenge_id",
    "code", "won", "clean", "score", "moves", "up", "turned", "ms", "ended_ms", "day",
)  # fmt: skip


def run_finished(*, run_id: int) -> None:
    """Call after every end of a run, once or more: its provisional result stands at once, and a
    worker verifies it. Inside a transaction it waits for the commit; what fails here is logged,
    and the sweeper does it again."""
    transaction.on_commit(partial(_finish, run_id), robust=True)


def _finish(run_id: int) -> None:
    run = Run.objects.filter(pk=run_id).first()
    if run is None or run.is_open or run.verification != Verification.WAITING:
        return
    with transaction.atomic():
        commit_unhurried()
        result_put(run=run)
    job_enqueue(RUN_VERIFY, queue=VERIFY_QUEUE, run_id=run_id)


@dataclass(frozen=True, slots=True)
class Standing:
    """A run as its result needs it, read under the stream's lock."""

    run: Run
    email_verified: bool
    removed: bool
    last: Result | None


@transaction.atomic
def result_put(*, run: Run, game: Game | None = None) -> Result | None:
    """Add a version of the run's result if there is anything new to say; the newest version.

    None for a run that is open, without a move, gone, or rejected before it was ever shown.
    `game` is its log's fold, where the caller has one. Locks the player's row and the stream to
    the end of the transaction.
    """
    if not run_stream_lock(run_id=run.pk):
        return None
    return standing_put(standing=standing_read(run_id=run.pk), game=game)


def standing_read(*, run_id: int) -> Standing:
    """The run as it stands; under the lock, so that nothing committed before is missed."""
    removed = Review.objects.filter(run=OuterRef("pk"), state=ReviewState.REMOVED)
    run = (Run.objects.select_related("player", "challenge").annotate(removed=Exists(removed))).get(
        pk=run_id
    )
    last = Result.objects.filter(token=run.token).order_by("-version").first()
    return Standing(run, email_is_verified(run.player), run.removed, last)


def standing_put(*, standing: Standing, game: Game | None = None) -> Result | None:
    """As `result_put`, for a caller who holds the lock."""
    result = _result_of(standing, game)
    if result is None or result is standing.last:
        return result
    result.place = results_last_place() + 1
    result.save(force_insert=True)
    transaction.on_commit(_wake)
    return result


@transaction.atomic
def results_of_player_refresh(*, player: User) -> int:
    """Add versions where the player's new circumstances change anything: a proved address, a
    merge; how many. Locks the player's row and the stream."""
    User.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
    stream_lock()
    runs = Run.objects.filter(player=player, state=RunState.ENDED, moves__gt=0)
    lasts = _newest(Result.objects.filter(run__in=runs))
    removed = set(
        Review.objects.filter(run__in=runs, state=ReviewState.REMOVED).values_list("run", flat=True)
    )
    verified = email_is_verified(player)
    fresh = []
    for run in runs.select_related("player", "challenge").order_by("ended_ms", "id"):
        last = lasts.get(run.token)
        result = _result_of(Standing(run, verified, run.pk in removed, last), None)
        if result is not None and result is not last:
            fresh.append(result)
    return _append(fresh)


@transaction.atomic
def results_of_player_withdraw(*, player: User) -> int:
    """Withdraw what a leaving player is not to leave behind: all but the verified results of
    closed challenges, whose ranks stay. Locks as `results_of_player_refresh`."""
    User.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
    stream_lock()
    lasts = _newest(Result.objects.filter(player=player).select_related("challenge"))
    gone = [last for last in lasts.values() if not _stays(last)]
    return _append([_version(last, state=ResultState.WITHDRAWN, counts=False) for last in gone])


def _stays(last: Result) -> bool:
    if last.state == ResultState.WITHDRAWN:
        return True
    closed = last.challenge is not None and last.challenge.is_over
    return closed and last.state == ResultState.VERIFIED


def _append(fresh: list[Result]) -> int:
    place = results_last_place()
    for number, result in enumerate(fresh, place + 1):
        result.place = number
    Result.objects.bulk_create(fresh)
    if fresh:
        transaction.on_commit(_wake)
    return len(fresh)


def _wake() -> None:
    results_changed.send_robust(sender=Result)


def _newest(results: Iterable[Result]) -> dict[str, Result]:
    """The newest version of each run, by token."""
    newest: dict[str, Result] = {}
    for result in results:
        known = newest.get(result.token)
        if known is None or known.version < result.version:
            newest[result.token] = result
    return newest


def _result_of(standing: Standing, game: Game | None) -> Result | None:
    """The version that says what is so now: the last one itself when nothing is new."""
    run, last = standing.run, standing.last
    state = _state(standing)
    if run.is_open or not run.moves or (last is None and state == ResultState.WITHDRAWN):
        return None
    score = _board_score(run, last, game)
    if score is None:
        return None
    won = run.result == RunResult.WON
    ranked = run.kind == RunKind.RANKED
    result = Result(
        token=run.token, version=1, run_id=run.pk, player_id=run.player_id, state=state,
        counts=_counts(standing, state), kind=run.kind, submitted=run.submitted, event=run.event,
        challenge_id=run.challenge_id if ranked else None, code="" if ranked else run.code,
        won=won, clean=won and run.undos == 0, score=score, moves=run.moves, up=run.up,
        turned=run.turned, ms=_ms(run, won=won), ended_ms=run.ended_ms or 0,
        day=_day(run, last),
    )  # fmt: skip
    if last is None:
        return result
    if all(getattr(last, name) == getattr(result, name) for name in _SAID):
        return last
    result.version = last.version + 1
    return result


def _version(last: Result, **changes: object) -> Result:
    """A next version that repeats the last one but for `changes`."""
    fields = {field.attname: getattr(last, field.attname) for field in Result._meta.fields}
    return Result(**fields | {"version": last.version + 1} | changes)


def _state(standing: Standing) -> ResultState:
    if standing.removed or standing.run.verification == Verification.REJECTED:
        return ResultState.WITHDRAWN
    if standing.run.verification == Verification.VERIFIED:
        return ResultState.VERIFIED
    return ResultState.PROVISIONAL


def _counts(standing: Standing, state: ResultState) -> bool:
    """Whether it stands on boards: its challenge's at once, the world's once it is verified."""
    run = standing.run
    return (
        state != ResultState.WITHDRAWN
        and run.kind == RunKind.RANKED
        and run.event in EVENTS
        and not run.submitted
        and not run.player.is_guest
        and standing.email_verified
    )


def _board_score(run: Run, last: Result | None, game: Game | None) -> int | None:
    """The score boards sort by: it is nowhere but in the log. None when that does not replay."""
    if game is not None:
        return game.board_score
    if last is not None:
        return last.score
    game = Game(deal(run_code(run=run)))
    try:
        for text, at_ms in run.log.order_by("place").values_list("text", "at_ms"):
            game.play(text, at_ms)
    except EngineError:
        return None
    return game.board_score


def _ms(run: Run, *, won: bool) -> int:
    """Time on the clock: to the winning item, else to the end."""
    if won or run.started_ms is None or run.ended_ms is None:
        return run.last_ms
    return max(run.last_ms, run.ended_ms - run.started_ms)


def _day(run: Run, last: Result | None) -> date:
    """The challenge's date, else the player's at the end: moving house later changes nothing."""
    if last is not None and last.kind == run.kind:
        return last.day
    if run.kind == RunKind.RANKED and run.challenge is not None:
        return run.challenge.day
    return local_date(run.player.zone, datetime.fromtimestamp((run.ended_ms or 0) / 1000, UTC))
