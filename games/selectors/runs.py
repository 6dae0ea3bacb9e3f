"""What pages read of runs. A row holds nothing that a running ranked game must keep."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from django.db.models import QuerySet, Sum
from django.urls import reverse

from accounts.models import User
from accounts.people import Viewer
from accounts.selectors import public_names
from engine.deals import deal
from engine.record import Record, format_record
from engine.replay import Game, replay
from engine.variants import OPTIONED
from engine.view import player_view
from games.clock import now_ms
from games.errors import RunNotFound
from games.models import Run, RunState, Verification
from games.protocol import View, view_frame
from games.sealing import run_code
from games.selectors.unlocking import deal_is_over, is_own, open_code, run_unlocked
from games.titles import event_title

MAX_VIEWS = 200
# With all that says whether a run may be seen.
RUNS = Run.objects.select_related("player", "challenge", "race")
# text, clock in ms, hint
LogRows = list[tuple[str, int, str]]


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run in a list. `ms` is time on the clock; `code` is empty while it is sealed.

    `challenge` is its kind (`daily`, `weekly`, else empty), `day` that one's date, and `over`
    whether the deal may be known: before, it is not dealt again nor analysed. `mark` is what the
    reader may know of `runs_marked`, else empty.
    """

    token: str
    kind: str
    event: str
    title: str
    code: str
    state: str
    result: str
    score: int
    moves: int
    up: int
    undos: int
    hints: int
    ms: int
    clean: bool
    paused: bool
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    url: str
    challenge: str = ""
    day: date | None = None
    over: bool = True
    mark: str = ""

    @property
    def is_refused(self) -> bool:
        """Whether it stands on no board and counts for no streak."""
        return self.mark in {"rejected", "removed"}


def run_row(run: Run, mark: str = "") -> RunRow:
    page = "games:table" if run.is_open else "games:run"
    return RunRow(
        token=run.token,
        kind=run.kind,
        event=run.event,
        title=event_title(run.event),
        code=open_code(run),
        state=run.state,
        result=run.result,
        score=run.score,
        moves=run.moves,
        up=run.up,
        undos=run.undos,
        hints=run.hints,
        ms=_clock(run),
        clean=run.result == "won" and run.undos == 0,
        paused=run.paused_ms is not None,
        created_at=run.created_at,
        started_at=run.started_at,
        ended_at=run.ended_at,
        url=reverse(page, args=[run.token]),
        challenge="" if run.challenge is None else run.challenge.kind,
        day=None if run.challenge is None else run.challenge.day,
        over=deal_is_over(run),
        mark=mark,
    )


def runs_unfinished(*, player: User | None) -> QuerySet[Run]:
    return RUNS.filter(player=player, state=RunState.OPEN).order_by("-id")


def runs_finished(*, player: User | None) -> QuerySet[Run]:
    """Newest end first. A run without a move is no result."""
    ended = RUNS.filter(player=player, state=RunState.ENDED, moves__gt=0)
    return ended.order_by("-ended_ms", "-id")


def vegas_balance(*, player: User) -> int:
    """Cumulative Vegas: the sum over the player's ended Vegas runs played here. Never in a
    record."""
    runs = Run.objects.filter(player=player, state=RunState.ENDED, moves__gt=0, submitted=False)
    vegas = runs.filter(event__startswith=f"{OPTIONED}-", event__contains="V")
    total: int | None = vegas.aggregate(total=Sum("score"))["total"]
    return total or 0


def run_of_player(*, token: str, user: object) -> Run:
    """Raises `RunNotFound` for an unknown run and for another's alike."""
    if not isinstance(user, User):
        raise RunNotFound
    run = RUNS.filter(token=token, player=user).first()
    if run is None:
        raise RunNotFound
    return run


def run_visible(*, token: str, user: object) -> Run:
    """A run that this viewer may replay; `RunNotFound` for an unknown and a locked one alike.

    The player's own open run is found too, so that the page can lead back to the table.
    """
    run = RUNS.filter(token=token).first()
    if run is None:
        raise RunNotFound
    if run_unlocked(run=run, user=user) or (run.is_open and is_own(run=run, user=user)):
        return run
    raise RunNotFound


def run_record(*, run: Run, viewer: Viewer = None) -> str:
    """The run as a record text, its player named as the viewer may know them. It names the deal:
    `RunNotFound` while that or the run is open."""
    if run.is_open or not deal_is_over(run):
        raise RunNotFound
    tags = {
        "Code": run_code(run=run).text,
        "Rules": "1",
        "Player": public_names([run.player_id], viewer)[run.player_id].name,
        "Started": _utc(run.started_ms),
        "Result": run.result,
        "Score": str(run.score),
        "Moves": str(run.moves),
        "Time": f"{run.last_ms / 1000:.3f}",
    }
    items = tuple((text, at_ms) for text, at_ms, _ in _rows(run))
    return format_record(Record(tags, items))


def run_views(*, run: Run, start: int, count: int) -> tuple[int, list[tuple[str, int]], list[View]]:
    """How many items the log has, those from `start` on, and the view before each of them.

    When the slice reaches the end, one view more: the last position. For ended runs only
    (`RunNotFound` otherwise); at most `MAX_VIEWS` items at once. A view has the code when the deal
    is over, and what lies face-down never. Of a refused log only what replays is there.
    """
    if run.is_open:
        raise RunNotFound
    code = open_code(run) or None
    rows = [(text, at_ms) for text, at_ms, _ in _rows(run)]
    if run.verification == Verification.REJECTED:
        rows = rows[: replay(deal(run_code(run=run)), rows).game.items]
    stop = min(len(rows), start + min(count, MAX_VIEWS))
    game = Game(deal(run_code(run=run)))
    views = []
    for place in range(stop + 1):
        if place >= start and (place < stop or stop == len(rows)):
            result = run.result if place == len(rows) else None
            view = player_view(game, ms=game.last_ms, result=result, code=code)
            views.append(view_frame(view))
        if place < stop:
            game.play(*rows[place])
    return len(rows), rows[start:stop], views


def _rows(run: Run) -> LogRows:
    rows: Iterable[tuple[str, int, str]] = run.log.order_by("place").values_list(
        "text", "at_ms", "hint"
    )
    return list(rows)


def _clock(run: Run) -> int:
    """The clock of a run as its table would show it."""
    if run.started_ms is None:
        return 0
    until = run.ended_ms or run.paused_ms or now_ms()
    return max(run.last_ms, until - run.started_ms)


def _utc(ms: int | None) -> str:
    instant = datetime.fromtimestamp((ms or 0) / 1000, UTC)
    return instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")
