"""The month calendar of an event's dailies: what each date was to the reader."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.dates import day_plain, month_name, weekday_names
from accounts.models import User
from accounts.readers import reader_of
from accounts.selectors import home_date, opened_date, player_of
from engine.variants import EVENTS
from games.days import challenge_closes
from games.selectors.challenges import exempt_dates
from games.selectors.history import DailyDay, daily_history
from games.titles import event_title
from leaderboards.calendars import (
    FIRST_DAY,
    Facts,
    Mark,
    day_mark,
    month_after,
    month_end,
    month_weeks,
)
from leaderboards.selectors.streaks import streak_of
from leaderboards.streaks import Streak
from leaderboards.views.choices import event_choices

WORDS = {
    Mark.WON: gettext_lazy("won"),
    Mark.PLAYED: gettext_lazy("played, not won"),
    Mark.RUNNING: gettext_lazy("in play"),
    Mark.OPEN: gettext_lazy("open: to be played"),
    Mark.FROZEN: gettext_lazy("missed, a freeze was used"),
    Mark.EXEMPT: gettext_lazy("does not count"),
    Mark.PAST: gettext_lazy("a past deal, to be played casually"),
    Mark.MISSED: gettext_lazy("missed"),
    Mark.SOON: gettext_lazy("not open yet"),
    Mark.NONE: gettext_lazy("no deal"),
}
#: Those that the legend explains.
EXPLAINED = (
    Mark.WON, Mark.PLAYED, Mark.RUNNING, Mark.OPEN, Mark.FROZEN, Mark.MISSED, Mark.PAST,
    Mark.EXEMPT,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DayCell:
    day: date
    mark: Mark
    words: str
    url: str
    today: bool


@dataclass(frozen=True, slots=True)
class MonthView:
    title: str
    weekdays: list[tuple[str, str]]
    weeks: list[list[DayCell | None]]
    url: str
    previous_url: str
    next_url: str


@require_safe
@never_cache
def calendar(request: HttpRequest, event: str, year: int, month: int) -> HttpResponse:
    if event not in EVENTS or not 1 <= month <= 12 or not FIRST_DAY.year <= year <= 2999:
        raise Http404
    now = timezone.now()
    reader, first = reader_of(request), date(year, month, 1)
    if first > month_after(opened_date(reader, now), 1):
        raise Http404
    player = player_of(request.user)
    streak = streak_of(player=player, event=event, now=now) if player else None
    context = {
        "title": event_title(event),
        "month": month_view(
            reader=reader, player=player, event=event, first=first, now=now, streak=streak
        ),
        "streak": streak,
        "marks": [(mark, WORDS[mark]) for mark in EXPLAINED],
        "events": event_choices(event, lambda one: calendar_url(one, first)),
    }
    return render(request, "challenges/calendar.html", context)


def calendar_url(event: str, day: date) -> str:
    return reverse("calendar", args=[event, day.year, f"{day.month:02}"])


def month_view(
    *,
    reader: User,
    player: User | None,
    event: str,
    first: date,
    now: datetime,
    streak: Streak | None,
) -> MonthView:
    """The month of `first`; `player` is None for a visitor, whose zone `reader` has."""
    first = first.replace(day=1)
    last, today = month_end(first), opened_date(reader, now)
    days = {
        day.day: day for day in daily_history(player=player, event=event, start=first, end=last)
    }
    facts = {day: _facts(known, today, now) for day, known in days.items()}
    frozen = set(streak.used) if streak else set()
    exempt = exempt_dates(event=event, start=first, end=last, player=player)
    came = home_date(player, player.created_at) if player is not None else date.max
    marks = {
        day: day_mark(day, facts=facts, frozen=frozen, exempt=exempt, came=came)
        for week in month_weeks(first)
        for day in week
        if day is not None
    }
    return MonthView(
        title=month_name(first),
        weekdays=weekday_names(),
        weeks=[
            [None if day is None else _cell(day, marks[day], event, days, today) for day in week]
            for week in month_weeks(first)
        ],
        url=calendar_url(event, first),
        previous_url=calendar_url(event, month_after(first, -1)) if first > FIRST_DAY else "",
        next_url=calendar_url(event, month_after(first, 1)) if last < today else "",
    )


def _facts(known: DailyDay, today: date, now: datetime) -> Facts:
    """A date is open from its opening at home to its closing for everybody."""
    closed = known.over or now >= challenge_closes("daily", known.day)
    return Facts(open=known.day <= today and not closed, over=closed, result=known.result)


def _cell(day: date, mark: Mark, event: str, days: dict[date, DailyDay], today: date) -> DayCell:
    words = _("%(day)s: %(mark)s") % {"day": day_plain(day), "mark": WORDS[mark]}
    known = days.get(day)
    if known is not None and known.result == "won":
        moves = ngettext("%(n)s move", "%(n)s moves", known.moves) % {"n": known.moves}
        words += f", {moves}"
    url = reverse("daily_challenge", args=[day, event]) if known is not None else ""
    return DayCell(day, mark, words, url, day == today)
