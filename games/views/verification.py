"""A run's verification on its page: how it stands, replaying it once more, and appealing."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.readers import player_or_404
from games.errors import GameError, RunNotFound
from games.models import Review
from games.selectors.runs import run_of_player, run_visible
from games.selectors.verification import verification_row
from games.services.reviews import appeal_put
from games.services.verification import run_recheck
from games.views.errors import game_errors
from games.views.htmx import is_by_htmx

APPEAL_ERRORS = ("empty", "not_removed", "appealed")


@require_safe
@never_cache
@game_errors
def verification_fragment(request: HttpRequest, token: str) -> HttpResponse:
    """The piece of the run's page, asked for again until there is an outcome."""
    run = run_visible(token=token, user=request.user)
    context = {"run": run, "verification": verification_row(run=run, viewer=request.user)}
    return render(request, "games/verification.html", context)


@require_POST
@game_errors
def verify_form(request: HttpRequest, token: str) -> HttpResponse:
    """Replay the log now, for whoever may see it, and say what came out; nothing is stored."""
    run = run_visible(token=token, user=request.user)
    checked = run_recheck(run_id=run.pk)
    if is_by_htmx(request):
        row = verification_row(run=run, viewer=request.user)
        context = {"run": run, "verification": row, "checked": checked}
        return render(request, "games/verification.html", context)
    if checked.is_verified:
        messages.success(request, _("Replayed just now: every move is legal, and all agrees."))
    else:
        messages.error(request, _("Replayed just now: the moves do not give what is stored."))
    return redirect("games:run", token)


@require_POST
@game_errors
def appeal_form(request: HttpRequest, token: str, review_id: int) -> HttpResponse:
    """The player's word on a removal; a second one before anybody has read the first is not
    taken."""
    run = run_of_player(token=token, user=request.user)
    review = Review.objects.filter(pk=review_id, run=run).first()
    if review is None:
        raise RunNotFound
    try:
        appeal_put(review=review, player=player_or_404(request), text=request.POST.get("text", ""))
    except GameError as error:
        if error.code not in APPEAL_ERRORS:
            raise
        messages.error(request, _("Nothing was sent: say why you think the removal is wrong."))
    else:
        messages.success(request, _("Your appeal was sent. A person will read it."))
    return redirect("games:run", token)
