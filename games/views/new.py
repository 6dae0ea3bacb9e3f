"""New games: by choice, by typed code, by linked code."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.selectors import settings_of
from accounts.services.accounts import settings_update
from accounts.services.guests import guest_create
from engine.codes import parse_code
from engine.errors import UnknownCode
from engine.variants import EVENTS, event_variant
from games.forms import NewGame, code_error_text, new_game_read
from games.services.runs import run_start, run_start_code
from games.titles import code_title


@require_http_methods(["GET", "HEAD", "POST"])
def game_new(request: HttpRequest) -> HttpResponse:
    """Deal and go to the table. A visitor without an account becomes a guest."""
    if request.method != "POST":
        return _form(request, status=200)
    try:
        wanted = new_game_read(request.POST)
    except UnknownCode as error:
        return _form(request, status=400, error=code_error_text(error))
    player = guest_create(request=request)
    if wanted.code is not None:
        run = run_start_code(player=player, code=wanted.code)
    else:
        settings_update(user=player, changes=_remembered(wanted))
        run = run_start(player=player, event=wanted.event, kind=wanted.kind)
    return redirect("games:table", run.token)


def _remembered(wanted: NewGame) -> dict[str, Any]:
    """The choices that the next form and the table's settings begin with."""
    changes: dict[str, Any] = {"kind": wanted.kind} if wanted.event in EVENTS else {}
    draw = event_variant(wanted.event).draw
    return changes | {"draw": draw} if draw else changes


@require_safe
def game_of_code(request: HttpRequest, text: str) -> HttpResponse:
    """A linked deal. Only the button on this page begins a run: a link alone changes nothing."""
    try:
        code = parse_code(text)
    except UnknownCode as error:
        context = {"error": code_error_text(error), "text": text[:60]}
        return render(request, "games/code.html", context, status=404)
    return render(request, "games/code.html", {"code": code, "title": code_title(code)})


def _form(request: HttpRequest, *, status: int, error: str | None = None) -> HttpResponse:
    chosen = settings_of(request.user)
    context = {
        "kind": request.POST.get("kind") or request.GET.get("kind") or chosen["kind"],
        "rules": request.POST.get("rules") or request.GET.get("rules", ""),
        "code": request.POST.get("code", ""),
        "draw": chosen["draw"],
        "error": error,
    }
    return render(request, "games/new.html", context, status=status)
