"""The form by which a player reports another's game."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms import ReportForm
from accounts.limits import rate_limit
from accounts.readers import player_or_404
from games.errors import GameError
from games.selectors.runs import run_row, run_visible
from games.services.reports import run_report
from games.views.errors import game_errors


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@game_errors
def run_report_form(request: HttpRequest, token: str) -> HttpResponse:
    """One field, why. Whoever may not see the run cannot report it."""
    run = run_visible(token=token, user=request.user)
    form = ReportForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        rate_limit(request, "report")
        try:
            run_report(run=run, reporter=player_or_404(request), reason=form.cleaned_data["reason"])
        except GameError as error:
            raise Http404 from error
        messages.success(request, gettext("Thank you. The staff will look at the game."))
        return redirect("games:run", token)
    status = 422 if request.method == "POST" else 200
    return render(request, "games/report.html", {"form": form, "run": run_row(run)}, status=status)
