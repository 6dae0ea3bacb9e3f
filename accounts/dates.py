"""Dates, numbers and lengths of time as each language writes and says them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from babel import Locale
from babel.dates import format_date, format_interval, format_skeleton, format_timedelta
from babel.numbers import format_decimal, format_percent
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

# English of the day-month order that its two sisters here have.
_LOCALES = {"en": Locale("en", "GB"), "fr": Locale("fr"), "nb": Locale("nb")}
# CLDR's `atTime`, which Babel does not have.
_BEFORE_A_TIME = {"en": ", ", "fr": " à ", "nb": " kl. "}
DAYS_IN_WEEK = 7
_FIRST_OF_MONTH = re.compile(r"(?<!\d)1(?!\d)")


def locale() -> Locale:
    """CLDR's data of the language in use."""
    return _LOCALES.get(get_language() or "", _LOCALES["en"])


def date_in_utc() -> date:
    """Today's date in UTC, by which the boards of the world go."""
    return timezone.now().astimezone(UTC).date()


def day_long(day: date) -> str:
    """`30 November 2026`; of an instant, its date in its own zone."""
    return _said(format_date(day, "long", locale=locale()))


def day_plain(day: date) -> str:
    """`30 November`: where the year is plain."""
    return _said(format_skeleton("MMMMd", _at_noon(day), locale=locale()))


def day_short(day: date) -> str:
    """`30 Nov`, for charts and narrow places."""
    return _said(format_skeleton("MMMd", _at_noon(day), locale=locale()))


def days_span(first: date, last: date) -> str:
    """`23–29 Nov 2026`."""
    return _said(format_interval(first, last, "yMMMd", locale=locale()))


def day_full(day: date) -> str:
    """`Monday 30 November`."""
    return f"{format_date(day, 'EEEE', locale=locale())} {day_plain(day)}"


def instant(at: datetime) -> str:
    """`30 November 2026, 10:06`, by the clock of 24 hours of its own zone."""
    return f"{day_long(at)}{_BEFORE_A_TIME[locale().language]}{at:%H:%M}"


def ago(at: datetime) -> str:
    """`3 minutes ago`, in the greatest unit that is whole; `just now` in the first minute."""
    passed = timezone.now() - at
    if passed < timedelta(minutes=1):
        return _("just now")
    return format_timedelta(-passed, threshold=1, add_direction=True, locale=locale())


def month_name(first: date) -> str:
    """`November 2026`, with a capital as in a heading."""
    return capfirst(format_skeleton("yMMMM", _at_noon(first), locale=locale()))


def weekday_names() -> list[tuple[str, str]]:
    """Monday to Sunday: the short name and the whole one."""
    names = locale().days["stand-alone"]
    return [(names["narrow"][day], names["wide"][day]) for day in range(DAYS_IN_WEEK)]


def number(value: int) -> str:
    """`12 345` or `12,345`, as the language groups."""
    return format_decimal(value, locale=locale())


def decimal(value: float) -> str:
    """`18.42`, as the language writes it: two places, a true minus."""
    return format_decimal(value, "0.00", locale=locale()).replace("-", "−")


def percent(part: int, whole: int) -> str:
    """`43%` as the language writes it; a dash of nothing."""
    return format_percent(part / whole, locale=locale()) if whole else "–"


def time_left(*, until: datetime, now: datetime) -> str:
    """`3 d 4 h`, `22 h 18 min`, `9 min`: never less than a minute. The page's script ticks it on
    with the same three forms (`time_left_forms`)."""
    minutes = max(1, int((until - now).total_seconds()) // 60)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    forms = time_left_forms()
    form = forms[0] if days else forms[1] if hours else forms[2]
    return form % {"days": days, "hours": hours, "minutes": minutes}


def time_left_forms() -> tuple[str, str, str]:
    """For days, for hours, for minutes."""
    return (
        _("%(days)s d %(hours)s h"),
        _("%(hours)s h %(minutes)s min"),
        _("%(minutes)s min"),
    )


def clock(ms: int) -> str:
    """Milliseconds as a clock shows them: ``6:42``, ``1:06:42``; parts of a second fall away."""
    minutes, seconds = divmod(max(0, ms) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def time_spoken(ms: int) -> str:
    """`1 hour 2 minutes 3 seconds`, to be read aloud."""
    seconds = max(0, ms) // 1000
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    parts = []
    if hours:
        parts.append(ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours})
    if minutes:
        parts.append(ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes})
    if seconds or not parts:
        parts.append(ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds})
    return " ".join(parts)


def _said(text: str) -> str:
    """French says the first of a month as an ordinal, which CLDR's patterns do not."""
    return _FIRST_OF_MONTH.sub("1er", text) if locale().language == "fr" else text


def _at_noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=timezone.get_default_timezone())
