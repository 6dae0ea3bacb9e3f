"""Sites of real processes. All of this is slow and belongs to `make faults`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from tests.faults.service import Site, admin_url, copied_site
from tests.support.servers import running_postgres


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.faults)
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """An empty embedded database, migrated."""
    site = Site(tmp_path_factory.mktemp("sqlite"))
    site.run("django", "migrate", "--verbosity", "0")
    return site


@pytest.fixture(scope="session")
def postgres_template(
    tmp_path_factory: pytest.TempPathFactory, test_directory: None
) -> Iterator[Site]:
    """An empty PostgreSQL database, migrated; the server keeps what it has committed."""
    data = settings.TEST_DIR / "durable"
    with running_postgres(data, durable=True) as url:
        url = url.replace("/postgres?", "/template_site?")
        site = Site(tmp_path_factory.mktemp("postgres"), url)
        with psycopg.connect(admin_url(site.database_url), autocommit=True) as connection:
            connection.execute("CREATE DATABASE template_site")
        site.run("django", "migrate", "--verbosity", "0")
        yield site


@pytest.fixture(params=["postgres", "sqlite"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """A site with an empty database; nothing runs yet. Once for each database."""
    template: Site = request.getfixturevalue(f"{request.param}_template")
    with copied_site(tmp_path / "site", template) as site:
        yield site


@pytest.fixture
def sqlite_site(sqlite_template: Site, tmp_path: Path) -> Iterator[Site]:
    """The same on the embedded database alone, for what does not depend on the database."""
    with copied_site(tmp_path / "site", sqlite_template) as site:
        yield site


@pytest.fixture
def postgres_site(postgres_template: Site, tmp_path: Path) -> Iterator[Site]:
    """The same on PostgreSQL alone."""
    with copied_site(tmp_path / "site", postgres_template) as site:
        yield site
