"""Two friends, head to head."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.readers import player_or_404
from accounts.selectors import public_names
from leaderboards.selectors.head_to_head import head_to_head, rival_of
from leaderboards.selectors.ratings import ratings_of_player
from leaderboards.views.board_views import COLOURS


@require_safe
@never_cache
def versus(request: HttpRequest, player_id: int, other_id: int) -> HttpResponse:
    """The reader against a friend. Not found for everybody else, friends of both as well."""
    reader = player_or_404(request)
    rival = rival_of(viewer=reader, ids=(player_id, other_id))
    if rival is None:
        raise Http404
    shown = public_names([rival.pk], reader)[rival.pk]
    mine = {one.event: one for one in ratings_of_player(player=reader)}
    ratings = [
        (one.title, mine[one.event].rating, one.rating)
        for one in ratings_of_player(player=rival)
        if one.event in mine
    ]
    context = {
        "rival": shown,
        "initial": shown.name[:1].upper(),
        "colour": rival.pk % COLOURS,
        "duels": head_to_head(one=reader, other=rival),
        "ratings": ratings,
    }
    return render(request, "players/versus.html", context)
