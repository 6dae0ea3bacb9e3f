"""After the game: asking for an analysis, looking at it, trying again from the lost move."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.services.guests import guest_create
from games.errors import AnalysesPending
from games.forms import number_read
from games.models import Run
from games.selectors.analysis import analysis_row
from games.selectors.runs import run_row, run_visible
from games.services.analysis import analysis_request
from games.services.runs import run_retry
from games.views.errors import game_errors
from games.views.htmx import is_by_htmx

BUSY = _("Several of these games are being analysed already. Ask again when one is done.")


@require_safe
@never_cache
@game_errors
def analysis_fragment(request: HttpRequest, token: str) -> HttpResponse:
    """The analysis as a piece of the run's page, asked for again while it is being made."""
    return _render(request, run_visible(token=token, user=request.user))


@require_POST
@game_errors
def analysis_form(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for it. By htmx the piece comes back, else the whole page."""
    run = run_visible(token=token, user=request.user)
    by_htmx = is_by_htmx(request)
    try:
        analysis_request(run=run)
    except AnalysesPending:
        if by_htmx:
            return _render(request, run, busy=True)
        messages.info(request, BUSY)
    return _render(request, run) if by_htmx else redirect("games:run", token)


@require_POST
@game_errors
def retry_form(request: HttpRequest, token: str) -> HttpResponse:
    """A casual run of this deal that goes on from `place` of the log."""
    run = run_visible(token=token, user=request.user)
    place = number_read(request.POST.get("place", ""))
    player = guest_create(request=request)
    return redirect("games:table", run_retry(run=run, place=place, player=player).token)


def _render(request: HttpRequest, run: Run, *, busy: bool = False) -> HttpResponse:
    context = {
        "run": run_row(run),
        "own": run.player == request.user,
        "analysis": analysis_row(run=run, viewer=request.user),
        "busy": BUSY if busy else "",
    }
    return render(request, "games/analysis.html", context)
