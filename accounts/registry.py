"""What other apps know about a player, without this one knowing them.

An app registers its functions in ``AppConfig.ready``, each under the app's name:

* exporter ``(user) -> JSON-able``: everything it keeps about the player, for the export;
* eraser ``(user) -> None``: removes personal data, makes what must stay anonymous;
* merger ``(guest, account) -> None``: gives the account what the guest has;
* keeper ``(ids) -> ids``: which of these players have results that point at them.

Erasers and mergers run inside the caller's transaction and must be safe to repeat.
"""

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from accounts.models import User

    Exporter = Callable[[User], Any]
    Eraser = Callable[[User], None]
    Merger = Callable[[User, User], None]
    Keeper = Callable[[Collection[int]], set[int]]

Hook = TypeVar("Hook")


class Hooks(Generic[Hook]):
    """Named functions, called in the order of their names."""

    def __init__(self) -> None:
        self._hooks: dict[str, Hook] = {}

    def register(self, name: str, hook: Hook) -> None:
        if self._hooks.get(name, hook) != hook:
            raise ValueError(f"{name} is registered already")
        self._hooks[name] = hook

    def unregister(self, name: str) -> None:
        del self._hooks[name]

    def __iter__(self) -> Iterator[tuple[str, Hook]]:
        return iter(sorted(self._hooks.items()))


exporters: "Hooks[Exporter]" = Hooks()
erasers: "Hooks[Eraser]" = Hooks()
mergers: "Hooks[Merger]" = Hooks()
keepers: "Hooks[Keeper]" = Hooks()

register_exporter = exporters.register
register_eraser = erasers.register
register_merger = mergers.register
register_keeper = keepers.register


def ids_to_keep(ids: Collection[int]) -> set[int]:
    """Those of the players whose row some app still needs."""
    kept: set[int] = set()
    for _, keeper in keepers:
        kept |= keeper(ids)
    return kept
