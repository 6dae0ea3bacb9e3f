"""Errors of the games app as pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.errors import GameError, RunNotFound

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def game_errors(view: View[P]) -> View[P]:
    """An unknown run and a hidden one are the same 404; what cannot be done leads to the list."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except RunNotFound:
            raise Http404 from None
        except GameError:
            return redirect("games:mine")

    return cast("View[P]", wrapped)
