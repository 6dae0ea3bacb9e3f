"""Boards for the table's tests, written as one sees them; the hidden cards fill themselves in."""

from __future__ import annotations

from engine.cards import RANKS, SUITS
from engine.position import Position, parse_position
from engine.variants import event_variant

EVERY = [rank + suit for suit in SUITS for rank in RANKS]


def pairs(text: str) -> list[str]:
    """The cards of a text: ``"8STD"`` → ``["8S", "TD"]``."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def raised(tops: str) -> list[str]:
    """Cards on foundations whose tops are e.g. ``"7-A4"``."""
    return [
        rank + suit
        for suit, top in zip(SUITS, tops, strict=True)
        for rank in RANKS[: ("-" + RANKS).index(top)]
    ]


def board(
    event: str, columns: str, down: str, tops: str, *, stock: int = 0, waste: str = ""
) -> Position:
    """A position. `columns`: open cards, ``/`` between; `down`: face-down cards of each column.

    Cards named nowhere lie face down, then in the stock; any left over lie deep in the waste.
    """
    opened = columns.split("/")
    named = {*pairs(columns.replace("/", "")), *pairs(waste), *raised(tops)}
    rest = [card for card in EVERY if card not in named]
    rest = rest[::2] + rest[1::2]
    written = []
    for text, count in zip(opened, map(int, down), strict=True):
        written.append(f"{count}{''.join(rest[:count])}{text}")
        rest = rest[count:]
    drawn = "".join(rest[stock:]) + waste
    parts = ["/".join(written), tops, "".join(rest[:stock]) or "-", drawn or "-", "0"]
    return parse_position(event_variant(event), " ".join(parts))


RUSSIAN = board(
    "RU1-C",
    "KDQDJD/8S9C8CJHTH9H7D/KSQSJSTS9S/6HTDKC5H/QH7C6C5C//QCJCTC8H7H9D8D",
    "0111101",
    "7424",
)
"""Legal: among others 7D on 8D, the three from TD on JD, 5H up."""

DEEP = board(
    "RU1-C",
    "KSQS/4HQCJC9D3CTD8C7C2D6H5CTH9HJD8D6D5D7S/KHQH/KC/QD8H7H/JSTS9S8S/9C",
    "0612001",
    "53A2",
)
"""Column b is 24 deep."""

KLONDIKE = board(
    "KL1-3",
    "JCTH/8D/KSQH/6C5D/9S8H7S/4H/JD",
    "0213456",
    "23-A",
    stock=9,
    waste="9CQS6D",
)
"""Legal: 4H up, 6D on 7S; the stock is three draws deep."""

FINISHABLE = board("KL1-3", "KH/QSJH/KSQHJS/KD/QCJD/QD/KC", "0000000", "TTTJ")
"""Eleven cards from its end."""

LAST = board("RU1-C", "KH//////", "0000000", "KQKK")
"""One tap from its end."""
