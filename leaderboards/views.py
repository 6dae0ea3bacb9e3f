"""The start page and the rules of the games."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

RULES_PAGES = ("russian", "klondike", "yukon")


def home(request: HttpRequest) -> HttpResponse:
    """The games to play, under the games already begun."""
    return render(request, "home.html", {"form": {"kind": "ranked"}})


def rules(request: HttpRequest, game: str) -> HttpResponse:
    """One game's rules in plain words."""
    if game not in RULES_PAGES:
        raise Http404
    return render(request, f"games/rules/{game}.html")
