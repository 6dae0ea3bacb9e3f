"""Ending a run from the list: a page that asks, then the end, and a word on what became of it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import GameError, RunNotOpen
from games.models import Run, RunKind, RunResult
from games.selectors.runs import run_of_player, run_row
from games.services.runs import run_end
from games.views.errors import game_errors


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@game_errors
def run_stop_form(request: HttpRequest, token: str) -> HttpResponse:
    """Asks first, as the table does. A second press finds the run ended, which is what was
    wanted; a race that counts down cannot be stopped."""
    run = run_of_player(token=token, user=request.user)
    if request.method != "POST":
        if not run.is_open:
            return redirect(_after(run))
        return render(request, "games/stop.html", {"run": run_row(run), "race": run.race})
    try:
        run = run_end(run=run, result=RunResult.STOPPED)
    except RunNotOpen:
        messages.info(request, _("This game had ended already."))
    except GameError as error:
        if error.code != "not_started":
            raise
        messages.error(request, _("The race is about to start. It can be stopped once it has."))
    else:
        messages.success(request, _told(run))
    return redirect(_after(run))


def _told(run: Run) -> str:
    if run.result == RunResult.CLOSED:
        return _("The time was up before: the game has ended.")
    if run.race is not None:
        return _("You have stopped. The race goes on without you.")
    if run.challenge is not None and run.kind == RunKind.RANKED:
        return _("You have stopped: your one try at this deal has ended.")
    if run.moves:
        return _("The game is stopped. It stays in your list, to be replayed move by move.")
    return _("The game is stopped. It had no move yet, so nothing of it is kept.")


def _after(run: Run) -> str:
    """The address of the page that shows what became of it; a run without a move is in no list."""
    if run.race is not None:
        return reverse("games:race", args=[run.race.token])
    if run.moves:
        return reverse("games:run", args=[run.token])
    if run.challenge is not None:
        return reverse(f"{run.challenge.kind}_challenge", args=[run.challenge.day, run.event])
    return reverse("games:mine")
