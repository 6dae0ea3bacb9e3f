"""Who may know what of a run: every page, file, answer and export asks here.

Two questions only. *Is the deal over?* Then its code, lost positions and line may be told. *Is
the run unlocked to this viewer?* Then they may see it played. Staff are viewers like others.
"""

from __future__ import annotations

from accounts.models import User
from games.models import Run, RunKind
from games.sealing import run_code


def deal_is_over(run: Run) -> bool:
    """Whether the deal may be known to everybody.

    That of a challenge or race when it is over for all, whoever's run it is and of whichever kind
    (a second attempt has become casual); of an ordinary ranked run when it has ended.
    """
    if run.challenge is not None:
        return run.challenge.is_over
    if run.race is not None:
        return run.race.is_over
    return bool(run.code) or (run.kind == RunKind.RANKED and not run.is_open)


def run_unlocked(*, run: Run, user: object) -> bool:
    """Whether this viewer may see the run's replay: its player once it has ended, others when the
    deal is over as well."""
    if run.is_open:
        return False
    return is_own(run=run, user=user) or deal_is_over(run)


def is_shared(run: Run) -> bool:
    """Whether others play the same sealed deal: the end of one run does not open it."""
    return run.challenge_id is not None or run.race_id is not None


def is_own(*, run: Run, user: object) -> bool:
    return isinstance(user, User) and run.player_id == user.pk


def open_code(run: Run) -> str:
    """The code if this run's deal may be known now, else nothing."""
    if not deal_is_over(run):
        return ""
    return run.code or run_code(run=run).text
