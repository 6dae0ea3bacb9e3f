"""What one viewer may see: the only redaction. No identity of a face-down card leaves here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.cards import CARD_TEXT, RANKS, cards_text
from engine.position import Cards, Position
from engine.replay import HINTS_A_GAME, Game
from engine.rules import is_finishable, targets

_FAN = 3
_HEIGHTS = "-" + RANKS


@dataclass(slots=True)
class PlayerView:
    """Everything the player may see, and every legal move.

    Optional fields are None where a game does not have them.
    """

    columns: list[str]
    """Face-down count, then visible cards deepest first: ``37H8CTD``; empty ``0``."""
    foundations: str
    """Top ranks in the order S H D C, ``-`` for none: ``7-A4``."""
    stock: int
    waste: str
    """The last three waste cards at most, the playable top last."""
    waste_count: int
    score: int
    moves: int
    ms: int
    hints: int
    """Hints left."""
    undo: bool
    legal: dict[str, str]
    """Group to target letters, best first (``rules.targets``); empty once the game ended."""
    finishable: bool
    up: int
    down: int
    """Face-down cards left in the columns."""
    result: str | None = None
    passes: int | None = None
    """Recycles still allowed; None: no limit, or no stock."""
    tick: list[int] | None = None
    """[ms, points]: what the running clock takes off the score."""
    code: str | None = None
    hidden: list[str] | None = None
    """Thoughtful games: the face-down cards of each column."""
    stock_cards: str | None = None
    """Thoughtful games: the stock in draw order."""


def player_view(
    game: Game,
    *,
    ms: int,
    result: str | None = None,
    hints_allowed: int = HINTS_A_GAME,
    columns_first: bool = False,
    code: str | None = None,
) -> PlayerView:
    """The view of ``game`` at ``ms``; ``result`` if it was ended, ``code`` only once it is open."""
    position = game.position
    variant = position.variant
    if game.won:
        result = result or "won"
    running = result is None
    thoughtful = variant.thoughtful
    return PlayerView(
        columns=_columns(position),
        foundations="".join([_HEIGHTS[height] for height in position.foundations]),
        stock=len(position.stock),
        waste=cards_text(position.waste[-_FAN:]),
        waste_count=len(position.waste),
        score=game.score_at(ms),
        moves=game.moves,
        ms=ms,
        hints=max(0, hints_allowed - game.hints),
        undo=running and game.can_undo,
        legal=targets(position, columns_first=columns_first) if running else {},
        finishable=running and is_finishable(position),
        up=sum(position.foundations),
        down=sum(position.down),
        result=result,
        passes=None if variant.passes is None else variant.passes - 1 - position.recycles,
        tick=list(variant.tick) if running and variant.tick else None,
        code=code,
        hidden=_hidden(position) if thoughtful else None,
        stock_cards=cards_text(position.stock) if thoughtful else None,
    )


def _columns(position: Position) -> list[str]:
    return list(map(_column_text, position.columns, position.down))


# Most columns are as they were before the last move.
@lru_cache(maxsize=4096)
def _column_text(column: Cards, down: int) -> str:
    return str(down) + "".join([CARD_TEXT[card] for card in column[down:]])


def _hidden(position: Position) -> list[str]:
    return [
        cards_text(column[:down])
        for column, down in zip(position.columns, position.down, strict=True)
    ]
