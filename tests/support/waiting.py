"""Waiting for conditions, never for time."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")
STEP = 0.02


def wait_until(condition: Callable[[], Found], what: str, *, seconds: float = 10) -> Found:
    """The first true answer of `condition`; AssertionError if there is none within `seconds`."""
    pause = threading.Event()
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds} s in vain: {what}")
        pause.wait(STEP)
