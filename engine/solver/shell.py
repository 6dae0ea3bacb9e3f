"""``python -m engine solve``: a code, a deal, or a file of deals, each answered in one line.

Nothing compiled is loaded before a command runs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from engine.codes import parse_code
from engine.deals import deal, parse_deal
from engine.errors import NotationError
from engine.position import Position
from engine.variants import Variant, variant_named

SECONDS: Final = 10.0
_NAMES: Final = {
    "klondike-draw1": "klondike-1",
    "klondike-draw3": "klondike-3",
    "klondike-draw1-passes1": "klondike-1S",
    "klondike-draw1-passes3": "klondike-1P",
    "klondike-draw3-passes3": "klondike-3S",
}
"""Names other programs' files use."""
_NO_LIMIT: Final = "none"
_BAR: Final = 30


@dataclass(frozen=True, slots=True)
class Job:
    """``name``: what the answer is filed under."""

    name: str
    start: Position


def add_solve(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The ``solve`` command of ``python -m engine``."""
    command = commands.add_parser("solve", help="can it be won, all cards known?")
    what = command.add_mutually_exclusive_group(required=True)
    what.add_argument("code", nargs="?", help="a game code")
    what.add_argument("--deal", metavar='"52 cards"', help="as laid out; needs --variant")
    what.add_argument("--deals", metavar="FILE", help='JSON lines {"id","variant","deal"}')
    command.add_argument("--variant")
    command.add_argument("--seconds", type=_seconds, default=SECONDS, help="of CPU, a deal")
    command.add_argument("--states", type=_positive, help="most positions, a deal")
    command.add_argument("--par", action="store_true", help="look for a short line too")
    command.add_argument("--group-limit", type=_limit, help="cards at once, or none")
    command.add_argument("--no-take-back", action="store_true", help="foundations keep their cards")
    command.add_argument("--line", action="store_true", help="show the winning line")
    command.add_argument("--json", action="store_true", help="answer for machines")
    command.set_defaults(run=run)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError("more than 0 seconds, at most a day")
    return seconds


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a number of 1 or more")
    return number


def _limit(text: str) -> int | str:
    return text if text == _NO_LIMIT else _positive(text)


def run(arguments: argparse.Namespace) -> int:
    """0: every deal answered, ``unknown`` being an answer; 2: the solver is not installed."""
    if find_spec("numba") is None:
        sys.stderr.write("solve needs numba, which is not installed\n")
        return 2
    jobs = list(_jobs(arguments))
    _warm_up(jobs)
    shown = len(jobs) > 1 and sys.stderr.isatty()
    for done, job in enumerate(jobs):
        if shown:
            _show_bar(done, len(jobs))
        answer = _answer(job, arguments)
        if shown:
            sys.stderr.write("\r\x1b[K")
        _print(answer, arguments)
    return 0


def _warm_up(jobs: list[Job]) -> None:
    """Compiled code is loaded before the first deal's clock starts."""
    from engine.solver.warm import warm_up

    families = {job.start.variant.prefix: job.start.variant for job in jobs}
    if families:
        warm_up(*families.values())


def _jobs(arguments: argparse.Namespace) -> Iterator[Job]:
    if arguments.deals is not None:
        with Path(arguments.deals).open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _row(number, line, arguments)
    elif arguments.deal is not None:
        if arguments.variant is None:
            raise NotationError("--deal needs --variant")
        variant = _changed(variant_of(arguments.variant), arguments)
        yield Job(arguments.deal[:8].strip(), parse_deal(variant, arguments.deal))
    else:
        code = parse_code(arguments.code)
        start = deal(code)
        yield Job(code.text, start._replace(variant=_changed(start.variant, arguments)))


def _row(number: int, line: str, arguments: argparse.Namespace) -> Job:
    """A line of a file of deals; raises NotationError naming it."""
    try:
        row = json.loads(line)
        cards = row["deal"]
        text = cards if isinstance(cards, str) else " ".join(cards)
        variant = _changed(variant_of(arguments.variant or row["variant"]), arguments)
        return Job(str(row.get("id", number)), parse_deal(variant, text))
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError, NotationError) as error:
        raise NotationError(f"line {number}: {error}") from error


def variant_of(name: str) -> Variant:
    """By our name, or by that of other programs' files."""
    return variant_named(_NAMES.get(name, name))


def _changed(variant: Variant, arguments: argparse.Namespace) -> Variant:
    """The variant with the rules other programs play by, as far as asked."""
    if arguments.group_limit is not None:
        limit = None if arguments.group_limit == _NO_LIMIT else arguments.group_limit
        variant = replace(variant, group_limit=limit)
    if arguments.no_take_back:
        variant = replace(variant, taking_back=False)
    return variant


def _answer(job: Job, arguments: argparse.Namespace) -> dict[str, Any]:
    from engine.solver.par import par
    from engine.solver.search import solve

    verdict = solve(job.start, seconds=arguments.seconds, states=arguments.states)
    answer: dict[str, Any] = {
        "id": job.name,
        "verdict": verdict.answer,
        "moves": " ".join(verdict.line) if verdict.answer == "winnable" else None,
        "par": None,
        "bound": None,
        "states": verdict.states,
        "ms": round(verdict.ms, 3),
    }
    if arguments.par and verdict.answer == "winnable":
        short = par(job.start, seconds=arguments.seconds, known=verdict)
        answer |= {
            "par": short.moves,
            "bound": short.bound,
            "moves": " ".join(short.line),
            "states": verdict.states + short.states,
        }
    return answer


def _print(answer: dict[str, Any], arguments: argparse.Namespace) -> None:
    if arguments.json:
        _say(json.dumps(answer))
        return
    text = f"{answer['id']}  {answer['verdict']}  {answer['states']} states  {answer['ms']:.0f} ms"
    if answer["par"] is not None:
        exact = answer["par"] == answer["bound"]
        text += f"  {'minimum' if exact else 'par'} {answer['par']}"
        text += "" if exact else f" (at least {answer['bound']})"
    _say(text)
    if arguments.line and answer["moves"] is not None:
        _say(answer["moves"])


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _show_bar(done: int, total: int) -> None:
    filled = _BAR * done // total
    sys.stderr.write(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{total}")
    sys.stderr.flush()
