"""Starting a challenge, and the record that proves that it could be won."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.services.guests import guest_create
from games.errors import GameError
from games.models import Challenge
from games.selectors.challenges import challenge_get, challenge_proof
from games.services.challenges import challenge_start as start


@require_POST
@never_cache
def challenge_start(request: HttpRequest, kind: str, day: date, event: str) -> HttpResponse:
    """To the table of the player's one attempt, begun by the first press; ended, to its page.

    Too early or too late, back to the challenge with the reason.
    """
    challenge = _challenge_or_404(kind, day, event)
    player = guest_create(request=request)
    try:
        run = start(challenge=challenge, player=player, now=timezone.now())
    except GameError as error:
        messages.error(request, _refusal(error))
        return redirect(request.path.removesuffix("start/"))
    return redirect("games:table" if run.is_open else "games:run", run.token)


@require_safe
def challenge_proof_file(request: HttpRequest, kind: str, day: date, event: str) -> HttpResponse:
    """The winning line as a record; before the closing as unknown as a challenge that is not."""
    challenge = _challenge_or_404(kind, day, event)
    try:
        text = challenge_proof(challenge=challenge)
    except GameError:
        raise Http404 from None
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{kind}-{event}-{day}.txt"'
    return response


def _challenge_or_404(kind: str, day: date, event: str) -> Challenge:
    challenge = challenge_get(kind=kind, event=event, day=day)
    if challenge is None:
        raise Http404
    return challenge


def _refusal(error: GameError) -> str:
    return {
        "not_open": _("This deal has not opened yet in your time zone."),
        "closed": _("This deal has closed. It can still be played casually."),
    }[error.code]
