"""One clock for all processes: the database's, whatever that of the machine says."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from django.conf import settings as configured
from django.db import connection
from pytest_django import Settings

from games import clock
from games.clock import Kept, clock_keep, clock_read, now_ms
from games.db import in_db


@pytest.fixture(autouse=True)
def kept() -> Iterator[None]:
    clock.clock_forget()
    yield
    clock.clock_forget()


@pytest.fixture
def asked(settings: Settings) -> None:
    settings.CLOCK_OF_DATABASE = True


def skew(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """This machine's clock is wrong."""
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + seconds)


def test_it_is_kept_by_default() -> None:
    from config.settings import base

    assert base.CLOCK_OF_DATABASE
    assert not configured.CLOCK_OF_DATABASE, "other tests travel in time"


@pytest.mark.django_db
@pytest.mark.parametrize("seconds", [-70, 70, 86_400])
def test_a_wrong_machine_clock_changes_nothing(
    asked: None, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    right = time.time() * 1000
    skew(monkeypatch, seconds)
    assert abs(now_ms() - right - seconds * 1000) < 10_000, "nobody has been asked yet"
    clock_keep(connection)
    if connection.vendor == "postgresql":
        assert abs(now_ms() - right) < 10_000
    else:
        assert abs(now_ms() - right - seconds * 1000) < 10_000


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_whoever_reads_the_database_for_a_socket_reads_its_clock(
    asked: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = time.time() * 1000
    skew(monkeypatch, -70)
    told = await in_db(now_ms)
    if connection.vendor == "postgresql":
        assert abs(told - right) < 10_000


@pytest.mark.django_db
def test_a_process_whose_clock_is_set_while_it_runs_does_not_notice(
    asked: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor == "postgresql":
        clock_read(connection)
        before = now_ms()
        skew(monkeypatch, 3600)
        assert 0 <= now_ms() - before < 10_000


def kept_clock() -> Kept:
    assert clock._kept is not None
    return clock._kept


def test_the_better_of_two_readings_is_kept() -> None:
    clock._take(Kept(offset=1000.0, error=1.0, read_at=10.0))
    clock._take(Kept(offset=1004.0, error=9.0, read_at=11.0))
    assert kept_clock().offset == 1000.0
    clock._take(Kept(offset=1000.5, error=0.2, read_at=12.0))
    assert kept_clock().offset == 1000.5


def test_errors_grow_so_that_a_newer_reading_wins_in_time() -> None:
    clock._take(Kept(offset=1000.0, error=1.0, read_at=0.0))
    clock._take(Kept(offset=1003.0, error=5.0, read_at=10.0))
    assert kept_clock().offset == 1000.0
    clock._take(Kept(offset=1003.0, error=5.0, read_at=40.0))
    assert kept_clock().offset == 1003.0


def test_of_two_that_contradict_each_other_the_newer_is_believed() -> None:
    """The database has moved to a machine whose clock says otherwise."""
    clock._take(Kept(offset=1000.0, error=1.0, read_at=0.0))
    clock._take(Kept(offset=9000.0, error=50.0, read_at=1.0))
    assert kept_clock().offset == 9000.0
