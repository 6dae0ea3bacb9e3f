"""What accounts does to a player's runs: merge, export, erase, keep; and sums over them."""

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from accounts.models import User
from accounts.registry import ids_to_keep
from accounts.selectors import export_of
from accounts.services.merging import guest_merge
from games.models import Run
from games.registrations import runs_erase
from games.selectors.runs import vegas_balance
from tests.games.support import make_player, make_run

pytestmark = pytest.mark.django_db


@pytest.fixture
def ingrid() -> User:
    return make_player()


def ended(player: User, event: str, score: int, moves: int = 10) -> Run:
    run = make_run(player, event)
    Run.objects.filter(pk=run.pk).update(
        state="ended", result="stopped", score=score, moves=moves, ended_ms=1
    )
    return run


def test_signing_in_brings_the_guests_runs_along(ingrid: User) -> None:
    guest = User(tag="4F7K")
    guest.save()
    run = make_run(guest, "RU1-C", "ranked")
    guest_merge(guest=guest, account=ingrid)
    assert Run.objects.get(pk=run.pk).player == ingrid


def test_the_export_holds_every_run_and_no_sealed_code(ingrid: User) -> None:
    open_run = make_run(ingrid, "RU1-C", "ranked")
    casual = make_run(ingrid, "KL1-3")
    runs = {
        row["run"]: row
        for row in json.loads(json.dumps(export_of(ingrid), cls=DjangoJSONEncoder))["games"]
    }
    assert runs[open_run.token]["code"] == ""
    assert runs[casual.token]["code"] == casual.code


def test_erasing_leaves_nothing_and_only_of_this_player(ingrid: User) -> None:
    sindre = make_player("Sindre")
    make_run(ingrid)
    kept = make_run(sindre)
    runs_erase(ingrid)
    assert list(Run.objects.all()) == [kept]


def test_a_guest_with_a_result_is_kept(ingrid: User) -> None:
    sindre = make_player("Sindre")
    ended(ingrid, "RU1-C", 100)
    ended(sindre, "RU1-C", 0, moves=0)
    assert ids_to_keep([ingrid.pk, sindre.pk]) == {ingrid.pk}


def test_vegas_adds_up_over_ended_vegas_runs_alone(ingrid: User) -> None:
    assert vegas_balance(player=ingrid) == 0
    ended(ingrid, "KL1-1V", -52)
    ended(ingrid, "KL1-3V", 208)
    ended(ingrid, "KL1-3", 400)
    ended(ingrid, "KL1-1V", -52, moves=0)
    make_run(ingrid, "KL1-1V")
    ended(make_player("Sindre"), "KL1-1V", 99)
    assert vegas_balance(player=ingrid) == 156
