"""How long a search may go on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]


@dataclass(slots=True)
class Budget:
    """How long a search may go on; ``clock`` gives seconds (of this thread's CPU by default)."""

    seconds: float
    states: int | None = None
    clock: Clock = time.thread_time
    spent: int = 0
    started: float = 0.0

    def start(self) -> Budget:
        self.started = self.clock()
        return self

    @property
    def ms(self) -> float:
        return 1000 * (self.clock() - self.started)

    @property
    def over(self) -> bool:
        full = self.states is not None and self.spent >= self.states
        return full or self.ms >= 1000 * self.seconds

    def slice(self, wanted: int) -> int:
        """How many of ``wanted`` positions may be searched."""
        return wanted if self.states is None else max(1, min(wanted, self.states - self.spent))
