"""``python -m engine solve``: one JSON line a deal, and nothing compiled loaded for the rest."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.solver.analysis import is_winning
from tests.engine.solver.reference import FILE, known

FIELDS = {"id", "verdict", "moves", "par", "bound", "states", "ms"}


def answers(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert main(["solve", "--json", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_code(capsys: pytest.CaptureFixture[str]) -> None:
    (answer,) = answers(capsys, "RU1-C-AAAAABB")
    assert answer.keys() == FIELDS
    assert (answer["id"], answer["verdict"], answer["moves"]) == ("RU1-C-AAAAABB", "lost", None)


def test_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    row = next(row for row in known("klondike-3") if row.won)
    (answer,) = answers(capsys, "--deal", row.deal, "--variant", "klondike-draw3", "--par")
    assert answer["verdict"] == "winnable"
    assert is_winning(row.start, answer["moves"].split())
    assert len(answer["moves"].split()) == answer["par"] >= answer["bound"]


def test_a_file_of_deals_under_other_rules(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    traps = [line for line in FILE.read_text(encoding="ascii").splitlines() if "trap-" in line]
    file = tmp_path / "deals.jsonl"
    rows = [json.loads(line) for line in traps]
    for row in rows[1:]:
        row["deal"] = row["deal"].split()
    file.write_text("\n".join(map(json.dumps, rows)), encoding="ascii")
    real = answers(capsys, "--deals", str(file), "--seconds", "5")
    assert [(row["id"], row["verdict"]) for row in real] == [(row["id"], "lost") for row in rows]
    free = answers(capsys, "--deals", str(file), "--group-limit", "none", "--no-take-back")
    assert [row["verdict"] for row in free] == ["winnable"] * len(rows)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--deal", "AS", "--variant", "yukon"],
        ["--deal", known()[0].deal],
        ["--deal", known()[0].deal, "--variant", "chess"],
        ["KL1-1PS-AAAAABB"],
        ["--deals", "/nonexistent/deals.jsonl"],
    ],
)
def test_unreadable(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert main(["solve", *arguments]) == 2
    assert capsys.readouterr().err


def test_a_bad_row_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text('{"id":"x","variant":"yukon"}\n', encoding="ascii")
    assert main(["solve", "--deals", str(file)]) == 2
    assert "line 1" in capsys.readouterr().err


def test_nothing_compiled_is_loaded_unless_asked() -> None:
    script = (
        "import pkgutil, sys, engine, engine.__main__ as shell, engine.solver.shell\n"
        "for module in pkgutil.iter_modules(engine.__path__, 'engine.'):\n"
        "    __import__(module.name)\n"
        "shell.main(['deal', 'KL1-1-AAAAABB'])\n"
        "loaded = {'numba', 'numpy', 'llvmlite'} & set(sys.modules)\n"
        "sys.exit(str(loaded) if loaded else 0)\n"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
