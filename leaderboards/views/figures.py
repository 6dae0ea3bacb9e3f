"""Pictures of figures: each a chart, its words, and the same as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.dates import clock, day_long, day_short, number, percent
from games.days import week_monday
from games.selectors.history import EventRecord, Win
from games.selectors.statistics import Spread
from leaderboards.views.charts import Bar, Rate, bar_chart, rate_chart, trend_chart

WEEKS = 26
WEEK = timedelta(days=7)
TREND = 12


@dataclass(frozen=True, slots=True)
class Figure:
    """`heading` and `unit` stand over the two columns of `rows`."""

    title: str
    chart: SafeString
    heading: str
    unit: str
    rows: list[tuple[str, str]]


def moves_figure(spread: Spread, *, mark: int | None = None) -> Figure:
    """Wins by moves; `mark` is the figure of one's own."""
    return _spread(spread, _("Moves of the wins"), _("Moves"), str, mark)


def times_figure(spread: Spread, *, mark: int | None = None) -> Figure:
    return _spread(spread, _("Times of the wins"), _("Time"), clock, mark)


def _spread(
    spread: Spread, title: str, heading: str, text: Callable[[int], str], mark: int | None
) -> Figure:
    starts = [spread.first + place * spread.step for place in range(len(spread.counts))]
    bars = [
        Bar(text(start), count, mark is not None and start <= mark < start + spread.step)
        for start, count in zip(starts, spread.counts, strict=True)
    ]
    top = max(range(len(bars)), key=lambda place: bars[place].value)
    words = _(
        "%(title)s: most often from %(from)s to under %(to)s, between %(least)s and %(most)s"
    ) % {
        "title": title,
        "from": text(starts[top]),
        "to": text(starts[top] + spread.step),
        "least": text(starts[0]),
        "most": text(starts[-1] + spread.step),
    }
    return Figure(
        title=title,
        chart=bar_chart(bars=bars, label=words),
        heading=heading,
        unit=_("Wins"),
        rows=[
            (_("from %(from)s") % {"from": bar.label}, number(bar.value))
            for bar in bars
            if bar.value
        ],
    )


def weeks_figure(wins: Sequence[Win], *, today: date) -> Figure:
    """Wins of each of the last weeks, this one at the right."""
    monday = week_monday(today)
    mondays = [monday - WEEK * back for back in reversed(range(WEEKS))]
    counts = dict.fromkeys(mondays, 0)
    for win in wins:
        start = week_monday(datetime.fromtimestamp(win.ended_ms / 1000, UTC).date())
        if start in counts:
            counts[start] += 1
    total = sum(counts.values())
    words = ngettext(
        "%(n)s win in the last %(weeks)s weeks, %(now)s of them in this one",
        "%(n)s wins in the last %(weeks)s weeks, %(now)s of them in this one",
        total,
    ) % {"n": total, "weeks": WEEKS, "now": counts[monday]}
    bars = [Bar(day_short(start), count, start == monday) for start, count in counts.items()]
    return Figure(
        title=_("Wins, week by week"),
        chart=bar_chart(bars=bars, label=words),
        heading=_("Week from"),
        unit=_("Wins"),
        rows=[(day_long(start), number(count)) for start, count in counts.items() if count],
    )


def rates_figure(records: Sequence[EventRecord]) -> Figure:
    """How much of each event was won."""
    rows = [
        (
            record.title,
            _("%(won)s of %(played)s · %(percent)s")
            % {
                "won": number(record.won),
                "played": number(record.played),
                "percent": percent(record.won, record.played),
            },
        )
        for record in records
    ]
    rates = [
        Rate(title, record.won, record.played, words)
        for record, (title, words) in zip(records, rows, strict=True)
    ]
    title = _("Win rate, game by game")
    label = f"{title}: " + "; ".join(f"{name}: {words}" for name, words in rows)
    return Figure(
        title=title,
        chart=rate_chart(rates=rates, label=label),
        heading=_("Game"),
        unit=_("Won"),
        rows=rows,
    )


def times_trend(wins: Sequence[Win]) -> SafeString | None:
    """The last winning times as a line; None of fewer than two."""
    last = [win.ms for win in wins[-TREND:]]
    if len(last) < 2:
        return None
    words = _("Times of your last %(n)s wins, the newest last: %(times)s") % {
        "n": len(last),
        "times": ", ".join(clock(ms) for ms in last),
    }
    return trend_chart(values=last, label=words)
