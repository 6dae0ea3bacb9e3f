"""Refusals of this app: a stable code, and data where there is any."""


class AccountError(Exception):
    """``code`` is stable; the texts for people are in ``forms`` and the templates."""

    code = "account"


class NotAGuestError(AccountError):
    code = "not_a_guest"
