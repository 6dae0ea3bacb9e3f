"""What pages read of challenges: before its closing the promise, and nothing of the deal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, Subquery

from accounts.models import User
from accounts.selectors import dates_skipped, home_zone, opened_date, player_of
from engine.record import Record, format_record
from engine.variants import EVENTS
from games.days import (
    DAY,
    WEEK,
    challenge_closes,
    challenge_opens,
    day_is_skipped,
    days_between,
    week_monday,
)
from games.errors import GameError
from games.models import Challenge, ChallengeKind, Outage, RunKind, RunState
from games.sealing import text_unseal
from games.selectors.marks import runs_marked
from games.selectors.runs import RUNS, RunRow, run_row
from games.titles import event_title


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A challenge as one reader may know it.

    `state`: `soon` (not open at the reader's home), `open`, `running` and `ended` (the reader's
    attempt), `closed` (for everybody). `code`, `salt`, `proof_line` (the winning moves, blank
    between) are empty and `par` is None until its deal is over. `states`, what it took the solver
    to decide the deal, is the measure by which a weekly is the hardest of `chosen_from` deals.
    """

    kind: str
    event: str
    title: str
    day: date
    state: str
    opens_at: datetime
    closes_at: datetime
    commitment: str
    run: RunRow | None = None
    code: str = ""
    salt: str = ""
    proof_line: str = ""
    par: int | None = None
    par_is_minimum: bool = False
    states: int | None = None
    chosen_from: int | None = None
    challenge_id: int = 0

    @property
    def is_over(self) -> bool:
        return bool(self.code)


_CHALLENGES = Challenge.objects.select_related("pool_deal")


def challenge_get(*, kind: str, event: str, day: date) -> Challenge | None:
    return _CHALLENGES.filter(kind=kind, event=event, day=day).first()


def challenges_of_day(*, day: date, kind: str = ChallengeKind.DAILY) -> list[Challenge]:
    """Those of a date (a week: its Monday), in the order of the events."""
    return _sorted(_CHALLENGES.filter(kind=kind, day=day))


def challenge_row(*, challenge: Challenge, user: object, now: datetime) -> ChallengeRow:
    return challenge_rows(challenges=[challenge], user=user, now=now)[0]


def challenge_rows(
    *, challenges: list[Challenge], user: object, now: datetime
) -> list[ChallengeRow]:
    """One query for all, a second when there are attempts. `user` may be nobody, or a visitor's
    `User` that is not stored, whose zone counts."""
    player = player_of(user)
    attempts = _attempts(challenges, player)
    return [_row(each, player, attempts.get(each.pk), now) for each in challenges]


def challenges_earlier(*, user: User, now: datetime) -> list[ChallengeRow]:
    """Those of earlier dates and of last week that the player has not begun and still may:
    dailies by date, then weeklies. Three queries at most."""
    today = opened_date(user, now)
    # Where the day begins first, that of the day before yesterday is open for two hours yet.
    dailies = Q(kind=ChallengeKind.DAILY, day__in=[today - 2 * DAY, today - DAY])
    weeklies = Q(kind=ChallengeKind.WEEKLY, day=week_monday(today) - WEEK)
    found = _CHALLENGES.filter(dailies | weeklies, closed_at=None)
    ordered = sorted(_sorted(found), key=lambda each: (each.kind, each.day))
    rows = challenge_rows(challenges=ordered, user=user, now=now)
    return [row for row in rows if row.state == "open"]


def challenge_neighbours(
    *, row: ChallengeRow, user: object, now: datetime
) -> tuple[date | None, date | None]:
    """The days of the one before and the one after it of its kind and event. None of them has yet
    to open at the reader's home. One query."""
    opened = opened_date(player_of(user), now)
    same = Challenge.objects.filter(kind=row.kind, event=row.event, day__lte=opened).values("day")
    before = same.filter(day__lt=row.day).order_by("-day")[:1]
    after = same.filter(day__gt=row.day).order_by("day")[:1]
    itself = Challenge.objects.filter(pk=row.challenge_id)
    found: tuple[date | None, date | None] = itself.values_list(
        Subquery(before), Subquery(after)
    ).get()
    return found


def challenges_today(*, user: object, now: datetime) -> list[ChallengeRow]:
    """The dailies of the latest date that is open to the reader, then the weeklies."""
    player = player_of(user)
    dailies = challenges_of_day(day=opened_date(player, now))
    rows = challenge_rows(challenges=dailies, user=user, now=now)
    return rows + weeklies_now(user=user, now=now)


def weeklies_now(*, user: object, now: datetime) -> list[ChallengeRow]:
    player = player_of(user)
    monday = week_monday(opened_date(player, now))
    weeklies = challenges_of_day(day=monday, kind=ChallengeKind.WEEKLY)
    return challenge_rows(challenges=weeklies, user=user, now=now)


def exempt_dates(*, event: str, start: date, end: date, player: User | None = None) -> set[date]:
    """The dates, both ends included, that cost nobody a streak of the event (empty: of any win):
    outages, and for one player the dates that a home zone skipped or a move left out."""
    exempt = _outages(event, start, end)
    if player is None:
        return exempt
    days = days_between(start, end)
    exempt |= {day for day in days if day_is_skipped(player.zone, day)}
    return exempt | (dates_skipped(player) & set(days))


def _outages(event: str, start: date, end: date) -> set[date]:
    """Days without the event; without one, those on which none of the events could be played,
    whether one outage says so or one of each."""
    outages = Outage.objects.filter(day__range=(start, end))
    if event:
        outages = outages.filter(Q(event=event) | Q(event=""))
        return set(outages.values_list("day", flat=True))
    failed: dict[date, set[str]] = {}
    for day, name in outages.values_list("day", "event"):
        failed.setdefault(day, set()).add(name)
    return {day for day, names in failed.items() if "" in names or names >= set(EVENTS)}


def challenge_proof(*, challenge: Challenge) -> str:
    """The winning line as a record that replays to its end. `GameError` (`not_over`) before the
    closing."""
    if not challenge.is_over:
        raise GameError("not_over")
    line = _line(challenge).split()
    tags = {"Code": challenge.code, "Rules": "1", "Result": "won", "Moves": str(len(line))}
    return format_record(Record(tags, tuple((move, 0) for move in line)))


def _row(
    challenge: Challenge, player: User | None, run: RunRow | None, now: datetime
) -> ChallengeRow:
    closes_at = challenge_closes(challenge.kind, challenge.day)
    over, weekly = challenge.is_over, challenge.kind == ChallengeKind.WEEKLY
    return ChallengeRow(
        kind=challenge.kind,
        event=challenge.event,
        title=event_title(challenge.event),
        day=challenge.day,
        state="closed" if over or now >= closes_at else _state(challenge, player, run, now),
        opens_at=challenge_opens(challenge.kind, home_zone(player), challenge.day),
        closes_at=closes_at,
        commitment=challenge.commitment,
        run=run,
        code=challenge.code,
        salt=challenge.salt,
        proof_line=_line(challenge) if over else "",
        par=challenge.pool_deal.par if over else None,
        par_is_minimum=over and challenge.pool_deal.par_is_minimum,
        states=challenge.pool_deal.states if over or weekly else None,
        chosen_from=challenge.chosen_from,
        challenge_id=challenge.pk,
    )


def _state(challenge: Challenge, player: User | None, run: RunRow | None, now: datetime) -> str:
    if run is not None:
        return "running" if run.state == RunState.OPEN else "ended"
    return "open" if opened_date(player, now) >= challenge.day else "soon"


def _attempts(challenges: list[Challenge], player: User | None) -> dict[int | None, RunRow]:
    if player is None or player.pk is None:
        return {}
    runs = list(RUNS.filter(player=player, kind=RunKind.RANKED, challenge__in=challenges))
    marks = runs_marked(runs=runs)
    return {run.challenge_id: run_row(run, marks.get(run.pk, "")) for run in runs}


def _line(challenge: Challenge) -> str:
    return text_unseal(sealed=challenge.pool_deal.sealed_line)


def _sorted(challenges: Iterable[Challenge]) -> list[Challenge]:
    order = {event: place for place, event in enumerate(EVENTS)}
    return sorted(challenges, key=lambda each: order.get(each.event, len(order)))
