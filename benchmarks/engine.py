"""What a move costs in the engine: microseconds a call, medians over mid-game positions.

``reference`` is the bound of the specification; ``ratio`` is bound over value, higher is better.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter_ns

from engine.codes import make_code, random_seed
from engine.deals import deal
from engine.moves import Move
from engine.position import Position
from engine.replay import Game
from engine.rules import apply, legal_moves
from engine.variants import EVENTS
from engine.view import player_view

APPLY_BOUND, LEGAL_BOUND, VIEW_BOUND = 8.0, 60.0, 30.0
GAMES_AN_EVENT = 40
REPEATS = 20
ROUNDS = 5

Figure = dict[str, str | float]


def mid_games() -> list[Game]:
    """Games of all five events, 10 to 80 forward moves in: what a server has at its tables."""
    random = Random("benchmark")
    games = []
    for event in EVENTS:
        for _ in range(GAMES_AN_EVENT):
            game = Game(deal(make_code(event, random_seed(random.randrange))))
            for _ in range(random.randint(10, 80)):
                moves = [move for move in legal_moves(game.position) if not move.is_taking_back]
                up = [move for move in moves if move.is_up]
                if not moves or game.up == 51:
                    break
                game.play(str(random.choice(up or moves)), game.last_ms + 700)
            games.append(game)
    return games


def microseconds(call: Callable[[], object]) -> float:
    """The best of some rounds: what the call costs when nothing else runs."""
    best = 0
    for _ in range(ROUNDS):
        start = perf_counter_ns()
        for _ in range(REPEATS):
            call()
        spent = perf_counter_ns() - start
        best = min(best or spent, spent)
    return best / REPEATS / 1000


def run() -> Iterator[Figure]:
    """One figure a bound, and one for what a server does for each move."""
    games = mid_games()
    positions = [game.position for game in games]
    pairs = [(position, move) for position in positions for move in legal_moves(position)[:4]]
    yield _figure("engine.apply", [microseconds(_applying(*pair)) for pair in pairs], APPLY_BOUND)
    yield _figure("engine.legal_moves", [microseconds(_finding(p)) for p in positions], LEGAL_BOUND)
    yield _figure("engine.view", [microseconds(_viewing(game)) for game in games], VIEW_BOUND)
    live = [microseconds(_playing(game)) for game in games if legal_moves(game.position)]
    # Undo takes the move back, so that it can be played again: the bound holds for both.
    yield _figure("engine.move_undo_and_views", live, APPLY_BOUND + LEGAL_BOUND + VIEW_BOUND)


def _applying(position: Position, move: Move) -> Callable[[], object]:
    return lambda: apply(position, move)


def _finding(position: Position) -> Callable[[], object]:
    return lambda: legal_moves(position)


def _viewing(game: Game) -> Callable[[], object]:
    return lambda: player_view(game, ms=10**6)


def _playing(game: Game) -> Callable[[], object]:
    text = str(legal_moves(game.position)[0])

    def play() -> None:
        game.play(text, game.last_ms)
        player_view(game, ms=10**6)
        game.play("u", game.last_ms)
        player_view(game, ms=10**6)

    return play


def _figure(name: str, values: list[float], bound: float) -> Figure:
    value = median(values)
    return {
        "name": name,
        "value": round(value, 3),
        "unit": "µs",
        "reference": bound,
        "ratio": round(bound / value, 2),
    }


if __name__ == "__main__":
    for figure in run():
        print(json.dumps(figure, ensure_ascii=False))
