"""A player's runs: the list, a finished run's page, its record and replay."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.selectors import player_of, public_names
from games.forms import number_read
from games.models import Run
from games.selectors.analysis import analysis_row
from games.selectors.ghosts import ghost_row, may_challenge
from games.selectors.marks import runs_marked
from games.selectors.runs import (
    MAX_VIEWS,
    RunRow,
    run_of_player,
    run_record,
    run_row,
    run_views,
    run_visible,
    runs_finished,
    runs_unfinished,
)
from games.selectors.verification import verification_row
from games.services.runs import run_continue_casually, run_restart
from games.views.errors import game_errors

PAGE = 20


@require_safe
@never_cache
def runs_mine(request: HttpRequest) -> HttpResponse:
    """Unfinished and finished runs, a page of each. Both empty for a visitor."""
    player = player_of(request.user)
    context = {
        "unfinished": _page(request, "unfinished", runs_unfinished(player=player)),
        "finished": _page(request, "finished", runs_finished(player=player)),
    }
    return render(request, "games/mine.html", context)


@require_safe
@game_errors
def run_page(request: HttpRequest, token: str) -> HttpResponse:
    run = run_visible(token=token, user=request.user)
    if run.is_open:
        return redirect("games:table", token)
    own = run.player == request.user
    row = run_row(run, _mark(run, own=own))
    context = {
        "run": row,
        "own": own,
        "player": public_names([run.player_id], request.user)[run.player_id],
        "record": run_record(run=run, viewer=request.user) if row.over else "",
        "analysis": analysis_row(run=run, viewer=request.user),
        "verification": verification_row(run=run, viewer=request.user),
        "challengeable": may_challenge(run),
        "ghost": ghost_row(run=run),
    }
    return render(request, "games/run.html", context)


@require_safe
@game_errors
def run_replay(request: HttpRequest, token: str) -> HttpResponse:
    """A slice of the replay as JSON; `from` and `count` that are no numbers are taken as 0 and
    `MAX_VIEWS`."""
    run = run_visible(token=token, user=request.user)
    start, count = _number(request, "from", 0), _number(request, "count", MAX_VIEWS)
    total, items, views = run_views(run=run, start=start, count=count)
    body = msgspec.json.encode({"total": total, "from": start, "items": items, "views": views})
    return HttpResponse(body, content_type="application/json")


@require_safe
@game_errors
def run_record_file(request: HttpRequest, token: str) -> HttpResponse:
    run = run_visible(token=token, user=request.user)
    record = run_record(run=run, viewer=request.user)
    response = HttpResponse(record, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{run.event}-{token[:6]}.txt"'
    return response


@require_POST
@game_errors
def run_restart_form(request: HttpRequest, token: str) -> HttpResponse:
    run = run_of_player(token=token, user=request.user)
    return redirect("games:table", run_restart(run=run).token)


@require_POST
@game_errors
def run_casual_form(request: HttpRequest, token: str) -> HttpResponse:
    run = run_of_player(token=token, user=request.user)
    return redirect("games:table", run_continue_casually(run=run).token)


class RunPaginator(Paginator):  # type: ignore[type-arg]
    """Pages of rows instead of models, each with its mark: a query a page."""

    def _get_page(
        self, runs: Iterable[Run], number: int, paginator: Paginator[RunRow]
    ) -> Page[RunRow]:
        shown = list(runs)
        marks = runs_marked(runs=shown)
        return Page([run_row(run, marks.get(run.pk, "")) for run in shown], number, paginator)


def _page(request: HttpRequest, name: str, runs: QuerySet[Run]) -> Page[RunRow]:
    page: Page[RunRow] = RunPaginator(runs, PAGE).get_page(request.GET.get(name))
    return page


def _mark(run: Run, *, own: bool) -> str:
    """That a log does not replay everybody may see; what people think of a run is its player's."""
    mark = runs_marked(runs=[run]).get(run.pk, "")
    return mark if own or mark == "rejected" else ""


def _number(request: HttpRequest, name: str, default: int) -> int:
    return number_read(request.GET.get(name, ""), default=default)
