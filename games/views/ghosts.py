"""Challenge with this deal: race the ghost of an ended game, or open a race on its deal."""

from __future__ import annotations

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.selectors import public_names
from accounts.services.guests import guest_create
from games.errors import GameError
from games.race_words import race_refusal
from games.selectors.ghosts import ghost_course, ghost_run
from games.selectors.runs import run_row
from games.services.ghosts import ghost_room, ghost_start
from games.views.errors import game_errors


@require_safe
@never_cache
@game_errors
def ghost_page(request: HttpRequest, token: str) -> HttpResponse:
    """The link to send along. It changes nothing: only its buttons begin a game."""
    run = ghost_run(token=token)
    context = {
        "run": run_row(run),
        "own": run.player == request.user,
        "player": public_names([run.player_id], request.user)[run.player_id],
    }
    return render(request, "games/ghost.html", context)


@require_POST
@game_errors
def ghost_form(request: HttpRequest, token: str) -> HttpResponse:
    """Race the ghost. A visitor becomes a guest by it."""
    ghost_run(token=token)
    player = guest_create(request=request)
    return redirect("games:table", ghost_start(token=token, player=player).token)


@require_POST
@game_errors
def ghost_room_form(request: HttpRequest, token: str) -> HttpResponse:
    """Open a room on the deal. A visitor becomes a guest by it."""
    ghost_run(token=token)
    host = guest_create(request=request)
    try:
        race = ghost_room(token=token, host=host)
    except GameError as error:
        messages.error(request, race_refusal(error.code))
        return redirect("games:challenge", token)
    return redirect("games:race", race.token)


@require_safe
@never_cache
@game_errors
def ghost_file(request: HttpRequest, token: str) -> HttpResponse:
    """The course of the ghost that the reader's own run `token` races, as JSON."""
    course = ghost_course(token=token, user=request.user)
    return HttpResponse(msgspec.json.encode(course), content_type="application/json")
