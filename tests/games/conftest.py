from collections.abc import Iterator

import pytest
from asgiref.sync import SyncToAsync
from django.db import connections

from games.db import db_thread_release
from games.writer import writer


@pytest.fixture(autouse=True)
def threads_released() -> Iterator[None]:
    """The writer's and the reader's connections end before the database is flushed."""
    yield
    writer.close()
    db_thread_release()
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()
