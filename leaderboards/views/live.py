"""Boards that refresh themselves: the same address answers with the piece alone, or with nothing
when the reader has it already."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.views.htmx import is_by_htmx
from leaderboards.views.board_views import BoardView

HAVE = "have"
NOTHING_NEW = 204


def board_live(request: HttpRequest, board: BoardView) -> BoardView:
    """The board with the address at which htmx asks for news of it."""
    query = request.GET.copy()
    query[HAVE] = board.digest
    return replace(board, live_url=f"{request.path}?{query.urlencode()}")


def asks_for_news(request: HttpRequest) -> bool:
    return is_by_htmx(request) and HAVE in request.GET


def board_answer(
    request: HttpRequest, board: BoardView, template: str, context: dict[str, Any]
) -> HttpResponse:
    """The whole page; for htmx the board alone, or 204 when it is as it was."""
    if not asks_for_news(request):
        return render(request, template, {**context, "board": board})
    if request.GET[HAVE] == board.digest:
        return HttpResponse(status=NOTHING_NEW)
    return render(request, "boards/live.html", {"board": board})


def page_anew() -> HttpResponse:
    """What stands around the board has changed as well: the page is asked for again."""
    return HttpResponse(status=NOTHING_NEW, headers={"HX-Refresh": "true"})
