"""Errors of the games app: each with a stable code; texts for people are made by the views."""

from __future__ import annotations


class GameError(Exception):
    """`code` is stable and may be shown to machines; `detail` holds no card and no code."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


class RunNotFound(GameError):
    """No such run, or none that this viewer may know of: one error for both."""

    def __init__(self) -> None:
        super().__init__("not_found")


class RaceNotFound(RunNotFound):
    """No such race. Whoever has its address may look at it."""


class RunNotOpen(GameError):
    def __init__(self) -> None:
        super().__init__("finished")


class RecordRefused(GameError):
    """A submitted record that cannot stand. `index` is the item at fault, from 0; `detail` names
    the tag, line or part of a code that is."""

    def __init__(self, code: str, *, index: int | None = None, detail: str = "") -> None:
        super().__init__(code, detail)
        self.index = index


class AnalysesPending(GameError):
    """Enough games of this player wait for the solver already."""

    def __init__(self) -> None:
        super().__init__("analyses_pending")


class Unavailable(GameError):
    """The database does not answer now. `detail` is the kind of error."""

    def __init__(self, detail: str = "") -> None:
        super().__init__("unavailable", detail)


class WriterUnavailable(Unavailable):
    """The database cannot be written now; nothing of the batch is acknowledged."""
