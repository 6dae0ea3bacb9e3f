"""Counting move sequences: the check that the rules are right."""

from __future__ import annotations

from collections.abc import Iterator

from engine.position import Position
from engine.rules import apply, legal_moves


def perft(start: Position, depth: int) -> Iterator[int]:
    """Numbers of legal move sequences of length 1, 2 … ``depth``, each as soon as it is known.

    Sequences, not positions; those that meet in one position are carried on together.
    """
    front = {start: 1}
    for length in range(1, depth + 1):
        total = 0
        reached: dict[Position, int] = {}
        for position, ways in front.items():
            moves = legal_moves(position)
            total += ways * len(moves)
            if length < depth:
                for move in moves:
                    after = apply(position, move)
                    reached[after] = reached.get(after, 0) + ways
        yield total
        front = reached
