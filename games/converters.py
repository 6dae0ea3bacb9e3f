"""Pieces of addresses that name a challenge; importing this module registers them, once."""

from __future__ import annotations

from datetime import date

from django.urls import register_converter


class DayConverter:
    """`2026-06-05`; a date that the calendar does not have is no such page."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


class ChallengeKindConverter:
    regex = "daily|weekly"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return str(value)


register_converter(DayConverter, "day")
register_converter(ChallengeKindConverter, "challenge_kind")
