"""Refusals of this app: a stable code, and data where there is any."""


class AccountError(Exception):
    """``code`` is stable; the texts for people are in ``texts`` and the templates."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class NotAGuestError(AccountError):
    def __init__(self, code: str = "not_a_guest") -> None:
        super().__init__(code)


class FriendError(AccountError):
    """What cannot be between two players.

    ``code`` is one of guest, unknown, self, friends, blocking, gone, asked_many, friends_many.
    """


class ReportError(AccountError):
    """A name that cannot be reported; ``code`` is one of unknown, self."""
