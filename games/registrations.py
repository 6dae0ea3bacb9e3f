"""What the games app tells accounts about its players' runs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from accounts.models import User
from accounts.registry import (
    register_eraser,
    register_exporter,
    register_keeper,
    register_merger,
)
from games.models import Run
from games.selectors.unlocking import open_code


def register() -> None:
    register_exporter("games", runs_export)
    register_eraser("games", runs_erase)
    register_merger("games", runs_merge)
    register_keeper("games", players_with_results)


def runs_export(user: User) -> list[dict[str, Any]]:
    """Every run with its log. The code of a running sealed deal stays sealed."""
    return [
        {
            "run": run.token,
            "kind": run.kind,
            "event": run.event,
            "code": open_code(run),
            "result": run.result,
            "score": run.score,
            "moves": run.moves,
            "started_ms": run.started_ms,
            "ended_ms": run.ended_ms,
            "log": [f"{item.text}@{item.at_ms}" for item in run.log.order_by("place")],
        }
        for run in Run.objects.filter(player=user).order_by("id")
    ]


def runs_erase(user: User) -> None:
    Run.objects.filter(player=user).delete()


def runs_merge(guest: User, account: User) -> None:
    """The guest's runs become the account's; of no two is one dropped."""
    Run.objects.filter(player=guest).update(player=account)


def players_with_results(ids: Collection[int]) -> set[int]:
    """A finished game is a result; runs given up without a move are not."""
    players = Run.objects.filter(player_id__in=ids, moves__gt=0, state="ended")
    return set(players.values_list("player_id", flat=True))
