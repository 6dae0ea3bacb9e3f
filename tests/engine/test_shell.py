"""``python -m engine`` as a shell sees it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.test_commitment import CODE, HASH, SALT
from tests.engine.test_perft import ROWS
from tests.engine.test_record import TEXT

ROOT = Path(__file__).parents[2]


def engine(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """Exit code, output and errors."""
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(TEXT, "utf-8")
    return path


def test_deal() -> None:
    code, output, _ = engine("deal", "ru1 c aaaaabb")
    assert code == 0
    assert output.startswith("2H 5H 5C TS 8S 4D 7S AD")
    assert len(output.split()) == 52


def test_deal_for_machines() -> None:
    code, output, _ = engine("deal", "KL1-3P-AAAAABB", "--json")
    answer = json.loads(output)
    assert code == 0
    assert (answer["code"], answer["variant"]) == ("KL1-3S-AAAAABB", "klondike-3S")
    assert answer["columns"][1] == "TH TS"
    assert answer["down"] == [0, 1, 2, 3, 4, 5, 6]
    assert len(answer["stock"].split()) == 24
    assert " ".join([*answer["columns"], answer["stock"]]) == answer["deal"]


def test_perft_one_count_a_line() -> None:
    row = ROWS[9]
    deal, depth = " ".join(row["deal"]), str(len(row["perft"]))
    code, output, _ = engine("perft", "klondike-1", depth, "--deal", deal)
    assert (code, [int(line) for line in output.splitlines()]) == (0, row["perft"])


def test_perft_from_a_mid_game_position() -> None:
    row = next(row for row in ROWS if row.get("prefix") and row["variant"] == "yukon")
    code, output, _ = engine(
        *(
            "perft",
            "yukon",
            "3",
            "--deal",
            " ".join(row["deal"]),
            "--moves",
            row["prefix"],
            "--json",
        )
    )
    assert (code, json.loads(output)) == (0, {"perft": row["perft"][:3]})


def test_replay(record: Path) -> None:
    code, output, _ = engine("replay", str(record))
    assert (code, output) == (0, "result open\nscore 25\nmoves 3\ntime 238.412\n")


def test_replay_from_standard_input_for_machines() -> None:
    code, output, _ = engine("replay", "-", "--json", stdin=TEXT)
    assert code == 0
    assert json.loads(output) == {
        "result": "open",
        "score": 25,
        "moves": 3,
        "time_ms": 238_412,
        "items": 5,
        "failure": None,
    }


@pytest.mark.parametrize(
    ("old", "new", "index", "failure"),
    [
        ("dS@", "dH@", 1, "suit"),
        ('"25"', '"26"', 5, "mismatch"),
        ("u@238412", "zz@9", 4, "notation"),
    ],
)
def test_a_bad_record_exits_1_with_index_and_code(
    old: str, new: str, index: int, failure: str
) -> None:
    code, output, _ = engine("replay", "-", stdin=TEXT.replace(old, new))
    assert code == 1
    assert output.splitlines()[-1] == f"failure {index} {failure}"
    code, output, _ = engine("replay", "-", "--json", stdin=TEXT.replace(old, new))
    assert (code, json.loads(output)["failure"]) == (1, {"index": index, "code": failure})


@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        (("deal", "RU1-X-AAAAABB"), "unknown_code", "rules"),
        (("deal", "nonsense"), "unknown_code", "prefix"),
        (("replay", "-"), "record", "Variant"),
        (("perft", "spider", "2", "--deal", "AS"), "unknown_code", "prefix"),
        (("perft", "yukon", "2", "--deal", "AS KS"), "notation", ""),
        (("check-commitment", HASH, "salt", CODE), "notation", ""),
    ],
)
def test_what_cannot_be_read_exits_2_and_names_the_part(
    arguments: tuple[str, ...], code: str, named: str
) -> None:
    exit_code, output, errors = engine(*arguments)
    assert (exit_code, output) == (2, "")
    assert errors.startswith(code)
    assert named in errors
    exit_code, output, _ = engine(*arguments, "--json")
    assert exit_code == 2
    error = json.loads(output)["error"]
    assert (error["code"], error["part"] or "") == (code, named)


def test_files_that_are_no_records(tmp_path: Path) -> None:
    missing, binary, huge = (tmp_path / name for name in ("missing", "binary", "huge"))
    binary.write_bytes(b"\xff\xfe\x00")
    huge.write_bytes(b"[" * 3_000_000)
    assert engine("replay", str(missing))[0] == 2
    assert engine("replay", str(binary))[2].startswith("record (encoding)")
    assert engine("replay", str(huge))[2].startswith("log_too_long")


def test_an_illegal_move_before_perft() -> None:
    deal = " ".join(ROWS[0]["deal"])
    code, output, _ = engine("perft", "yukon", "1", "--deal", deal, "--moves", "a1b")
    assert code == 1
    assert output.startswith("failure 0 ")


def test_check_commitment() -> None:
    assert engine("check-commitment", HASH, SALT, CODE) == (0, "kept\n", "")
    assert engine("check-commitment", HASH, SALT, CODE.replace("-C-", "-R-"))[:2] == (1, "broken\n")
    code, output, _ = engine("check-commitment", HASH, SALT, CODE, "--json")
    assert (code, json.loads(output)) == (0, {"kept": True})


@pytest.mark.parametrize("arguments", [(), ("juggle",), ("perft", "yukon", "0", "--deal", "AS")])
def test_usage(arguments: tuple[str, ...]) -> None:
    code, _, errors = engine(*arguments)
    assert code == 2
    assert "usage" in errors


def test_every_command_is_documented() -> None:
    shell = (ROOT / "docs/record-format.md").read_text("utf-8").partition("## From a shell")[2]
    commands = engine("--help")[1].rpartition("COMMAND\n")[2]
    names = re.findall(r"^ {4}([a-z-]+)", commands, re.MULTILINE)
    assert len(names) == 5
    assert [name for name in names if f"python -m engine {name} " not in shell] == []
