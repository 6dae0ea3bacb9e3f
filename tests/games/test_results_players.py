"""Results when their player proves an address, is merged into another, or leaves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from accounts.registry import ids_to_keep
from accounts.selectors import export_of
from accounts.services.deletion import deletion_request, deletions_execute
from accounts.services.guests import guests_purge
from accounts.services.merging import guest_merge
from games.models import Challenge, PoolDeal, Result, Review, Run
from games.results import results_last_place, results_since
from games.services.verification import run_verify
from tests.games.finished import ended_run, verify_address
from tests.games.support import make_player, won_lines

pytestmark = pytest.mark.django_db
CODE = "RU1-C-NHOJOHH-BANNVRI-OEVQQAU-OLVLCHM"
MOVES = won_lines(sealed=True)[CODE]


def make_guest() -> User:
    guest = User(tag="ABCD")
    guest.set_unusable_password()
    guest.save()
    return guest


def challenge(*, closed: bool) -> Challenge:
    deal = PoolDeal.objects.create(
        event="RU1-C", sealed_code=b"", sealed_line=b"", par=1, bound=1, states=1, solver="1"
    )
    opened = {"closed_at": timezone.now(), "salt": "0" * 32, "code": CODE} if closed else {}
    return Challenge.objects.create(
        kind="daily",
        event="RU1-C",
        day=datetime(2026, 12, 24 + closed, tzinfo=UTC).date(),
        pool_deal=deal,
        commitment="0" * 64,
        sealed_salt=b"",
        **opened,
    )


def newest() -> dict[str, Result]:
    """The newest version of each run, as a fold of the stream has it."""
    return {result.token: result for result in results_since(place=0, limit=999)}


def test_a_proved_address_makes_results_count_and_its_loss_no_longer() -> None:
    player = make_player()
    run = ended_run(player, CODE, MOVES)
    run_verify(run_id=run.pk)
    EmailAddress.objects.create(user=player, email=player.email, primary=True)
    assert newest()[run.token].counts is False
    address = EmailAddress.objects.get()
    address.set_verified()
    assert newest()[run.token].counts is True
    place = results_last_place()
    address.save()
    assert results_last_place() == place, "nothing new is nothing said"
    address.delete()
    assert newest()[run.token].counts is False


@pytest.mark.main_path
def test_a_guests_results_enter_when_the_guest_is_merged() -> None:
    guest, account = make_guest(), make_player()
    verify_address(account)
    run = ended_run(guest, CODE, MOVES)
    run_verify(run_id=run.pk)
    assert newest()[run.token].counts is False
    guest_merge(guest=guest, account=account)
    last = newest()[run.token]
    assert (last.player_id, last.counts, last.version) == (account.pk, True, 2)
    assert {result.player_id for result in results_since(place=0, limit=9)} == {account.pk}


def leave(player: User) -> None:
    deletion_request(user=player, now=timezone.now() - timedelta(days=15))
    assert deletions_execute(now=timezone.now()) == 1


@pytest.mark.main_path
def test_who_leaves_takes_the_logs_and_leaves_ranks_of_closed_challenges() -> None:
    player = make_player()
    verify_address(player)
    closed, running = challenge(closed=True), challenge(closed=False)
    kept = ended_run(player, CODE, MOVES, challenge=closed)
    unseen = ended_run(make_guest(), CODE, MOVES, challenge=closed)
    gone = ended_run(player, CODE, MOVES, challenge=running)
    plain = ended_run(player, CODE, MOVES)
    for run in (gone, plain, unseen):
        run_verify(run_id=run.pk)
    # The first one was never verified: its log is replayed before it goes.
    leave(player)
    last = newest()
    assert {token: last[token].state for token in last} == {
        kept.token: "verified",
        gone.token: "withdrawn",
        plain.token: "withdrawn",
        unseen.token: "verified",
    }
    assert (last[kept.token].run_id, last[kept.token].counts) == (None, True)
    assert last[kept.token].moves == len(MOVES)
    assert not Run.objects.filter(player=player).exists()
    player.refresh_from_db()
    assert (player.name, player.email, player.deleted_at is None) == (None, "", False)
    assert player.display_name == "Deleted player"
    assert not EmailAddress.objects.exists()


def test_a_guest_with_results_outlives_ninety_days_and_one_without_does_not() -> None:
    idle, played = make_guest(), make_guest()
    run = ended_run(played, CODE, MOVES)
    run_verify(run_id=run.pk)
    User.objects.update(seen_at=timezone.now() - timedelta(days=91))
    assert ids_to_keep([idle.pk, played.pk]) == {played.pk}
    assert guests_purge(now=timezone.now()) == 1
    assert User.objects.get() == played


def test_the_export_tells_of_verification_and_reviews() -> None:
    player = make_player()
    run = ended_run(player, CODE, MOVES)
    run_verify(run_id=run.pk)
    Review.objects.create(run=run, signal="fast_hands", state="removed", note="Too fast")
    (told,) = export_of(player)["games"]
    assert (told["verification"], told["submitted"]) == ("verified", False)
    assert told["reviews"][0]["note"] == "Too fast"
    assert "signal" not in told["reviews"][0]
