"""The rules of the games."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

RULES_PAGES = ("russian", "klondike", "yukon")


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """One game's rules in plain words."""
    if game not in RULES_PAGES:
        raise Http404
    return render(request, f"games/rules/{game}.html", {"game": game})
