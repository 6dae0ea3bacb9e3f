"""A machine whose clock is wrong by `CLOCK_SKEW` seconds: put this directory on PYTHONPATH."""

import os
import time

_right, _right_ns = time.time, time.time_ns
_seconds = float(os.environ.get("CLOCK_SKEW", "0"))


def _wrong() -> float:
    return _right() + _seconds


def _wrong_ns() -> int:
    return _right_ns() + round(_seconds * 1e9)


time.time, time.time_ns = _wrong, _wrong_ns
