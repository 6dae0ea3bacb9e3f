"""Quick race: waiting for somebody of about one's strength, and the way to the room."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.selectors import player_of
from accounts.services.guests import guest_create
from engine.variants import EVENTS
from games.errors import GameError
from games.race_words import race_refusal
from games.services.quick import Asked, quick_ask, quick_leave, quick_wait
from games.titles import event_title
from games.views.htmx import is_by_htmx
from leaderboards.selectors.ratings import rating_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def quick_race(request: HttpRequest) -> HttpResponse:
    """A POST begins to wait, and makes a guest of a visitor; then the page asks by itself whether
    somebody has come (htmx, with 204 for not yet) and leads to the room."""
    if request.method == "POST":
        return _wait(request)
    player = player_of(request.user)
    asked = quick_ask(player=player) if player else Asked()
    by_itself = is_by_htmx(request)
    if asked.race is not None:
        return _lead(reverse("games:race", args=[asked.race.token]), by_itself=by_itself)
    if asked.waiting and by_itself:
        return HttpResponse(status=204)
    context = _context(asked)
    template = "games/races/quick_wait.html" if by_itself else "games/races/quick_page.html"
    return render(request, template, context)


@require_POST
def quick_race_leave(request: HttpRequest) -> HttpResponse:
    """Wait no longer; back to the lobby."""
    if player := player_of(request.user):
        quick_leave(player=player)
    return redirect("games:races")


def _wait(request: HttpRequest) -> HttpResponse:
    event = request.POST.get("event", "")
    if event not in EVENTS:
        messages.error(request, race_refusal("not_ranked_event"))
        return redirect("games:races")
    player = guest_create(request=request)
    level = round(rating_of(player=player, event=event).mu * 100)
    try:
        quick_wait(player=player, event=event, level=level)
    except GameError as error:
        messages.error(request, race_refusal(error.code))
        return redirect("games:races")
    return redirect("quick_race")


def _lead(url: str, *, by_itself: bool) -> HttpResponse:
    if not by_itself:
        return redirect(url)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = url
    return response


def _context(asked: Asked) -> dict[str, Any]:
    event = asked.event or EVENTS[0]
    return {
        "asked": asked,
        "title": event_title(asked.event) if asked.event else "",
        "said": "" if asked.waiting else _said(asked),
        "event": event,
        "events": [(one, event_title(one)) for one in EVENTS],
    }


def _said(asked: Asked) -> str:
    if asked.over:
        return _("Nobody came within two minutes. Try again, or open a room that everybody sees.")
    return _("You are not waiting for a race.")
