"""Names that players report, and what staff decides: it may stay, or a neutral one replaces it."""

import secrets
from collections.abc import Iterable
from datetime import datetime
from functools import partial
from smtplib import SMTPException

import structlog
from django.db import transaction

from accounts.errors import ReportError
from accounts.mails import mail_make
from accounts.models import NameReport, RefusedName, ReportState, User
from accounts.names import InvalidNameError, name_skeleton
from accounts.services.names import name_save

log = structlog.get_logger(__name__)

# In every language the same, and nobody's own.
NEUTRAL = "Solitaire {number}"


def name_report(*, reporter: User, player_id: int, reason: str, now: datetime) -> None:
    """Puts the name before staff; again by the same player changes nothing while that is open.

    ReportError "unknown" for somebody without a name of their own choice, "self".
    """
    if reporter.pk == player_id:
        raise ReportError("self")
    player = User.objects.filter(pk=player_id, name__isnull=False).first()
    if player is None:
        raise ReportError("unknown")
    NameReport.objects.get_or_create(
        player=player,
        reporter=reporter,
        state=ReportState.OPEN,
        defaults={"name": player.name, "reason": reason, "created_at": now},
    )


def reports_dismiss(*, ids: Iterable[int], staff: User, now: datetime) -> int:
    """The names may stay; how many reports that closes."""
    waiting = NameReport.objects.filter(pk__in=list(ids), state=ReportState.OPEN)
    return waiting.update(state=ReportState.DISMISSED, decided_at=now, decided_by=staff)


def name_replace(*, player_id: int, name: str, staff: User, now: datetime) -> bool:
    """Takes this name away and refuses it, and its look-alikes, from now on.

    Locks the player's row. The player is told by a mail and on their next page. False when they
    have left or have another name by now: then only the reports of the name are closed.
    """
    with transaction.atomic():
        reports = NameReport.objects.filter(player=player_id, name=name, state=ReportState.OPEN)
        reports.update(state=ReportState.UPHELD, decided_at=now, decided_by=staff)
        RefusedName.objects.get_or_create(
            skeleton=name_skeleton(name), defaults={"refused_at": now}
        )
        player = User.objects.select_for_update().filter(pk=player_id, name=name).first()
        if player is None:
            return False
        player.renamed_at = now
        _neutral_name(player)
        transaction.on_commit(partial(_tell, player, name))
    return True


def renaming_told(*, user: User) -> bool:
    """Whether to tell the player now that staff replaced the name: True once."""
    waiting = User.objects.filter(pk=user.pk, renamed_at__isnull=False)
    user.renamed_at = None
    return bool(waiting.update(renamed_at=None))


def _neutral_name(player: User) -> None:
    while True:
        try:
            name_save(user=player, name=NEUTRAL.format(number=secrets.randbelow(900_000) + 100_000))
        except InvalidNameError:
            continue
        return


def _tell(player: User, name: str) -> None:
    mail = mail_make(user=player, template="renamed", context={"before": name})
    if mail is None:
        return
    try:
        mail.send()
    except (SMTPException, OSError) as error:
        log.warning("rename_mail_not_sent", player=player.pk, error=type(error).__name__)
