"""The start page and the rules of the games."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.selectors import settings_of
from games.selectors.runs import run_row, runs_unfinished

RULES_PAGES = ("russian", "klondike", "yukon")
RESUMABLE = 3


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """The games to play, under the newest of those already begun."""
    chosen = settings_of(request.user)
    runs = []
    if isinstance(request.user, User):
        runs = [run_row(run) for run in runs_unfinished(player=request.user)[: RESUMABLE + 1]]
    context = {
        "unfinished": runs[:RESUMABLE],
        "more_unfinished": len(runs) > RESUMABLE,
        "kind": chosen["kind"],
        "draw": chosen["draw"],
    }
    return render(request, "home.html", context)


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """One game's rules in plain words."""
    if game not in RULES_PAGES:
        raise Http404
    return render(request, f"games/rules/{game}.html", {"game": game})
