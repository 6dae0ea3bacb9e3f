"""What beat asks of this app; each may run twice or late."""

import structlog
from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts.services.deletion import deletions_execute
from accounts.services.guests import guests_purge

log = structlog.get_logger(__name__)


@shared_task  # type: ignore[untyped-decorator]
def purge_idle_guests() -> None:
    log.info("guests_purged", count=guests_purge(now=timezone.now()))


@shared_task  # type: ignore[untyped-decorator]
def execute_deletions() -> None:
    log.info("accounts_deleted", count=deletions_execute(now=timezone.now()))


@shared_task  # type: ignore[untyped-decorator]
def clear_expired_sessions() -> None:
    SessionStore.clear_expired()
