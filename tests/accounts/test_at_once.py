"""What two requests in the same instant may do to each other: real threads, real transactions."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts import registry
from accounts.models import User
from accounts.names import InvalidNameError
from accounts.services.accounts import settings_update
from accounts.services.deletion import deletion_cancel, deletion_request, deletions_execute
from accounts.services.guests import IDLE_AFTER
from accounts.services.merging import guest_merge
from accounts.services.names import name_save
from accounts.settings import DEFAULTS

pytestmark = pytest.mark.django_db(transaction=True)
Call = Callable[[], Any]


def at_once(*calls: Call) -> list[Any]:
    """The results, or the refusals, of calls that start together, each on its own connection."""
    start = Barrier(len(calls))

    def run(call: Call) -> Any:
        try:
            start.wait(timeout=10)
            return call()
        except InvalidNameError as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.fixture
def merges() -> Iterator[list[int]]:
    seen: list[int] = []
    registry.register_merger("test", lambda guest, account: seen.append(guest.pk))
    yield seen
    registry.mergers.unregister("test")


def test_one_of_many_gets_the_name(make_player: Callable[..., User]) -> None:
    players = [make_player(f"Player{letter}s") for letter in "abcd"]
    spellings = ["Solveig", "SoIveig", "SOLVEIG", "solve1g"]
    results = at_once(
        *(
            lambda player=player, name=name: name_save(user=player, name=name)
            for player, name in zip(players, spellings, strict=True)
        )
    )
    assert sorted(results, key=str) == [None, "taken", "taken", "taken"]


def test_all_settings_changed_at_once_are_kept(player: User) -> None:
    flags = [key for key, value in DEFAULTS.items() if value is False]
    copies = [User.objects.get(pk=player.pk) for _ in flags]
    at_once(
        *(
            lambda copy=copy, flag=flag: settings_update(user=copy, changes={flag: True})
            for copy, flag in zip(copies, flags, strict=True)
        )
    )
    player.refresh_from_db()
    assert player.settings == dict.fromkeys(flags, True)


def test_a_guest_is_merged_once(player: User, merges: list[int]) -> None:
    guest = User.objects.create(tag="2222")
    pk = guest.pk
    at_once(*[lambda: guest_merge(guest=User(pk=pk), account=player)] * 4)
    assert merges == [pk]
    assert not User.objects.filter(pk=pk).exists()


def test_an_account_is_deleted_once(player: User) -> None:
    erased: list[int] = []
    registry.register_eraser("test", lambda user: erased.append(user.pk))
    deletion_request(user=player, now=timezone.now() - IDLE_AFTER)
    try:
        results = at_once(*[lambda: deletions_execute(now=timezone.now())] * 3)
    finally:
        registry.erasers.unregister("test")
    assert sorted(results) == [0, 0, 1]
    assert erased == [player.pk]


def test_signing_in_while_being_deleted_is_one_or_the_other(player: User) -> None:
    deletion_request(user=player, now=timezone.now() - IDLE_AFTER)
    kept, deleted = at_once(
        lambda: deletion_cancel(user=player), lambda: deletions_execute(now=timezone.now())
    )
    assert (kept, deleted) in {(True, 0), (False, 1)}
    assert User.objects.filter(name="Solveig").exists() == kept
