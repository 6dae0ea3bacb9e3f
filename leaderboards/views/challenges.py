"""The page of a daily or a weekly: to start it, its board, and after closing everything else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.dates import day_long
from accounts.models import User
from accounts.readers import reader_of
from accounts.selectors import account_is_unverified, opened_date, player_of
from games.days import week_monday
from games.selectors.challenges import (
    ChallengeRow,
    challenge_get,
    challenge_row,
    challenges_of_day,
)
from games.selectors.history import player_wins
from games.selectors.runs import RunRow
from games.selectors.statistics import deal_statistics
from leaderboards.metrics import CHALLENGE
from leaderboards.selectors.boards import BoardRow, Standing
from leaderboards.selectors.streaks import streak_of
from leaderboards.streaks import Streak
from leaderboards.views.board_views import BoardView, Mark, board_view
from leaderboards.views.calendar import month_view
from leaderboards.views.choices import event_choices
from leaderboards.views.earlier import neighbours
from leaderboards.views.figures import moves_figure, times_figure, times_trend
from leaderboards.views.live import asks_for_news, board_answer, board_live, page_anew
from leaderboards.views.rounds import board_key, challenge_url, standing_of, start_url
from leaderboards.views.sharing import share_text


@dataclass(frozen=True, slots=True)
class Mine:
    """The reader's own ended attempt. Nothing is shared of one without a move or refused."""

    run: RunRow
    standing: Standing | None
    share: str


@require_safe
@never_cache
def daily(request: HttpRequest) -> HttpResponse:
    """Today's, by the reader's calendar."""
    return _newest(request, "daily", opened_date(reader_of(request), timezone.now()))


@require_safe
@never_cache
def weekly(request: HttpRequest) -> HttpResponse:
    day = week_monday(opened_date(reader_of(request), timezone.now()))
    return _newest(request, "weekly", day)


def _newest(request: HttpRequest, kind: str, day: date) -> HttpResponse:
    """To the event asked for, else the first that there is; while there is none the page says
    so."""
    events = _events(kind, day)
    if not events:
        return render(request, "challenges/none.html", {"kind": kind, "day": day})
    asked = request.GET.get("event", "")
    return redirect(challenge_url(kind, day, asked if asked in events else events[0]))


def _events(kind: str, day: date) -> list[str]:
    return [challenge.event for challenge in challenges_of_day(day=day, kind=kind)]


@require_safe
@never_cache
def daily_challenge(request: HttpRequest, day: date, event: str) -> HttpResponse:
    return _page(request, "daily", day, event)


@require_safe
@never_cache
def weekly_challenge(request: HttpRequest, day: date, event: str) -> HttpResponse:
    return _page(request, "weekly", day, event)


@require_safe
@never_cache
def challenge_share(request: HttpRequest, kind: str, day: date, event: str) -> HttpResponse:
    """What the reader may tell of their own ended attempt, as plain text."""
    challenge = challenge_get(kind=kind, event=event, day=day)
    player = player_of(request.user)
    if challenge is None or player is None:
        raise Http404
    now = timezone.now()
    row = challenge_row(challenge=challenge, user=player, now=now)
    if row.run is None or row.run.state != "ended" or row.run.is_refused:
        raise Http404
    streak = streak_of(player=player, event=event, now=now)
    text = _share(row, row.run, streak)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _page(request: HttpRequest, kind: str, day: date, event: str) -> HttpResponse:
    now = timezone.now()
    challenge = challenge_get(kind=kind, event=event, day=day)
    if challenge is None:
        raise Http404
    reader = reader_of(request)
    row = challenge_row(challenge=challenge, user=reader, now=now)
    over = row.state == "closed"
    if asks_for_news(request) and over:
        return page_anew()
    # Before its closing the board is for those who have played: it tells how hard the deal is.
    shown = over or row.state == "ended"
    board = _board(request, row, over) if shown else BoardView([], CHALLENGE, 0)
    if shown and not over:
        board = board_live(request, board)
    context = {
        "row": row,
        "shown": shown,
        "start_url": start_url(kind, day, event),
        "events": event_choices(
            event, lambda one: challenge_url(kind, day, one), _events(kind, day)
        ),
        "neighbours": neighbours(row=row, reader=reader, now=now),
        "verify_url": _verify_url(row),
        **_after_closing(row, challenge),
        **_own(request, reader, row, now),
    }
    return board_answer(request, board, "challenges/page.html", context)


def _board(request: HttpRequest, row: ChallengeRow, over: bool) -> BoardView:
    return board_view(
        request=request,
        key=board_key(row),
        columns=CHALLENGE,
        mark=_final_mark if over else _mark,
        watchable=over,  # before, one's own alone may be seen: it is linked above the board
        caption=_("Board of %(game)s, %(day)s") % {"game": row.title, "day": day_long(row.day)},
    )


def _mark(row: BoardRow) -> Mark:
    if row.state == "verified":
        return Mark("verified", _("Verified"))
    return Mark("provisional", _("Provisional"))


def _final_mark(row: BoardRow) -> Mark:
    """After closing what is verified is final; the rest is still being verified."""
    return Mark("final", _("Final")) if row.state == "verified" else _mark(row)


def _after_closing(row: ChallengeRow, challenge: Any) -> dict[str, Any]:
    if not row.code:
        return {}
    statistics = deal_statistics(challenge=challenge)
    run = row.run
    own = run if run is not None and run.result == "won" and not run.is_refused else None
    figures = []
    if statistics.moves is not None and statistics.ms is not None:
        figures = [
            moves_figure(statistics.moves, mark=own.moves if own else None),
            times_figure(statistics.ms, mark=own.ms if own else None),
        ]
    return {"statistics": statistics, "figures": figures}


def _own(request: HttpRequest, reader: User, row: ChallengeRow, now: datetime) -> dict[str, Any]:
    """What is the reader's: the attempt, the streak, the month, the times."""
    player = player_of(request.user)
    streak = streak_of(player=player, event=row.event, now=now) if player else None
    own = row.run if row.run is not None and row.run.state == "ended" else None
    is_result = own is not None and own.moves > 0
    share = _share(row, own, streak) if own and is_result and not own.is_refused else ""
    return {
        "mine": Mine(own, standing_of(row=row, player=player), share) if own and player else None,
        "unverified": is_result and account_is_unverified(player),
        "waiting": int(bool(is_result and player and player.is_guest)),
        "streak": streak,
        "month": month_view(
            reader=reader, player=player, event=row.event, first=row.day, now=now, streak=streak
        ),
        "trend": times_trend(player_wins(player=player, kind="ranked", event=row.event))
        if player
        else None,
    }


def _share(row: ChallengeRow, run: RunRow, streak: Streak | None) -> str:
    """The streak is told while its day is the news."""
    news = row.kind == "daily" and row.state == "ended"
    days = streak.current if streak and news else 0
    return share_text(kind=row.kind, event=row.event, day=row.day, run=run, ms=run.ms, streak=days)


def _verify_url(row: ChallengeRow) -> str:
    """The page that checks a commitment, filled in."""
    given = urlencode({"hash": row.commitment, "salt": row.salt, "code": row.code})
    return f"{reverse('games:verify_commitment')}?{given}"
