"""Fixtures of the whole suite."""

import shutil
from collections.abc import Iterator

import pytest
from django.conf import settings

from tests.support.servers import running_postgres, running_redis


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
