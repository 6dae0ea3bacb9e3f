"""What of a page's many runs may be told: the questions of `unlocking`, asked once for all."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date

from accounts.models import User
from games.models import Challenge, ChallengeKind, Run, RunKind, RunState
from games.selectors.unlocking import run_unlocked


def replays_open(*, tokens: Iterable[str], user: object) -> set[str]:
    """The tokens of those runs whose replay this viewer may see. One query."""
    runs = Run.objects.filter(token__in=set(tokens)).select_related("challenge", "race")
    return {run.token for run in runs if run_unlocked(run=run, user=user)}


def runs_untold(*, tokens: Iterable[str], user: object) -> set[str]:
    """The tokens of those runs whose figures would tell this viewer how hard a deal is that is
    still theirs to play: of a running challenge in which their own game has not ended. Two
    queries."""
    running = Run.objects.filter(token__in=set(tokens), challenge__closed_at=None)
    found = dict(running.exclude(challenge=None).values_list("token", "challenge_id"))
    untold = _not_played(set(found.values()), user)
    return {token for token, challenge in found.items() if challenge in untold}


def dailies_untold(*, event: str, start: date, end: date, user: object) -> bool:
    """Whether there is such a daily of the event among those dates. Two queries."""
    running = Challenge.objects.filter(
        kind=ChallengeKind.DAILY, event=event, day__range=(start, end), closed_at=None
    )
    begun = running.filter(results__counts=True).distinct()
    return bool(_not_played(set(begun.values_list("pk", flat=True)), user))


def _not_played(challenges: Collection[int | None], user: object) -> set[int | None]:
    """Those in which the viewer has no ended attempt."""
    if not isinstance(user, User) or user.pk is None or not challenges:
        return set(challenges)
    ended = Run.objects.filter(
        player=user, kind=RunKind.RANKED, state=RunState.ENDED, challenge_id__in=challenges
    )
    return set(challenges) - set(ended.values_list("challenge_id", flat=True))
