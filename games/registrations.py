"""What the games app tells accounts about its players' runs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models.signals import post_delete, post_save

from accounts.models import User
from accounts.registry import (
    register_eraser,
    register_exporter,
    register_keeper,
    register_merger,
)
from games.models import Result, Run, Seat
from games.selectors.runs import RUNS
from games.selectors.unlocking import open_code
from games.services.merging import player_runs_erase, player_runs_merge
from games.services.race_players import seats_erase, seats_merge
from games.services.results import results_of_player_refresh

_REVIEW = ("state", "opened_at", "decided_at", "note", "appeal", "appealed_at")


def register() -> None:
    register_exporter("games", runs_export)
    register_eraser("games", runs_erase)
    register_merger("games", runs_merge)
    register_keeper("games", players_with_results)
    register_exporter("races", seats_export)
    register_keeper("races", players_with_seats)
    post_save.connect(address_changed, sender=EmailAddress)
    post_delete.connect(address_changed, sender=EmailAddress)


def address_changed(instance: EmailAddress, **_: Any) -> None:
    """With a proved address a player's results count; whoever proves, changes or removes it."""
    player = User.objects.filter(pk=instance.user_id).first()
    if player is not None:
        results_of_player_refresh(player=player)


def runs_export(user: User) -> list[dict[str, Any]]:
    """Every run with its log. The code of a deal that is not over stays sealed."""
    return [
        {
            "run": run.token,
            "kind": run.kind,
            "event": run.event,
            "challenge": None if run.challenge is None else str(run.challenge),
            "code": open_code(run),
            "result": run.result,
            "score": run.score,
            "moves": run.moves,
            "started_ms": run.started_ms,
            "ended_ms": run.ended_ms,
            "submitted": run.submitted,
            "ghost": None if run.ghost is None else run.ghost.token,
            "verification": run.verification,
            "reviews": list(run.reviews.order_by("id").values(*_REVIEW)),
            "log": [f"{item.text}@{item.at_ms}" for item in run.log.order_by("place")],
        }
        for run in RUNS.filter(player=user).select_related("ghost").order_by("id")
    ]


def runs_erase(user: User) -> None:
    seats_erase(player=user)
    player_runs_erase(player=user)


def runs_merge(guest: User, account: User) -> None:
    seats_merge(guest=guest, account=account)
    player_runs_merge(guest=guest, account=account)


def players_with_results(ids: Collection[int]) -> set[int]:
    """A finished game is a result; runs given up without a move are not. What is left of results
    keeps what is left of their player."""
    players = Run.objects.filter(player_id__in=ids, moves__gt=0, state="ended")
    results = Result.objects.filter(player_id__in=ids)
    return {
        player_id
        for rows in (players, results)
        for player_id in rows.values_list("player_id", flat=True).distinct()
    }


def seats_export(user: User) -> list[dict[str, Any]]:
    """Every race with a seat of the player's; its runs are among the runs."""
    return [
        {
            "race": seat.race.token,
            "event": seat.race.event,
            "name": seat.name,
            "seat": seat.number,
            "starts_ms": seat.race.starts_ms,
        }
        for seat in Seat.objects.filter(player=user).select_related("race").order_by("race_id")
    ]


def players_with_seats(ids: Collection[int]) -> set[int]:
    """Races keep their players: others' results stand beside theirs."""
    return set(Seat.objects.filter(player_id__in=ids).values_list("player_id", flat=True))
