"""The page of a table: a shell for the socket. It holds no card."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.dates import day_short
from accounts.selectors import settings_of
from accounts.zones import local_date
from engine.variants import EVENTS, Variant, event_variant
from games.clock import now_ms
from games.models import Run
from games.protocol import VERSION
from games.selectors.runs import run_of_player, vegas_balance
from games.selectors.unlocking import open_code
from games.titles import event_title, variant_title
from games.views.errors import game_errors


@require_safe
@never_cache
@game_errors
def table(request: HttpRequest, token: str) -> HttpResponse:
    run = run_of_player(token=token, user=request.user)
    if not run.is_open:
        return redirect("games:run", token)
    context = {"config": _config(run), "run": run, "day": day_short(_day(run))}
    return render(request, "games/table.html", context)


def _day(run: Run) -> date:
    """The challenge's own date, or its player's when the game began."""
    if run.challenge is not None:
        return run.challenge.day
    return local_date(run.player.zone, run.started_at or now())


def _config(run: Run) -> dict[str, Any]:
    variant, player = event_variant(run.event), run.player
    return {
        "ws": "/ws/",
        "v": VERSION,
        "run": run.token,
        "kind": run.kind,
        "event": run.event,
        "ranked": run.event in EVENTS,
        "title": variant_title(variant),
        "code": open_code(run) or None,
        "build": variant.build,
        "tap": variant.tap,
        "stock": variant.draw > 0,
        "draw": variant.draw,
        "other_draw": _other_draw(variant),
        "finish": variant.finish,
        "proof": run.proof,
        "balance": vegas_balance(player=player) if variant.score == "vegas" else None,
        "lang": get_language(),
        "race": _race(run),
        "ghost": reverse("games:ghost_course", args=[run.token]) if run.ghost_id else None,
        "settings": settings_of(player),
        "player": {"name": player.display_name, "guest": player.is_guest},
        "urls": _urls(run.token),
    }


def _race(run: Run) -> dict[str, Any] | None:
    if run.race is None:
        return None
    return {
        "token": run.race.token,
        "url": reverse("games:race", args=[run.race.token]),
        "started": now_ms() >= (run.race.starts_ms or 0),
    }


def _other_draw(variant: Variant) -> str:
    """The same Klondike with the other number of cards drawn, for the game after this one."""
    if not variant.draw:
        return ""
    prefix, rules = variant.event.split("-")
    return event_title(f"{prefix}-{4 - variant.draw}{rules[1:]}")


def _urls(token: str) -> dict[str, str]:
    return {
        "home": reverse("home"),
        "new": reverse("games:new"),
        "mine": reverse("games:mine"),
        "run": reverse("games:run", args=[token]),
        "restart": reverse("games:restart", args=[token]),
        "casual": reverse("games:casual", args=[token]),
        "stop": reverse("games:stop", args=[token]),
        "settings_api": reverse("api:settings_get"),
        "signup": reverse("account_signup"),
        "login": reverse("account_login"),
    }
