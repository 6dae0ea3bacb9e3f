"""The order of a race, for whoever compares two games of one deal against the clock."""

from __future__ import annotations


def finish_key(
    *, won: bool, ms: int, up: int, turned: int, moves: int
) -> tuple[int, int, int, int]:
    """Less is better, equal is a draw: finishers by the instant of the 52nd card (`ms`), then the
    others by cards up, cards turned, moves."""
    return (0, ms, 0, 0) if won else (1, -up, -turned, moves)
