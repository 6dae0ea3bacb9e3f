"""Publishes the challenges that are due, as beat does, and says what it made."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services.challenges import challenges_publish


class Command(BaseCommand):
    help = "Deal, seal and promise every challenge that is due. Safe to run at any time, any number"

    def handle(self, *args: Any, **options: Any) -> None:
        done = challenges_publish(now=timezone.now())
        self.stdout.write(f"{done.made} made, {done.outages} outages recorded")
        for lacking in done.lacking:
            self.stdout.write(self.style.WARNING(f"no proved deal ready for {lacking}"))
        for waiting in done.waiting:
            self.stdout.write(f"waits for a full pool: {waiting}")
