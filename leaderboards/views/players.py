"""A player's page: figures and pictures of the games they have ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.dates import date_in_utc, percent
from accounts.models import User
from accounts.selectors import friend_ids, profile_visible, public_names
from engine.variants import EVENTS
from games.selectors.history import EventRecord, Win, player_records, player_wins
from games.selectors.statistics import MOVE_STEPS, MS_STEPS, spread
from games.titles import event_title
from leaderboards.selectors.ratings import ratings_of_player
from leaderboards.selectors.streaks import streak_of
from leaderboards.views.board_views import COLOURS
from leaderboards.views.choices import Choice
from leaderboards.views.figures import (
    Figure,
    moves_figure,
    rates_figure,
    times_figure,
    weeks_figure,
)

KINDS = ("ranked", "casual")


@require_safe
@never_cache
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Not found for those who may not see it, as for an unknown player."""
    person = User.objects.filter(pk=player_id).first()
    if person is None or not profile_visible(player=person, viewer=request.user):
        raise Http404
    name = public_names([person.pk], request.user)[person.pk].name
    now = timezone.now()
    context: dict[str, Any] = {
        "person": person,
        "name": name,
        "initial": name[:1].upper(),
        "colour": person.pk % COLOURS,
        "since": person.created_at.date(),
        "own": person == request.user,
        "streak": streak_of(player=person, event=None, now=now),
        "ratings": ratings_of_player(player=person),
        "rival": person.pk in friend_ids(request.user),
        **_figures(request, person),
    }
    return render(request, "players/page.html", context)


def _figures(request: HttpRequest, person: User) -> dict[str, Any]:
    kind = request.GET.get("kind", KINDS[0])
    if kind not in KINDS:
        raise Http404
    # To others a deal that still runs is not told, not even by its best figures.
    over = person != request.user
    records = player_records(player=person, kind=kind, over=over)
    event = request.GET.get("event") or _favourite(records)
    if event not in {record.event for record in records}:
        raise Http404
    today = date_in_utc()
    played = sum(record.played for record in records)
    won = sum(record.won for record in records)
    return {
        "kinds": [
            Choice(_("Ranked"), "?kind=ranked", kind == "ranked"),
            Choice(_("Casual"), "?kind=casual", kind == "casual"),
        ],
        "events": [
            Choice(
                record.title,
                f"?kind={kind}&event={record.event}#spread-title",
                record.event == event,
            )
            for record in records
        ],
        "totals": {"played": played, "won": won, "percent": percent(won, played)},
        "records": [record for record in records if record.played],
        "rates": rates_figure([record for record in records if record.played]),
        "weeks": weeks_figure(player_wins(player=person, kind=kind, over=over), today=today),
        "figures": _spreads(player_wins(player=person, kind=kind, event=event, over=over)),
        "spread_title": event_title(event),
    }


def _favourite(records: Sequence[EventRecord]) -> str:
    """The event won most often; the first when none was."""
    best = max(records, key=lambda record: record.won)
    return best.event if best.won else EVENTS[0]


def _spreads(wins: Sequence[Win]) -> list[Figure]:
    moves = spread([win.moves for win in wins], steps=MOVE_STEPS)
    times = spread([win.ms for win in wins], steps=MS_STEPS)
    if moves is None or times is None:
        return []
    return [times_figure(times), moves_figure(moves)]
