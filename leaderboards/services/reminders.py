"""The reminder of an unplayed daily: one mail a day and player, whatever beat and workers do."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused

import structlog
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.urls import reverse

from accounts.mails import mail_make
from accounts.models import User
from accounts.services.reminders import (
    evening_zones,
    reminder_claim,
    reminder_release,
    reminder_token,
    reminders_due,
)
from games.selectors.attempts import daily_players
from games.selectors.challenges import challenges_of_day

log = structlog.get_logger(__name__)

# What one task sends: with a slow mail server it must end within its time limit.
LIMIT = 500
BATCH = 100


def reminders_send(*, now: datetime, limit: int = LIMIT) -> int:
    """Reminds whoever wants it, lives where it is late in the day, and has begun no daily of the
    date at home; how many mails went out.

    The day is stored in the player's row before the mail is sent: a second beat finds nothing,
    and a worker killed in between costs one reminder. Without a mail server none is lost: the
    next beat tries again.
    """
    sent = 0
    connection = get_connection()
    try:
        for day, player in _idle(now):
            if sent >= limit:
                break
            message = _claimed_mail(player, day)
            if message is not None:
                message.connection = connection
                sent += _send(message, player, day)
    except (SMTPException, OSError) as error:
        log.warning("reminders_not_sent", sent=sent, error=type(error).__name__)
    finally:
        connection.close()
    return sent


def _idle(now: datetime) -> Iterator[tuple[date, User]]:
    """Those to be reminded and the date at their home. Who has played is ticked off on the way."""
    for day, zones in evening_zones(now).items():
        if all(challenge.is_over for challenge in challenges_of_day(day=day)):
            continue
        after = 0
        while batch := reminders_due(day=day, zones=zones, after=after, limit=BATCH):
            after = batch[-1].pk
            played = daily_players(day=day, ids=[player.pk for player in batch])
            for player in batch:
                if player.pk in played:
                    reminder_claim(player_id=player.pk, day=day)
                else:
                    yield day, player


def _claimed_mail(player: User, day: date) -> EmailMessage | None:
    """The mail, if it is this beat's to send and there is an address to send it to."""
    if not reminder_claim(player_id=player.pk, day=day):
        return None
    path = reverse("accounts_reminder_end", args=[reminder_token(player.pk)])
    end_url = settings.SITE_URL.rstrip("/") + path
    return mail_make(
        user=player,
        template="daily_reminder",
        context={"day": day, "end_url": end_url},
        headers={
            "List-Unsubscribe": f"<{end_url}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def _send(message: EmailMessage, player: User, day: date) -> int:
    """1 when it went out, 0 for an address that the server refuses; any other failure gives the
    day back and ends the beat."""
    try:
        assert message.connection is not None
        message.connection.open()
        return message.send()
    except (SMTPRecipientsRefused, SMTPDataError) as error:
        log.warning("reminder_refused", player=player.pk, error=type(error).__name__)
        return 0
    except (SMTPException, OSError):
        reminder_release(player_id=player.pk, day=day)
        raise
