"""Races: the lobby, a room, its results. What happens in a room goes over the socket; what must
make a guest of a visitor, or leads to another room, is a form."""

from __future__ import annotations

import hashlib
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.selectors import player_of
from accounts.services.guests import guest_create
from engine.errors import UnknownCode
from engine.variants import EVENTS
from games.clock import now_ms
from games.errors import GameError
from games.forms import code_error_text, number_read
from games.models import Race, RaceState
from games.protocol import VERSION
from games.race_charts import race_chart
from games.race_words import race_refusal
from games.selectors.race_pages import (
    RoomRow,
    race_courses,
    race_finishes,
    races_of_player,
    rooms_listed,
)
from games.selectors.races import RoomState, race_get, room_states
from games.services.races import LIMITS, MOST_SEATS, race_create, race_rematch, race_seat
from games.titles import event_title
from games.views.errors import game_errors
from games.views.htmx import is_by_htmx

HAVE = "have"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def races(request: HttpRequest) -> HttpResponse:
    """The lobby; a POST opens a room and goes there. A visitor becomes a guest by it.

    htmx asks the same address for the list alone, and is told nothing when it has it already.
    """
    if request.method == "POST":
        return _open(request)
    rooms = rooms_listed(user=player_of(request.user))
    if is_by_htmx(request):
        if request.GET.get(HAVE) == _digest(rooms):
            return HttpResponse(status=204)
        return render(request, "games/races/rooms.html", _listed(rooms))
    return _lobby(request, rooms)


def _open(request: HttpRequest) -> HttpResponse:
    post = request.POST
    code = post.get("code", "").strip()
    host = guest_create(request=request)
    try:
        race = race_create(
            host=host,
            event=post.get("event", ""),
            limit_minutes=number_read(post.get("limit", "")),
            code=code,
            public=post.get("public") == "yes",
        )
    except UnknownCode as error:
        return _lobby(request, rooms_listed(user=host), error=code_error_text(error), wrong="code")
    except GameError as error:
        return _lobby(request, rooms_listed(user=host), error=race_refusal(error.code))
    return redirect("games:race", race.token)


def _lobby(
    request: HttpRequest, rooms: list[RoomRow], *, error: str = "", wrong: str = ""
) -> HttpResponse:
    chosen = request.POST if request.method == "POST" else request.GET
    alive, ended = races_of_player(player=player_of(request.user))
    event, limit = chosen.get("event", ""), chosen.get("limit", "")
    context = {
        **_listed(rooms),
        "alive": alive,
        "ended": ended,
        "events": [(event, event_title(event)) for event in EVENTS],
        "limits": LIMITS,
        "event": event if event in EVENTS else EVENTS[0],
        "limit": int(limit) if limit in map(str, LIMITS) else 15,
        "public": chosen.get("public") == "yes",
        "code": chosen.get("code", ""),
        "error": error,
        "wrong": wrong,
    }
    return render(request, "games/races/lobby.html", context, status=400 if error else 200)


def _listed(rooms: list[RoomRow]) -> dict[str, Any]:
    url = f"{reverse('games:races')}?{HAVE}={_digest(rooms)}"
    return {"rooms": rooms, "live_url": url, "most": MOST_SEATS}


def _digest(rooms: list[RoomRow]) -> str:
    return hashlib.sha256(repr(rooms).encode()).hexdigest()[:16]


@require_safe
@never_cache
@game_errors
def race_page(request: HttpRequest, token: str) -> HttpResponse:
    """The room; after the end of the race, its results. For everybody who has the address."""
    race = race_get(token=token)
    if race.state == RaceState.ENDED:
        return _results(request, race)
    return _room(request, race)


def _room(request: HttpRequest, race: Race, *, error: str = "", name: str = "") -> HttpResponse:
    state, user = _state(race), player_of(request.user)
    seat = state.seat_of(user.pk if user else None)
    context = {
        "race": race,
        "room": state,
        "title": event_title(race.event),
        "own": seat,
        "most": MOST_SEATS,
        "can_join": race.state == RaceState.OPEN and seat is None and len(state.seats) < MOST_SEATS,
        "named": user is not None and not user.is_guest,
        "name": name,
        "error": error,
        "link": request.build_absolute_uri(reverse("games:race", args=[race.token])),
        "config": _config(race, user),
    }
    return render(request, "games/races/room.html", context, status=400 if error else 200)


def _results(request: HttpRequest, race: Race) -> HttpResponse:
    user, state = player_of(request.user), _state(race)
    finishes = race_finishes(race=race, user=user)
    standings = [finish.standing for finish in finishes]
    own = next((finish for finish in finishes if finish.mine), None)
    courses = race_courses(race=race, standings=standings)
    context = {
        "race": race,
        "room": state,
        "title": event_title(race.event),
        "finishes": finishes,
        "own": own,
        "courses": race_chart(courses=courses, label=_in_words(race, finishes)),
        "span": max((course.points[-1][0] for course in courses), default=0),
        "rematch": state.rematch,
        "config": _config(race, user),
    }
    return render(request, "games/races/results.html", context)


def _in_words(race: Race, finishes: list[Any]) -> str:
    told = ", ".join(
        _("%(name)s %(up)s of 52") % {"name": one.standing.name, "up": one.standing.up}
        for one in finishes
    )
    values = {"game": event_title(race.event), "players": told}
    return _("Cards up over time, %(game)s. At the end: %(players)s") % values


def _state(race: Race) -> RoomState:
    return room_states(tokens=[race.token], now_ms=now_ms())[race.token]


def _config(race: Race, user: User | None) -> dict[str, Any]:
    return {
        "ws": "/ws/",
        "v": VERSION,
        "race": race.token,
        "over": race.is_over,
        "guest": user is None or user.is_guest,
        "urls": {
            "table": reverse("games:table", args=["RUN"]),
            "race": reverse("games:race", args=["RACE"]),
            "lobby": reverse("games:races"),
        },
    }


@require_http_methods(["GET", "HEAD", "POST"])
@game_errors
def race_join(request: HttpRequest, token: str) -> HttpResponse:
    """A seat for whoever asks, made a guest by it if need be; back to the room.

    A refused name is asked for again at this address, which may be read anew, or sent on.
    """
    race = race_get(token=token)
    if request.method != "POST":
        return redirect("games:race", token)
    name = request.POST.get("name", "").strip()
    player = guest_create(request=request)
    try:
        race_seat(race=race, player=player, name=name)
    except GameError as error:
        if error.code.startswith("name_"):
            return _room(request, race, error=race_refusal(error.code), name=name[:40])
        messages.error(request, race_refusal(error.code))
    return redirect("games:race", token)


@require_http_methods(["GET", "HEAD", "POST"])
@game_errors
def race_again(request: HttpRequest, token: str) -> HttpResponse:
    """To the room of the rematch, with a seat in it."""
    race, user = race_get(token=token), player_of(request.user)
    if request.method != "POST":
        return redirect("games:race", token)
    try:
        if user is None:
            raise GameError("not_seated")
        again = race_rematch(race=race, player=user)
    except GameError as error:
        messages.error(request, race_refusal(error.code))
        return redirect("games:race", token)
    return redirect("games:race", again.token)
