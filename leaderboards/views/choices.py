"""Filters and tabs: ways on from a page, one of them its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine.variants import EVENTS
from games.titles import event_title


class Choice(NamedTuple):
    """A filter or a tab: where it leads, and whether it is the current one."""

    title: str
    url: str
    current: bool = False


def event_choices(
    current: str, url: Callable[[str], str], events: Iterable[str] = EVENTS
) -> list[Choice]:
    """A tab for each event; `url` leads to the page of one."""
    return [Choice(event_title(event), url(event), event == current) for event in events]
