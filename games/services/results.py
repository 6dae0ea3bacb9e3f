"""What a run came to, told to the stream of results in versions: the only writer of `Result`."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from functools import partial

from django.db import transaction

from accounts.homes import home_date
from accounts.models import User
from engine.deals import deal
from engine.replay import Game, replay
from engine.variants import EVENTS
from games.days import local_date
from games.jobs import RUN_VERIFY, VERIFY_QUEUE, job_enqueue
from games.models import Result, ResultState, Run, RunKind, RunResult, RunState, Verification
from games.results import results_changed, results_last_place
from games.sealing import run_code
from games.services.stream import run_stream_lock, stream_lock
from games.stream_sql import (
    Standing,
    Version,
    items_fetch,
    standings_fetch,
    version_insert,
)


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
        standing = run_stream_lock(run_id=run_id, hurried=False)
        if standing is not None:
            standing_put(standing=standing)
    job_enqueue(RUN_VERIFY, queue=VERIFY_QUEUE, run_id=run_id)


@transaction.atomic
def result_put(*, run: Run, game: Game | None = None) -> Result | None:
    """Add a version of the run's result if there is anything new to say; the newest version.

    None for a run that is open, without a move outside a race, gone, or rejected before it was
    ever shown.
    `game` is its log's fold, where the caller has one. Locks the player's row and the stream to
    the end of the transaction.
    """
    standing = run_stream_lock(run_id=run.pk)
    return None if standing is None else standing_put(standing=standing, game=game)


def standing_put(*, standing: Standing, game: Game | None = None) -> Result | None:
    """As `result_put`, for a caller who read the standing under the lock."""
    version = version_of(standing, game)
    if version is None:
        return None
    if version is not standing.last:
        version_insert(version)
        stream_wake()
    return Result(**version._asdict())


@transaction.atomic
def results_of_player_refresh(*, player: User) -> int:
    """Add versions where the player's new circumstances change anything: a proved address, a
    merge; how many. Locks the player's row and the stream."""
    User.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
    stream_lock()
    fresh = []
    for standing in standings_fetch(player.pk):
        version = version_of(standing)
        if version is not None and version is not standing.last:
            fresh.append(Result(**version._asdict()))
    return _append(fresh)


@transaction.atomic
def results_of_player_withdraw(*, player: User) -> int:
    """Withdraw what a leaving player is not to leave behind: all but the verified results of
    closed challenges and of ended rated races, so that ranks and rivals' ratings stay. Locks as
    `results_of_player_refresh`."""
    User.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
    stream_lock()
    lasts = _newest(Result.objects.filter(player=player).select_related("challenge", "race"))
    gone = [last for last in lasts.values() if not _stays(last)]
    return _append([_repeated(last, state=ResultState.WITHDRAWN, counts=False) for last in gone])


def _stays(last: Result) -> bool:
    if last.state == ResultState.WITHDRAWN:
        return True
    rated = last.race is not None and last.race.rated and last.race.is_over
    closed = rated or (last.challenge is not None and last.challenge.is_over)
    return closed and last.state == ResultState.VERIFIED


def _append(fresh: list[Result]) -> int:
    place = results_last_place()
    for number, result in enumerate(fresh, place + 1):
        result.place = number
    Result.objects.bulk_create(fresh)
    if fresh:
        stream_wake()
    return len(fresh)


def stream_wake() -> None:
    """Tell those who read the stream, after the commit."""
    transaction.on_commit(_wake)


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


def version_of(standing: Standing, game: Game | None = None) -> Version | None:
    """The version that says what is so now, at the next place: the last one itself when nothing
    is new. `game` is the log's fold, where the caller has one."""
    last, state = standing.last, _state(standing)
    if standing.run.state != RunState.ENDED:
        return None
    if not standing.run.moves and standing.run.race_id is None:
        return None
    if last is None and state == ResultState.WITHDRAWN:
        return None
    score = _board_score(standing, game)
    if score is None:
        return None
    version = _version(standing, state, score)
    if last is None:
        return version
    if version == last:
        return last
    return version._replace(place=standing.place + 1, version=last.version + 1)


def _version(standing: Standing, state: str, score: int) -> Version:
    """What is so now, under the number of the last version."""
    won = standing.run.result == RunResult.WON
    ranked = standing.run.kind == RunKind.RANKED
    last = standing.last
    return Version(
        place=standing.place + 1 if last is None else last.place,
        token=standing.run.token,
        version=1 if last is None else last.version,
        run_id=standing.run.id,
        player_id=standing.run.player_id,
        state=state,
        counts=_counts(standing, state),
        kind=standing.run.kind,
        submitted=standing.run.submitted,
        event=standing.run.event,
        challenge_id=standing.run.challenge_id if ranked else None,
        race_id=standing.run.race_id,
        code="" if ranked else standing.run.code,
        won=won,
        clean=won and standing.run.undos == 0,
        score=score,
        moves=standing.run.moves,
        up=standing.run.up,
        turned=standing.run.turned,
        ms=_ms(standing, won=won),
        ended_ms=standing.run.ended_ms or 0,
        day=_day(standing),
    )


def _repeated(last: Result, **changes: object) -> Result:
    """A next version that says what the last one did but for `changes`."""
    said = {name: getattr(last, name) for name in Version._fields}
    return Result(**said | {"version": last.version + 1} | changes)


def _state(standing: Standing) -> str:
    if standing.removed or standing.run.verification == Verification.REJECTED:
        return ResultState.WITHDRAWN.value
    if standing.run.verification == Verification.VERIFIED:
        return ResultState.VERIFIED.value
    return ResultState.PROVISIONAL.value


def _counts(standing: Standing, state: str) -> bool:
    """Whether it stands on boards: its challenge's at once, the world's once it is verified."""
    return (
        state != ResultState.WITHDRAWN
        and standing.run.moves > 0
        and standing.run.kind == RunKind.RANKED
        and standing.run.event in EVENTS
        and not standing.run.submitted
        and not standing.is_guest
        and standing.email_verified
    )


def _board_score(standing: Standing, game: Game | None) -> int | None:
    """The score boards sort by: it is nowhere but in the log. None when that does not replay."""
    if game is not None:
        return game.board_score
    if standing.last is not None:
        return standing.last.score
    items = ((text, at_ms) for _, text, at_ms in items_fetch(standing.run.id))
    replayed = replay(deal(run_code(run=standing.run)), items)
    return None if replayed.failure else replayed.game.board_score


def _ms(standing: Standing, *, won: bool) -> int:
    """Time on the clock: to the winning item, else to the end."""
    started, ended = standing.run.started_ms, standing.run.ended_ms
    if won or started is None or ended is None:
        return standing.run.last_ms
    return max(standing.run.last_ms, ended - started)


def _day(standing: Standing) -> date:
    """The daily's date, else the player's at the end: moving house later changes nothing, and
    going back west brings no date back."""
    if standing.last is not None and standing.last.kind == standing.run.kind:
        return standing.last.day
    if standing.run.kind == RunKind.RANKED and standing.challenge_day is not None:
        return standing.challenge_day
    ended = datetime.fromtimestamp((standing.run.ended_ms or 0) / 1000, UTC)
    if standing.opened_through is None:
        return local_date(standing.zone, ended)
    return home_date(User(pk=standing.run.player_id, zone=standing.zone), ended)
