"""Which date a game counts for, when its player moves about."""

from datetime import date

import pytest

from accounts.services.zones import zone_set
from games.services.results import result_put
from tests.games.challenging import CODE, LINE, utc
from tests.games.finished import ended_run
from tests.games.support import make_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.main_path]
# Pago Pago: 30 May, 23:30; Kiritimati: 1 June, 00:30.
MOVED = utc("2026-05-31T10:30")


def day_of(player: object, ended: str) -> date:
    run = ended_run(player, CODE, LINE[:3], ended_ms=round(utc(ended).timestamp() * 1000))  # type: ignore[arg-type]
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
