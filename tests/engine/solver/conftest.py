"""What the solver's tests share."""

from __future__ import annotations

import pytest

from engine.solver.warm import warm_up


@pytest.fixture(scope="session", autouse=True)
def warm_kernels() -> None:
    """Compiling must not eat the seconds that tests give to searches."""
    warm_up()
