"""Dates, numbers and lengths of time, as text: pure, in every language."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.template import Context, Template
from django.utils import translation

from accounts import dates

DAY = date(2026, 11, 30)
NOW = datetime(2026, 11, 30, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["30 November 2026", "30 November", "Monday 30 November", "November 2026"]),
        ("fr", ["30 novembre 2026", "30 novembre", "lundi 30 novembre", "Novembre 2026"]),
        ("nb", ["30. november 2026", "30. november", "mandag 30. november", "November 2026"]),
    ],
)
def test_dates_are_written_as_each_language_does(language: str, said: list[str]) -> None:
    with translation.override(language):
        assert [
            dates.day_long(DAY), dates.day_plain(DAY), dates.day_full(DAY), dates.month_name(DAY)
        ] == said  # fmt: skip
        assert len({name for _, name in dates.weekday_names()}) == 7


@pytest.mark.parametrize(
    ("language", "number", "share"),
    [("en", "12,345", "43%"), ("fr", "12\u202f345", "43\xa0%"), ("nb", "12\xa0345", "43\xa0%")],
)
def test_numbers_are_grouped_as_each_language_does(language: str, number: str, share: str) -> None:
    with translation.override(language):
        assert dates.number(12345) == number
        assert dates.percent(3, 7) == share
        assert dates.percent(0, 0) == "–"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["1 December 2026", "1 Dec", "27 Nov – 1 Dec 2026", "1 December 2026, 08:05"]),
        (
            "fr",
            [
                "1er décembre 2026",
                "1er déc.",
                "27 nov. – 1er déc. 2026",
                "1er décembre 2026 à 08:05",
            ],
        ),
        (
            "nb",
            ["1. desember 2026", "1. des.", "27. nov.–1. des. 2026", "1. desember 2026 kl. 08:05"],
        ),
    ],
)
def test_the_first_of_a_month_is_an_ordinal_where_it_is_said_so(
    language: str, said: list[str]
) -> None:
    first = date(2026, 12, 1)
    at = datetime(2026, 12, 1, 8, 5, tzinfo=UTC)
    with translation.override(language):
        span = dates.days_span(date(2026, 11, 27), first)
        found = [dates.day_long(first), dates.day_short(first), span, dates.instant(at)]
        assert [text.replace("\u2009", " ").replace("\xa0", " ") for text in found] == said


@pytest.mark.parametrize(
    ("passed", "said"),
    [
        (timedelta(seconds=-5), ["just now"]),
        (timedelta(seconds=59), ["just now"]),
        (timedelta(minutes=1), ["1 minute ago", "il y a 1 minute", "for 1 minutt siden"]),
        (timedelta(minutes=3), ["3 minutes ago", "il y a 3 minutes", "for 3 minutter siden"]),
        (timedelta(hours=23), ["23 hours ago", "il y a 23 heures", "for 23 timer siden"]),
        (timedelta(days=2), ["2 days ago", "il y a 2 jours", "for 2 døgn siden"]),
    ],
)
def test_how_long_ago_is_said_in_whole_phrases(
    passed: timedelta, said: list[str], time_machine: Any
) -> None:
    time_machine.move_to(NOW, tick=False)
    for language, text in zip(("en", "fr", "nb"), said, strict=False):
        with translation.override(language):
            assert dates.ago(NOW - passed) == text


def test_templates_write_an_instant_in_the_zone_of_their_block() -> None:
    source = (
        "{% load tz dates %}{{ at|instant }} {{ at|day_plain }} "
        "{% timezone 'Pacific/Auckland' %}{{ at|instant }} {{ at|day_plain }} "
        "{{ at|utc|instant }}{% endtimezone %}"
    )
    at = datetime(2026, 11, 30, 21, 6, tzinfo=UTC)
    with translation.override("en"):
        assert Template(source).render(Context({"at": at})) == (
            "30 November 2026, 21:06 30 November 1 December 2026, 10:06 1 December "
            "30 November 2026, 21:06"
        )


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (timedelta(days=3, hours=4, minutes=59), "3 d 4 h"),
        (timedelta(hours=22, minutes=18), "22 h 18 min"),
        (timedelta(minutes=9, seconds=59), "9 min"),
        (timedelta(seconds=5), "1 min"),
        (timedelta(seconds=-50), "1 min"),
    ],
)
def test_the_time_left_is_told_in_two_units(left: timedelta, text: str) -> None:
    with translation.override("en"):
        assert dates.time_left(until=NOW + left, now=NOW) == text


@pytest.mark.parametrize(
    ("ms", "said"),
    [
        (0, "0 seconds"),
        (1_999, "1 second"),
        (60_000, "1 minute"),
        (252_000, "4 minutes 12 seconds"),
        (3_723_000, "1 hour 2 minutes 3 seconds"),
    ],
)
def test_time_is_said_in_whole_words(ms: int, said: str) -> None:
    with translation.override("en"):
        assert dates.time_spoken(ms) == said
