"""After the game: which positions of a run could still be won, and the move that lost it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.errors import EngineError
from engine.moves import HINT, UNDO, parse_move
from engine.position import Position
from engine.replay import Game
from engine.rules import apply
from engine.solver.budget import Clock
from engine.solver.search import Answer, Verdict, solve

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Analysis:
    """``verdicts[k]``: the position before item ``k``; the last one, that at the end.

    ``winnable_at``: the last position on the way to the end that is proved winnable, None if there
    is none; ``line`` wins from there. ``lost_at``: the first on that way after it that is proved
    lost. ``losing_item``: the item that lost the game, when the two are neighbours.
    """

    verdicts: tuple[Answer, ...]
    winnable_at: int | None
    lost_at: int | None
    losing_item: int | None
    line: tuple[str, ...]
    states: int


@dataclass(slots=True)
class _Node:
    """A position of the run; positions met twice are one."""

    position: Position
    parent: int
    answer: Answer = "unknown"
    tried: bool = False
    line: tuple[str, ...] = ()
    children: list[tuple[str, int]] = field(default_factory=list)


class _Tree:
    """The positions a run went through: undo goes back to a node, a move on to a new one."""

    def __init__(self, start: Position) -> None:
        self.nodes = [_Node(start, -1)]

    def step(self, at: int, item: str, after: Position) -> int:
        """The node of ``after``, one move on from node ``at``."""
        for text, child in self.nodes[at].children:
            if text == item:
                return child
        self.nodes.append(_Node(after, at))
        self.nodes[at].children.append((item, len(self.nodes) - 1))
        return len(self.nodes) - 1

    def way(self, node: int) -> list[int]:
        """From the start to a node."""
        nodes = []
        while node >= 0:
            nodes.append(node)
            node = self.nodes[node].parent
        return nodes[::-1]

    def note(self, node: int, answer: Answer, line: tuple[str, ...]) -> None:
        """A verdict, and what follows from it: before a winnable position all was winnable, after
        a lost one all is lost, and a winning line is one from each of its positions."""
        here = self.nodes[node]
        here.tried = True
        if answer == "winnable":
            self._mark_winnable(node, line)
        elif answer == "lost":
            self._mark_lost(node)

    def _mark_winnable(self, node: int, line: tuple[str, ...]) -> None:
        self._follow(node, line)
        while True:
            parent = self.nodes[node].parent
            if parent < 0 or self.nodes[parent].answer == "winnable":
                return
            item = next(text for text, child in self.nodes[parent].children if child == node)
            line = (item, *line)
            node = parent
            self._follow(node, line)

    def _follow(self, node: int, line: tuple[str, ...]) -> None:
        here = self.nodes[node]
        here.answer, here.tried, here.line = "winnable", True, line
        for text, child in here.children:
            if line and text == line[0] and self.nodes[child].answer != "winnable":
                self._follow(child, line[1:])

    def _mark_lost(self, node: int) -> None:
        stack = [node]
        while stack:
            here = self.nodes[stack.pop()]
            here.answer, here.tried = "lost", True
            stack += [child for _, child in here.children]


def _played(start: Position, items: Iterable[str]) -> tuple[_Tree, list[int]]:
    """The tree of a run, and the node before each item and at the end."""
    tree, path, game = _Tree(start), [0], Game(start)
    made: list[int] = [0]
    for item in items:
        game.play(item, 0)
        if item == UNDO:
            made.pop()
        elif item != HINT:
            made.append(tree.step(made[-1], item, game.position))
        path.append(made[-1])
    return tree, path


def analyse(
    start: Position,
    items: Iterable[str],
    *,
    seconds_each: float = 1.0,
    seconds: float = 60.0,
    solver: Callable[..., Verdict] = solve,
    progress: Progress | None = None,
    clock: Clock = time.thread_time,
) -> Analysis:
    """Judge every position of a run: ``items`` of its log, all of which must replay.

    ``seconds_each`` bounds one position, ``seconds`` them all; what there was no time for is
    ``unknown``. ``progress(done, all)`` is told after each verdict.
    """
    tree, path = _played(start, items)
    spent, states, ends = 0, 0, clock() + seconds
    while (node := _next(tree, path[-1])) >= 0 and clock() < ends:
        here = tree.nodes[node]
        time_for_it = min(seconds_each, ends - clock())
        verdict = solver(here.position, seconds=time_for_it, clock=clock)
        states += verdict.states
        tree.note(node, verdict.answer, verdict.line)
        spent += 1
        if progress is not None:
            progress(sum(n.tried for n in tree.nodes), len(tree.nodes))
    return _summed_up(tree, path, states)


def _next(tree: _Tree, end: int) -> int:
    """The node to judge next, -1 when all are: halving the way to the end first."""
    way = tree.way(end)
    low = max((i for i, n in enumerate(way) if tree.nodes[n].answer == "winnable"), default=-1)
    high = min((i for i, n in enumerate(way) if tree.nodes[n].answer == "lost"), default=len(way))
    between = [n for n in way[low + 1 : high] if not tree.nodes[n].tried]
    if between:
        return between[len(between) // 2] if low >= 0 else between[0]
    return next((i for i, node in enumerate(tree.nodes) if not node.tried), -1)


def _summed_up(tree: _Tree, path: list[int], states: int) -> Analysis:
    way = tree.way(path[-1])
    last = {node: index for index, node in enumerate(path)}
    winnable = [n for n in way if tree.nodes[n].answer == "winnable"]
    lost = [n for n in way if tree.nodes[n].answer == "lost"]
    winnable_at = last[winnable[-1]] if winnable else None
    after = winnable_at or 0
    lost_at = path.index(lost[0], after) if lost else None
    neighbours = bool(winnable and lost) and tree.nodes[lost[0]].parent == winnable[-1]
    return Analysis(
        verdicts=tuple(tree.nodes[node].answer for node in path),
        winnable_at=winnable_at,
        lost_at=lost_at,
        losing_item=lost_at - 1 if neighbours and lost_at is not None else None,
        line=tree.nodes[winnable[-1]].line if winnable else (),
        states=states,
    )


def is_winning(start: Position, line: Iterable[str]) -> bool:
    """Whether a line can be played and ends with 52 cards up."""
    position = start
    try:
        for text in line:
            position = apply(position, parse_move(text))
    except EngineError:
        return False
    return position.up == 52
