from collections.abc import Iterator

import pytest
from asgiref.sync import SyncToAsync
from django.db import connections
from pytest_django import Settings

from games.db import db_thread_release
from games.services import dealing
from games.writer import writer
from tests.games.races import Clock


@pytest.fixture(autouse=True)
def threads_released() -> Iterator[None]:
    """The writer's and the reader's connections end before the database is flushed."""
    yield
    writer.close()
    db_thread_release()
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(autouse=True)
def nobody_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test asks the solver anew, whatever another heard."""
    monkeypatch.setitem(dealing._silence, "until", 0.0)


@pytest.fixture(autouse=True)
def fast_hands(settings: Settings) -> None:
    """Tests play faster than people; the test of the limit sets it back."""
    settings.PLAY_ITEMS_IN_2_SECONDS = 1_000_000


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of races, set by hand."""
    set_by_hand = Clock()
    for module in ("races", "race_starts", "runs"):
        monkeypatch.setattr(f"games.services.{module}.now_ms", set_by_hand)
    return set_by_hand
