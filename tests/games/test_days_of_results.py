"""Which date a game counts for, when its player moves about."""

from datetime import date
from typing import Any

import pytest

from accounts.models import User
from accounts.services.zones import zone_set
from games.services.results import result_put
from tests.games.challenging import CODE, LINE, make_challenge, utc
from tests.games.finished import ended_run
from tests.games.support import make_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.main_path]
# Pago Pago: 30 May, 23:30; Kiritimati: 1 June, 00:30.
MOVED = utc("2026-05-31T10:30")


def day_of(player: User, ended: str, **fields: Any) -> date:
    ended_ms = round(utc(ended).timestamp() * 1000)
    run = ended_run(player, CODE, LINE[:3], ended_ms=ended_ms, **fields)
    result = result_put(run=run)
    assert result is not None
    return result.day


def test_a_move_west_brings_no_date_back_and_one_later_changes_none() -> None:
    """In Pago Pago, then in Kiritimati, then in Pago Pago again: results come in late."""
    player = make_player()
    player.zone = "Pacific/Pago_Pago"
    player.save()
    zone_set(user=player, zone="Pacific/Kiritimati", now=MOVED)
    zone_set(user=player, zone="Pacific/Pago_Pago", now=utc("2026-05-31T12:00"))
    days = [
        day_of(player, ended)
        for ended in (
            "2026-05-31T10:00",
            "2026-05-31T11:00",
            "2026-05-31T13:00",
            "2026-06-03T12:00",
        )
    ]
    assert days == [date(2026, 5, 30), date(2026, 6, 1), date(2026, 6, 1), date(2026, 6, 3)]


def test_a_weekly_counts_for_the_day_it_ended_at_home_and_a_daily_for_its_own() -> None:
    """The weekly ends in Oslo past Thursday's midnight, the daily on the morning it closes."""
    player = make_player()
    player.zone = "Europe/Oslo"
    player.save()
    weekly = make_challenge(kind="weekly", day=date(2026, 6, 1))
    daily = make_challenge(day=date(2026, 6, 1), code="")
    assert day_of(player, "2026-06-04T22:30", challenge=weekly) == date(2026, 6, 5)
    assert day_of(player, "2026-06-02T11:00", challenge=daily) == date(2026, 6, 1)
