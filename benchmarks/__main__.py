"""Measures, one JSON line a figure: `make bench` or `python -m benchmarks [engine|solver|table …]`.

A line is `{"name", "value", "unit", "reference", "ratio"}`: `reference` is what the figure is held
against, a limit or the same measured on something bare. In `ratio` more is always better: value
over reference for rates, reference over value for times and sizes.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

#: Modules with a `run()` that yields figures, in the order they are run.
MODULES = ("engine", "solver", "table", "races", "verification", "boards")
FIELDS = ("name", "value", "unit", "reference", "ratio")
#: Units of times and sizes.
LESS_IS_BETTER = frozenset({"µs", "ms", "s", "KiB", "MiB"})


def main() -> None:
    """Runs the modules named on the command line, or all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="|".join(MODULES), default=MODULES)
    chosen = parser.parse_args().modules
    unknown = set(chosen) - set(MODULES)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    for name in chosen:
        for figure in figures(name):
            print(json.dumps(figure, ensure_ascii=False), flush=True)


def figures(name: str) -> Iterator[dict[str, Any]]:
    """The figures of one module; says on standard error what is being measured."""
    print(f"· {name}", file=sys.stderr, flush=True)
    for figure in import_module(f"benchmarks.{name}").run():
        if figure["unit"] in LESS_IS_BETTER:
            figure |= {"ratio": round(figure["reference"] / figure["value"], 3)}
        yield {field: figure[field] for field in FIELDS}


if __name__ == "__main__":
    main()
