"""Streaks, countdowns, dates and numbers as pages show them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django import template
from django.utils import timezone

from leaderboards import dates

register = template.Library()


@register.inclusion_tag("partials/streak.html")
def streak_chip(streak: Any) -> dict[str, Any]:
    """A streak with its freezes; `streak` has `current` and `held`."""
    return {"current": streak.current, "held": streak.held}


@register.inclusion_tag("partials/countdown.html")
def countdown(instant: datetime) -> dict[str, Any]:
    """How long until `instant`, by the server's clock; the page's script ticks it on."""
    now = timezone.now()
    return {
        "instant": instant,
        "now": now,
        "text": dates.time_left(until=instant, now=now),
        "forms": [form.replace("%(", "{").replace(")s", "}") for form in dates.time_left_forms()],
    }


@register.filter
def grouped(value: int) -> str:
    return dates.number(value)


@register.filter
def decimal(value: float) -> str:
    return dates.decimal(value)


@register.filter
def day_full(day: date) -> str:
    return dates.day_full(day)


@register.filter
def day_plain(day: date) -> str:
    return dates.day_plain(day)


@register.filter
def day_long(day: date) -> str:
    return dates.day_long(day)


@register.filter
def spoken(ms: int) -> str:
    """Milliseconds for a screen reader, where `clock` stands for the eye."""
    return dates.time_spoken(ms)
