"""What can be wrong with what a caller gave: unreadable, illegal or unknown, never mixed.

Each error carries a stable ``code`` for programs and a ``detail`` for developers; text for
people is made from the code elsewhere.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

CodePart = Literal["prefix", "rules", "seed", "length"]


class Wanted(NamedTuple):
    """The cards that would do at a place: one rank, suit letters in the order SHDC."""

    rank: int
    suits: str


class EngineError(Exception):
    """Base of every error the engine raises on purpose."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail


class NotationError(EngineError):
    """Unreadable: the text is not the notation."""

    def __init__(self, detail: str, code: str = "notation") -> None:
        super().__init__(code, detail)


class IllegalMove(EngineError):
    """Readable, but the rules refuse it; ``code`` is the reason."""

    def __init__(self, code: str, *, wanted: Wanted | None = None, detail: str = "") -> None:
        super().__init__(code, detail)
        self.wanted = wanted


class UnknownCode(EngineError):
    """A game code that names nothing; ``part`` says which piece of it."""

    def __init__(self, part: CodePart, detail: str = "") -> None:
        super().__init__("unknown_code", detail or part)
        self.part: CodePart = part


class RecordError(NotationError):
    """A record that cannot be read; ``part`` names the tag or the line at fault."""

    def __init__(self, part: str, detail: str = "") -> None:
        super().__init__(f"{part}: {detail}" if detail else part, code="record")
        self.part = part


class LogTooLong(EngineError):
    """A log over its cap of items or bytes, refused before it is read."""

    def __init__(self, detail: str = "") -> None:
        super().__init__("log_too_long", detail)
