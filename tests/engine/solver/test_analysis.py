"""After the game: the verdicts of a run, and the move that lost it."""

from __future__ import annotations

from engine.moves import parse_move
from engine.position import Position
from engine.replay import Game
from engine.rules import apply, legal_moves
from engine.solver.analysis import analyse, is_winning
from engine.solver.search import solve
from tests.engine.solver.reference import known


def lost_run() -> tuple[Position, list[str], int]:
    """A Classic run that follows a winning line and then leaves it: its items, and the blunder."""
    for row in known("russian-classic"):
        if not row.won:
            continue
        line = solve(row.start, seconds=30.0).line
        position = row.start
        items: list[str] = []
        for text in line[:40]:
            for move in legal_moves(position):
                after = apply(position, move)
                if solve(after, seconds=5.0).answer == "lost":
                    follow = [str(found) for found in legal_moves(after)[:1]]
                    return row.start, [*items, str(move), *follow], len(items)
            position = apply(position, parse_move(text))
            items.append(text)
    raise AssertionError("no blunder found")


def test_the_losing_move_is_named() -> None:
    start, items, blunder = lost_run()
    told: list[tuple[int, int]] = []
    found = analyse(start, items, progress=lambda done, of: told.append((done, of)))
    assert found.losing_item == blunder
    assert (found.winnable_at, found.lost_at) == (blunder, blunder + 1)
    assert found.verdicts[: blunder + 1] == ("winnable",) * (blunder + 1)
    assert set(found.verdicts[blunder + 1 :]) == {"lost"}
    position = start
    for text in items[:blunder]:
        position = apply(position, parse_move(text))
    assert is_winning(position, found.line)
    assert told
    assert told[-1][0] == told[-1][1]


def test_undo_and_hints_are_followed() -> None:
    start, items, blunder = lost_run()
    lost = items[: blunder + 1]
    found = analyse(start, [*lost, "?", "u", "?"])
    assert set(found.verdicts[: blunder + 1]) == {"winnable"}
    assert found.verdicts[blunder + 1 :] == ("lost", "lost", "winnable", "winnable")
    assert found.winnable_at == len(lost) + 3
    assert found.lost_at is None
    assert found.losing_item is None


def test_a_won_run_needs_one_search() -> None:
    row = next(row for row in known("klondike-1") if row.won)
    line = solve(row.start, seconds=30.0).line
    told: list[int] = []
    found = analyse(row.start, line, progress=lambda done, of: told.append(done))
    assert set(found.verdicts) == {"winnable"}
    assert len(found.verdicts) == len(line) + 1
    assert found.lost_at is None


def test_time_is_bounded() -> None:
    """A clock that runs out at once: everything is left not known, nothing is claimed."""
    row = next(row for row in known("yukon") if row.won)
    game = Game(row.start)
    moves = [str(legal_moves(row.start)[0])]
    game.play(moves[0], 0)
    found = analyse(row.start, moves, seconds=0.0)
    assert found.verdicts == ("unknown", "unknown")
    assert (found.winnable_at, found.lost_at, found.line, found.states) == (None, None, (), 0)
