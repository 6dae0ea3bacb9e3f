"""Rated races that have ended, with results in whatever order, for the tests of ratings."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from games.models import Race, Result, Run
from games.results import results_last_place
from leaderboards.models import RatingStep
from tests.leaderboards.results import EVENT, make_result

START = 1_780_000_000_000
Step = tuple[int, int, float, float, int]


def make_race(
    players: Sequence[User], *, ended_ms: int, event: str = EVENT, rated: bool = True
) -> tuple[Race, list[Run]]:
    """A race that has ended, whose runs wait for their check."""
    race = Race.objects.create(
        event=event, state="ended", rated=rated, created_ms=START, changed_ms=ended_ms,
        starts_ms=START, ends_ms=ended_ms, ended_ms=ended_ms,
    )  # fmt: skip
    runs = Run.objects.bulk_create(
        Run(
            player=player, kind="ranked", event=event, race=race, state="ended", result="won",
            started_ms=START, ended_ms=ended_ms,
        )
        for player in players
    )  # fmt: skip
    return race, runs


def versions(
    race: Race, runs: Sequence[Run], ms: Sequence[int], state: str = "verified"
) -> list[Result]:
    """The results of wins that took so long, one a run."""
    return [
        make_result(
            run.player, run.token, race_id=race.pk, run=run, ms=time, state=state, event=race.event
        )
        for run, time in zip(runs, ms, strict=True)
    ]


def tell(*results: Result) -> None:
    """Adds versions to the stream, and stores the outcome with their runs as verification does."""
    outcomes = {"verified": "verified", "withdrawn": "rejected", "provisional": ""}
    for place, result in enumerate(results, results_last_place() + 1):
        result.place = place
        result.version = 1 + Result.objects.filter(token=result.token).count()
        result.save(force_insert=True)
        Run.objects.filter(token=result.token).update(verification=outcomes[result.state])


def raced(players: Sequence[User], ms: Sequence[int], *, ended_ms: int) -> list[Result]:
    """A race that is over and verified; its results as told."""
    race, runs = make_race(players, ended_ms=ended_ms)
    told = versions(race, runs, ms)
    tell(*told)
    return told


def again(result: Result, state: str) -> Result:
    """The next version of a result."""
    fields = {
        field.attname: getattr(result, field.attname) for field in Result._meta.concrete_fields
    }
    return Result(**fields | {"state": state})


def steps_now() -> list[Step]:
    return sorted(RatingStep.objects.values_list("race", "player", "mu", "sigma", "races"))
