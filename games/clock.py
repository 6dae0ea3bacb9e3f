"""The server's clock, in milliseconds of UTC: the only clock that play is measured by."""

from __future__ import annotations

import time


def now_ms() -> int:
    return int(time.time() * 1000)
