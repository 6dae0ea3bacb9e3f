"""The boards of the world, the weekly standings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.dates import date_in_utc, day_long, days_span, month_name
from engine.variants import EVENTS
from games.days import week_monday
from games.selectors.replays import dailies_untold
from games.titles import event_title
from leaderboards.calendars import FIRST_DAY, month_after
from leaderboards.keys import BoardKey, period_start
from leaderboards.metrics import METRICS, PERIODS, STANDINGS, WorldBoard
from leaderboards.views.board_views import Asked, board_view
from leaderboards.views.choices import Choice, event_choices
from leaderboards.views.live import board_answer, board_live

DAY, WEEK = timedelta(days=1), timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Place:
    """A board of the world as the address names it; `start` is None for all time."""

    metric: WorldBoard
    event: str
    period: str
    start: date | None

    def url(self, query: str = "") -> str:
        name = self.metric.name
        if name == "day_streak":
            return reverse("board_streak") + query
        period = "all" if name == "rating" else self.period
        return reverse("board", args=[name, self.event, period]) + query


@require_safe
def boards(request: HttpRequest) -> HttpResponse:
    """The first of the boards: this week's winners of the first event."""
    return redirect("board", "wins", EVENTS[0], "week")


@require_safe
@never_cache
def board(request: HttpRequest, metric: str, event: str, period: str) -> HttpResponse:
    if metric not in METRICS or metric == "day_streak" or event not in EVENTS:
        raise Http404
    if period not in PERIODS or (metric == "rating" and period != "all"):
        raise Http404
    today = date_in_utc()
    start = period_start(period, _asked_day(request, today))
    place = Place(METRICS[metric], event, period, start)
    return _answer(request, place, today)


@require_safe
@never_cache
def board_streak(request: HttpRequest) -> HttpResponse:
    place = Place(METRICS["day_streak"], "", "all", None)
    return _answer(request, place, date_in_utc())


def _answer(request: HttpRequest, place: Place, today: date) -> HttpResponse:
    key = BoardKey(place.metric.name, place.event, place.period, place.start)
    title = event_title(place.event) if place.event else ""
    span = _span(place)
    shown = board_view(
        request=request,
        key=key,
        columns=place.metric.columns,
        mark=lambda row: None,
        caption=", ".join(str(part) for part in (place.metric.title, title, span) if part),
        keep={"start": str(place.start)} if "start" in request.GET and place.start else None,
    )
    context = {
        "metric_title": place.metric.title,
        "event_title": title,
        "span": span,
        "rule": place.metric.rule,
        **_tabs(request, place, today),
    }
    return board_answer(request, board_live(request, shown), "boards/page.html", context)


def _asked_day(request: HttpRequest, today: date) -> date:
    """Any day of the period asked for; today's without one. Raises Http404 for a day to come."""
    try:
        day = parse_date(request.GET.get("start", "")) or today
    except ValueError:
        day = today
    if not FIRST_DAY - DAY * 31 <= day <= today:
        raise Http404
    return day


def _span(place: Place) -> str:
    """The period in words."""
    if place.metric.name == "rating":
        return _("All races")
    if place.start is None:
        return _("All time")
    if place.period == "day":
        return day_long(place.start)
    if place.period == "week":
        return days_span(place.start, place.start + WEEK - DAY)
    return month_name(place.start)


def _period(place: Place) -> str:
    """The period that the way to another board leads to."""
    return place.period if place.event and place.metric.name != "rating" else "week"


def _tabs(request: HttpRequest, place: Place, today: date) -> dict[str, object]:
    """Every way on, with the filters kept."""
    asked = Asked.of(request).first().query()
    event, period = place.event or EVENTS[0], _period(place)
    tabs: dict[str, object] = {
        "metrics": [*_metric_tabs(place.metric.name, event, period, asked, today)],
    }
    if not place.event:
        return tabs
    tabs["events"] = event_choices(
        event, lambda one: Place(place.metric, one, period, None).url(asked)
    )
    if place.metric.name == "rating":
        return tabs
    tabs["periods"] = [
        Choice(str(name), Place(place.metric, event, one, None).url(asked), one == period)
        for one, name in PERIODS.items()
    ]
    if place.start is not None:
        tabs |= _neighbours(place, today)
    return tabs


def _metric_tabs(
    current: str, event: str, period: str, asked: str, today: date
) -> Iterator[Choice]:
    for name, metric in METRICS.items():
        url = Place(metric, event, period, None).url(asked)
        yield Choice(str(metric.title), url, name == current)
    monday = week_monday(today)
    yield Choice(
        _("Weekly standings"), reverse("standings", args=[monday, event]), current == "standings"
    )


def _neighbours(place: Place, today: date) -> dict[str, str]:
    start = place.start or today
    if place.period == "month":
        earlier, later = month_after(start, -1), month_after(start, 1)
    else:
        step = DAY if place.period == "day" else WEEK
        earlier, later = start - step, start + step
    found = {}
    if earlier >= FIRST_DAY - WEEK:
        found["earlier_url"] = place.url(f"?start={earlier}")
    if later <= today:
        found["later_url"] = place.url(f"?start={later}")
    return found


@require_safe
@never_cache
def standings(request: HttpRequest, monday: date, event: str) -> HttpResponse:
    """Points of a week's seven dailies. The address names the week by its Monday."""
    today = date_in_utc()
    if event not in EVENTS or monday.weekday() or not FIRST_DAY - WEEK <= monday <= today + DAY:
        raise Http404
    span = days_span(monday, monday + WEEK - DAY)
    untold = dailies_untold(event=event, start=monday, end=monday + WEEK - DAY, user=request.user)
    shown = board_view(
        request=request,
        key=BoardKey("standings", event, start=monday),
        columns=STANDINGS[:1] if untold else STANDINGS,
        mark=lambda row: None,
        caption=f"{_('Weekly standings')}, {event_title(event)}, {span}",
    )
    shown = replace(shown, untold=untold)
    context = {
        "metric_title": _("Weekly standings"),
        "event_title": event_title(event),
        "span": span,
        "rule": _(
            "Winners of each daily score 25, 20, 16, 13, 11, 10 and so on down to 1; who shares a "
            "rank gets its points. The best six of seven days count; then fewest moves in all."
        ),
        "metrics": [*_metric_tabs("standings", event, "week", "", today)],
        "events": event_choices(event, lambda one: reverse("standings", args=[monday, one])),
        "earlier_url": reverse("standings", args=[monday - WEEK, event])
        if monday > FIRST_DAY
        else "",
        "later_url": reverse("standings", args=[monday + WEEK, event])
        if monday + WEEK <= today
        else "",
    }
    return board_answer(request, board_live(request, shown), "boards/page.html", context)
