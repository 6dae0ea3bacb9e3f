"""Runs for staff. No page shows a code, a deal or a log of an open run."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from games.models import Run


@admin.register(Run)
class RunAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("token", "player", "event", "kind", "state", "result", "moves", "score")
    list_filter = ("event", "kind", "state", "result")
    search_fields = ("token", "player__name")
    fields = readonly_fields = (
        "token", "player", "kind", "event", "state", "result", "created_at", "seq", "moves",
        "score", "up", "turned", "undos", "hints",
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
