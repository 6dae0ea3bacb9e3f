"""The solver against its floors, and against pyksolve on the same Klondike deals in the same run.

`run()` takes some three minutes of CPU. `python -m benchmarks.solver --reference DIRECTORY
[--seconds S]` goes through a directory of deals with known answers instead (JSON lines, see
`--help`) and prints a JSON line a file: what was right within 1 s and within the limit.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, TypeVar

from engine.codes import make_code, random_seed
from engine.deals import deal, parse_deal
from engine.position import Position
from engine.solver.analysis import is_winning
from engine.solver.packs_run import PacksSearch
from engine.solver.par import par
from engine.solver.search import Verdict, solve
from engine.solver.shell import variant_of
from engine.solver.tableau_run import TableauSearch, rule_numbers
from engine.solver.warm import warm_up

ROOT = Path(__file__).resolve().parent.parent
DEALS, CLASSIC_DEALS = 100, 300
PYKSOLVE_STATES = 300_000
"""About a second and a half of it."""
RATE_STATES = 1_000_000

Figure = dict[str, Any]
T = TypeVar("T")


def starts(event: str, number: int) -> list[Position]:
    random = Random(f"benchmark {event[:3]}")
    return [deal(make_code(event, random_seed(random.randrange))) for _ in range(number)]


def figure(name: str, value: float, unit: str, reference: float) -> Figure:
    ratio = round(value / reference, 3) if reference else 0.0
    shown = {"value": round(value, 3), "reference": round(reference, 3)}
    return {"name": f"solver: {name}", "unit": unit, "ratio": ratio, **shown}


def run() -> Iterator[Figure]:
    yield from _start_up()
    warm_up()
    yield from _klondike("KL1-3", 3)
    yield from _klondike("KL1-1", 1)
    yield from _family()
    yield from _rates()


def _start_up() -> Iterator[Figure]:
    """A process that warms one family up: from nothing, then from the disk."""
    for name in ("yukon", "klondike-3"):
        with tempfile.TemporaryDirectory() as directory:
            cold, warm = (_warming(name, directory) for _ in range(2))
        yield figure(f"cold compile, {name}", cold, "s", 15.0)
        yield figure(f"cached start, {name}", warm, "s", 1.0)


def _warming(name: str, cache: str) -> float:
    """CPU seconds from the first import to warmed kernels. The first leaves bytecode behind, as
    any start does where Python may write it: without, numba's own modules cost the next one a
    second more."""
    script = (
        "import time; start = time.process_time()\n"
        "from engine.solver.warm import warm_up\n"
        "from engine.variants import variant_named\n"
        f"warm_up(variant_named({name!r})); print(time.process_time() - start)\n"
    )
    environment = os.environ | {"NUMBA_CACHE_DIR": cache, "PYTHONPYCACHEPREFIX": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    return float(done.stdout)


def _klondike(event: str, draw: int) -> Iterator[Figure]:
    positions = starts(event, DEALS)
    ours = [_timed(partial(solve, position, seconds=1.0)) for position in positions]
    theirs = [_timed(partial(_pyksolve, position, draw)) for position in positions]
    answered = [_share(ours, lambda v: v.answer != "unknown"), _share(theirs, lambda told: told)]
    yield figure(f"{event} answered within 1 s, beside pyksolve", *_two(answered, "%"))
    medians = [median(1000 * seconds for seconds, _ in times) for times in (ours, theirs)]
    yield figure(f"{event} median, beside pyksolve", *_two(medians, "ms"))


def _two(values: Sequence[float], unit: str) -> tuple[float, str, float]:
    return values[0], unit, values[1]


def _timed(call: Callable[[], T]) -> tuple[float, T]:
    start = time.process_time()
    answer = call()
    return time.process_time() - start, answer


def _share(times: list[tuple[float, T]], answered: Callable[[T], bool]) -> float:
    return 100 * sum(s <= 1.05 and answered(told) for s, told in times) / len(times)


def _pyksolve(position: Position, draw: int) -> bool:
    """Whether pyksolve's fast search answers: it wants the cards as dealt, row by row."""
    from pyksolve.solver import Solitaire, SolveResult  # type: ignore[import-untyped]

    columns = position.columns
    rows = [columns[column][row] for row in range(7) for column in range(row, 7)]
    suits = "4321"  # S H D C there: 4 3 2 1
    cards = [f"{card % 13 + 1:02d}{suits[card // 13]}" for card in (*rows, *position.stock)]
    game = Solitaire()
    game.load_solitaire("".join(cards))
    game.reset_game(draw)
    answer = game.solve_fast(max_closed_count=PYKSOLVE_STATES)
    return bool(answer != SolveResult.CouldNotComplete)


def _family() -> Iterator[Figure]:
    verdicts = [solve(p, seconds=5.0) for p in starts("RU1-C", CLASSIC_DEALS)]
    times = sorted(verdict.ms for verdict in verdicts)
    yield figure("RU1-C decided, p99", times[len(times) * 99 // 100], "ms", 40.0)
    yield figure("RU1-C decided, worst", times[-1], "ms", 250.0)
    pairs = zip(starts("RU1-C", CLASSIC_DEALS), verdicts, strict=True)
    won = [(position, v) for position, v in pairs if v.answer == "winnable"]
    exact = [par(position, seconds=5.0, known=v).ms for position, v in won]
    yield figure("RU1-C minimum proved, worst", max(exact), "ms", 200.0)
    relaxed = sorted(solve(p, seconds=1.0).ms for p in starts("RU1-R", DEALS))
    yield figure("RU1-R won, p99", relaxed[len(relaxed) * 99 // 100], "ms", 50.0)
    yukon = [solve(p, seconds=1.0) for p in starts("YU1-C", DEALS)]
    share = 100 * sum(v.answer != "unknown" for v in yukon) / len(yukon)
    yield figure("YU1-C decided within 1 s", share, "%", 88.0)


def _rates() -> Iterator[Figure]:
    """States a second of the bare kernels on a deal too hard to end soon."""
    yukon = starts("YU1-C", 1)[0]
    rules = rule_numbers(yukon.variant, back=True, ordered=False, prune=False)
    yield figure("states a second, Yukon family", _rate(TableauSearch(yukon, rules)), "M/s", 3.0)
    hard = max(starts("KL1-3S", 40), key=lambda p: solve(p, seconds=1.0).states)
    bare = PacksSearch(hard, prune=False)
    yield figure("states a second, Klondike", _rate(bare), "M/s", 2.0)


def _rate(search: TableauSearch | PacksSearch) -> float:
    seconds, _ = _timed(lambda: search.run(RATE_STATES))
    return search.states / seconds / 1e6


# --- deals with known answers ----------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solver", description=__doc__)
    parser.add_argument("--reference", type=Path, required=True, help="directory of .jsonl files")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--files", nargs="*", help="names without .jsonl; all by default")
    parser.add_argument("--as-filed", action="store_true", help="no group limit, no taking back")
    arguments = parser.parse_args()
    warm_up()
    for path in sorted(arguments.reference.glob("*.jsonl")):
        if not arguments.files or path.stem in arguments.files:
            rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            told = _judged(path.stem, rows, arguments.seconds, as_filed=arguments.as_filed)
            print(json.dumps(told), flush=True)


def _judged(name: str, rows: list[Figure], seconds: float, *, as_filed: bool) -> Figure:
    """What was right of the rows with an answer, in CPU seconds of this process."""
    wrong, times, states = [], [], 0
    for row in rows:
        position = _start(row, as_filed=as_filed)
        verdict = solve(position, seconds=seconds)
        truth = str(row["answer"] if as_filed else row.get("answer_limit20", row["answer"]))
        states += verdict.states
        if not _agrees(position, verdict, truth):
            wrong.append(row["id"])
        if truth != "unknown":
            times.append(verdict.ms if verdict.answer != "unknown" else float("inf"))
    times.sort()
    return {
        "file": name,
        "rows": len(times),
        "wrong": wrong,
        "within 1 s": _percent(times, 1000),
        f"within {seconds:g} s": _percent(times, 1000 * seconds * 1.05),
        "median ms": round(median(times), 3),
        "p99 ms": round(times[len(times) * 99 // 100], 1),
        "states": states,
    }


def _percent(times: list[float], ms: float) -> float:
    return round(100 * sum(spent <= ms for spent in times) / len(times), 2)


def _start(row: Figure, *, as_filed: bool) -> Position:
    position = parse_deal(variant_of(row["variant"]), " ".join(row["deal"]))
    if as_filed and position.variant.group == "any":
        variant = replace(position.variant, group_limit=None, taking_back=False)
        position = position._replace(variant=variant)
    return position


def _agrees(position: Position, verdict: Verdict, truth: str) -> bool:
    if verdict.answer == "winnable":
        return truth != "lost" and is_winning(position, verdict.line)
    return not (verdict.answer == "lost" and truth == "won")


if __name__ == "__main__":
    main()
