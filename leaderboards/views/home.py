"""The start page: the reader's day, then every game there is."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.readers import reader_of
from accounts.selectors import account_is_unverified, player_of, settings_of
from games.selectors.history import runs_waiting
from games.selectors.runs import RunRow, run_row, runs_unfinished
from leaderboards.views.earlier import earlier_days
from leaderboards.views.rounds import Round, rounds_now

RESUMABLE = 3


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Today's events and own games already begun, above the choice of a game."""
    chosen = settings_of(request.user)
    player = player_of(request.user)
    now = timezone.now()
    rounds = rounds_now(reader=reader_of(request), player=player, now=now)
    runs = _unfinished(player, rounds) if player else []
    context = {
        "rounds": rounds,
        "earlier": earlier_days(player=player, now=now) if player else [],
        "unfinished": runs[:RESUMABLE],
        "more_unfinished": len(runs) > RESUMABLE,
        "waiting": runs_waiting(player=player) if player and player.is_guest else 0,
        "unverified": account_is_unverified(player),
        "kind": chosen["kind"],
        "draw": chosen["draw"],
    }
    return render(request, "home.html", context)


def _unfinished(player: User, rounds: list[Round]) -> list[RunRow]:
    """The latest, one more than are shown; not those that go on from a card of the day."""
    shown = [card.row.run.token for each in rounds for card in each.cards if card.row.run]
    runs = runs_unfinished(player=player).exclude(token__in=shown)
    return [run_row(run) for run in runs[: RESUMABLE + 1]]
