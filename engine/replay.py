"""The fold of a log: live play and replay are the same code."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine import rules, scoring
from engine.cards import SUITS
from engine.errors import EngineError, IllegalMove, NotationError
from engine.moves import HINT, UNDO, Move, parse_move
from engine.position import Position

MAX_ITEMS: Final = 20_000
MAX_LOG_BYTES: Final = 1024 * 1024
HINTS_A_GAME: Final = 3
_KEPT: Final = 4
_NO_MOVES: Final = frozenset((UNDO, HINT))


class Game:
    """One game as far as it was played: position, score and counters.

    Undo keeps no positions: a move and four numbers (score and board score before it, the paid
    cards before it, its trace) give the position before it back.
    """

    __slots__ = (
        "_board",
        "_kept",
        "_limit",
        "_moves",
        "_paid",
        "_score",
        "_table",
        "hints",
        "items",
        "last_ms",
        "moves",
        "position",
        "start",
        "undos",
        "won",
    )

    def __init__(self, start: Position) -> None:
        self.start = start
        self.position = start
        self.moves = 0
        self.undos = 0
        self.hints = 0
        self.items = 0
        self.last_ms = 0
        self.won = rules.is_won(start)
        self._table = scoring.SCORE_TABLES[start.variant.score]
        self._limit = start.variant.undo_limit
        self._score = self._board = self._table.start
        self._paid = 0
        self._moves: list[Move] = []
        self._kept = array("q")

    # --- what is known of the game ---

    @property
    def up(self) -> int:
        """Cards on the foundations."""
        return self.position.up

    @property
    def turned(self) -> int:
        """Face-down cards turned so far, those of undone moves not counted."""
        return sum(self.start.down) - sum(self.position.down)

    @property
    def clean(self) -> bool:
        return self.undos == 0

    @property
    def can_undo(self) -> bool:
        return bool(self._moves) and not self.won

    @property
    def score(self) -> int:
        """The score as of the last item."""
        return self.score_at(self.last_ms)

    @property
    def board_score(self) -> int:
        """The score boards sort by: each card's points for going up count once."""
        return self._at(self._board, self.last_ms)

    def score_at(self, ms: int) -> int:
        """The score ``ms`` after the clock started; a won game's stands still."""
        return self._at(self._score, self.last_ms if self.won else max(ms, self.last_ms))

    def _at(self, score: int, ms: int) -> int:
        tick = self.start.variant.tick
        if tick is not None:
            every, points = tick
            score = max(0, score - points * (ms // every))
        return score + (scoring.time_bonus(self._table, ms) if self.won else 0)

    # --- playing ---

    def play(self, item: str, at_ms: int) -> None:
        """Play one log item; raises NotationError or IllegalMove and then changes nothing."""
        move = None if item in _NO_MOVES else parse_move(item)
        if self.won:
            raise IllegalMove("finished")
        if self.items >= MAX_ITEMS:
            raise IllegalMove("log_full")
        if at_ms < self.last_ms:
            raise NotationError("the clock ran backwards")
        if move is not None:
            self._play_move(move)
        elif item == UNDO:
            self._undo()
        else:
            self._hint()
        self.items += 1
        self.last_ms = at_ms

    def _play_move(self, move: Move) -> None:
        before = self.position
        after = rules.apply(before, move)
        turned = after.down is not before.down
        self._remember(move, rules.trace_of(before, after, move))
        if turned or scoring.counts(move):
            self._pay(move, before, after, turned=turned)
        self.position = after
        self.moves += 1
        if after.foundations is not before.foundations:
            self.won = rules.is_won(after)

    def _remember(self, move: Move, trace: int) -> None:
        self._moves.append(move)
        self._kept.extend((self._score, self._board, self._paid, trace))
        if self._limit is not None and len(self._moves) > self._limit:
            del self._moves[0]
            del self._kept[:_KEPT]

    def _pay(self, move: Move, before: Position, after: Position, *, turned: bool) -> None:
        table = self._table
        points = scoring.move_points(table, move, turned=turned, recycles=before.recycles)
        self._score = scoring.floored(table, self._score + points)
        once, self._paid = scoring.points_once(
            table, move, points, _moved_bit(move, before, after), self._paid
        )
        self._board = scoring.floored(table, self._board + once)

    def _undo(self) -> None:
        if not self._moves:
            standing = self.moves - self.undos
            raise IllegalMove("undo_limit" if standing else "nothing_to_undo")
        self._score, self._board, self._paid, trace = self._kept[-_KEPT:]
        del self._kept[-_KEPT:]
        self.position = rules.undone(self.position, self._moves.pop(), trace)
        self.undos += 1

    def _hint(self) -> None:
        if self.hints >= HINTS_A_GAME:
            raise IllegalMove("no_hints")
        self.hints += 1


def _moved_bit(move: Move, before: Position, after: Position) -> int:
    """The card that went up or came back, as a bit; 0 for other moves."""
    if move.is_up:
        suit = SUITS.index(move.target)
        return 1 << (13 * suit + after.foundations[suit] - 1)
    if move.is_taking_back:
        suit = SUITS.index(move.source)
        return 1 << (13 * suit + before.foundations[suit] - 1)
    return 0


@dataclass(frozen=True, slots=True)
class Failure:
    """The first item that failed (counted from 0), and the code of the error."""

    index: int
    code: str


@dataclass(frozen=True, slots=True)
class Replay:
    """The game its log's valid prefix gives, and what stopped it."""

    game: Game
    failure: Failure | None


def replay(start: Position, items: Iterable[tuple[str, int]]) -> Replay:
    """Fold ``items`` (text, ms) from ``start`` up to the first that fails."""
    game = Game(start)
    for index, (item, at_ms) in enumerate(items):
        try:
            game.play(item, at_ms)
        except EngineError as error:
            return Replay(game, Failure(index, error.code))
    return Replay(game, None)
