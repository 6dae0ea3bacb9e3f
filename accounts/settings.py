"""A player's settings: one schema, for the account, the settings page and the API."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting with its default; what a player has not set is not stored."""

    placement_help: bool = True
    interactive_rules: bool = True
    double_tap: bool = True
    auto_placement: bool = False
    finish_button: bool = True
    columns_first: bool = False
    winnable_only: bool = False
    winnable_only_classic: bool = True
    draw: Literal[1, 3] = 1
    theme: Literal["felt", "midnight", "linen", "auto"] = "felt"
    deck: Literal["four", "two"] = "four"
    left_hand: bool = False
    local_ranks: bool = True
    sound: bool = False
    kind: Literal["ranked", "casual"] = "ranked"
    motion: bool = True
    text_board: bool = False
    profile_for: Literal["everyone", "friends", "nobody"] = "everyone"
    hide_from_boards: bool = False
    daily_reminder: bool = False


DEFAULTS: dict[str, Any] = msgspec.to_builtins(Settings())


class InvalidSettingsError(ValueError):
    """Unknown keys or values of another type or choice; ``detail`` is msgspec's, in English."""

    code = "settings"

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


def settings_check(changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes as they may be stored, or InvalidSettingsError; nothing is converted."""
    try:
        checked = msgspec.convert(dict(changes), Settings)
    except msgspec.ValidationError as error:
        raise InvalidSettingsError(str(error)) from error
    values = msgspec.to_builtins(checked)
    return {key: values[key] for key in changes}


def settings_read(stored: Mapping[str, Any]) -> dict[str, Any]:
    """All settings: the stored ones over the defaults. What a former version stored is ignored."""
    return DEFAULTS | {key: value for key, value in stored.items() if _is_valid(key, value)}


def _is_valid(key: str, value: Any) -> bool:
    try:
        settings_check({key: value})
    except InvalidSettingsError:
        return False
    return True
