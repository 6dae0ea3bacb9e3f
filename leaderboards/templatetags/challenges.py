"""Streaks, countdowns and numbers as pages show them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone

from accounts import dates

register = template.Library()
register.filter("grouped", dates.number)
register.filter("decimal", dates.decimal)
# For a screen reader, where `clock` stands for the eye.
register.filter("spoken", dates.time_spoken)


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
