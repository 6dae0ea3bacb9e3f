"""Players who become one, and players who leave: what happens to their seats."""

from __future__ import annotations

from accounts.models import User
from games.clock import now_ms
from games.models import Race, RaceState, Run, RunResult, Seat
from games.selectors.verification import run_is_refused
from games.services.races import race_changed, race_locked, seats_free
from games.services.runs import run_end

# How a seat is named whose player has left the service.
NOBODY = "–"


def seats_merge(*, guest: User, account: User) -> None:
    """The guest's seats become the account's. Where both sat in one race the guest's seat goes,
    and a game begun at it ends. In the caller's transaction; locks each race.
    """
    for seat in Seat.objects.filter(player=guest).select_related("race").order_by("race_id"):
        race = race_locked(seat.race)
        if race.host_id == guest.pk:
            race.host = account
        if race.seats.filter(player=account).exists():
            _give_up(race, seat)
            continue
        seat.player = account
        if race.state == RaceState.OPEN:
            seat.name = account.display_name[:20]
        seat.save(update_fields=["player", "name"])
        race_changed(race)
    Race.objects.filter(host=guest).update(host=account)


def seats_erase(*, player: User) -> None:
    """No race names the player any more; of ended ones the others' places stay. A refused game
    had none to leave behind. Locks each race."""
    refused = set(Run.objects.filter(run_is_refused(), player=player).values_list("pk", flat=True))
    for seat in Seat.objects.filter(player=player).select_related("race").order_by("race_id"):
        race = race_locked(seat.race)
        if race.state == RaceState.ENDED and seat.run is not None and seat.run_id not in refused:
            _leave_outcome(race, seat, seat.run)
        else:
            _give_up(race, seat)


def _leave_outcome(race: Race, seat: Seat, run: Run) -> None:
    seat.name = NOBODY
    seat.outcome = [getattr(run, field) for field in Seat.OUTCOME]
    seat.save(update_fields=["name", "outcome"])
    if race.host_id == seat.player_id:
        race.host = None
    race_changed(race)


def _give_up(race: Race, seat: Seat) -> None:
    run = seat.run
    if run is not None and run.is_open:
        run_end(run=run, result=RunResult.STOPPED, at_ms=max(now_ms(), race.starts_ms or 0))
    seats_free(race, [seat])
