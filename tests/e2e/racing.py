"""Races in the browser: proved deals that the test knows, and players with their devices."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, WebSocket

from tests.e2e.table import Table
from tests.support.browsing import watched
from tests.support.live import ROOT, LiveService

# A session a name.
PREPARE = """
import sys, json
import django
django.setup()
from django.conf import settings
from tests.games.support import make_player, sign_in
names = json.loads(sys.argv[1])
print(json.dumps([settings.SESSION_COOKIE_NAME, [sign_in(make_player(name)) for name in names]]))
"""
# The deal comes before all that the service has proved by itself.
PROVE = """
import sys
import django
django.setup()
from games.models import PoolDeal
from tests.games.races import pool_add
deal = pool_add(sys.argv[1])
first = min(PoolDeal.objects.values_list("pk", flat=True))
PoolDeal.objects.filter(pk=deal.pk).update(id=min(0, first) - 1)
"""
# The limit comes at once: as if the race had been going on for so long.
HURRY = """
import sys
import django
django.setup()
from django.db import transaction
from django.db.models import F
from games.clock import now_ms
from games.models import Race, Run
from games.broadcast import room_announce
ends = now_ms() + int(sys.argv[2])
with transaction.atomic():
    races = Race.objects.select_for_update().filter(token=sys.argv[1])
    races.update(ends_ms=ends, version=F("version") + 1)
    Run.objects.filter(race__token=sys.argv[1]).update(closes_ms=ends)
room_announce(token=sys.argv[1])
"""

# The host has waited long enough.
WAITED = """
import sys
import django
django.setup()
from django.db.models import F
from games.broadcast import room_announce
from games.clock import now_ms
from games.models import Race
Race.objects.filter(token=sys.argv[1]).update(ready_ms=now_ms(), version=F("version") + 1)
room_announce(token=sys.argv[1])
"""


def in_service(service: LiveService, script: str, *arguments: str) -> str:
    """Run a script as one of the service's own processes would; its last line."""
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        env=service.environment | {"PYTHONPATH": os.fspath(ROOT)},
        check=True,
        capture_output=True,
        text=True,
    )
    return (done.stdout.strip().splitlines() or [""])[-1]


@dataclass
class Racer:
    """A person, their device and what it is told."""

    name: str
    context: BrowserContext
    page: Page
    touch: bool
    faults: list[str]
    frames: list[dict[str, Any]] = field(default_factory=list)
    played: int = 0

    @classmethod
    def of(
        cls, browser: Browser, service: LiveService, name: str, device: dict[str, Any],
        cookie: tuple[str, str] | None = None,
    ) -> Racer:  # fmt: skip
        context = browser.new_context(
            base_url=service.url, locale="en", reduced_motion="reduce", **device
        )
        if cookie is not None:
            context.add_cookies([{"name": cookie[0], "value": cookie[1], "url": service.url}])
        page = context.new_page()
        racer = cls(name, context, page, bool(device.get("has_touch")), watched(page))

        def opened(socket: WebSocket) -> None:
            socket.on("framereceived", lambda text: racer.frames.append(json.loads(str(text))))

        page.on("websocket", opened)
        return racer

    @property
    def table(self) -> Table:
        return Table(self.page, touch=self.touch)

    def play(self, moves: list[str], upto: int) -> None:
        """Go on with the line as far as `upto` items, each acknowledged before the next."""
        table = self.table
        for place in range(self.played, upto):
            table.settled(place)
            table.play(moves[place])
        table.settled(upto)
        self.played = upto

    def heard(self, t: str) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if frame["t"] == t]


def token_of(page: Page) -> str:
    return page.url.rstrip("/").split("/")[-1]
