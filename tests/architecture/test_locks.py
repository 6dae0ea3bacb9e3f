"""The lock files: whole, hashed, of one mind."""

import re
import tomllib

import pytest

from tests.support.tree import ROOT

LOCKS = ROOT / "config" / "locks"
PIN = re.compile(r"^(?P<name>[a-z0-9._-]+)(\[[^\]]*\])?==(?P<version>[^ ;\\]+)", re.MULTILINE)
NAME = re.compile(r"[A-Za-z0-9._-]+")


def pins(lock: str) -> dict[str, str]:
    text = (LOCKS / f"{lock}.txt").read_text()
    return {found["name"]: found["version"] for found in PIN.finditer(text)}


def wanted(*extras: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = list(project["dependencies"])
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    names = (NAME.match(line) for line in lines)
    return {re.sub(r"[._-]+", "-", name[0]).lower() for name in names if name}


@pytest.mark.parametrize("lock", ["runtime", "dev"])
def test_every_pin_has_a_hash(lock: str) -> None:
    blocks = re.split(r"\n(?=[a-z0-9])", (LOCKS / f"{lock}.txt").read_text())
    bare = [block.splitlines()[0] for block in blocks if "--hash=sha256:" not in block]
    assert not bare


def test_what_is_wanted_is_locked() -> None:
    assert not wanted() - pins("runtime").keys()
    assert not wanted("dev") - pins("dev").keys()


def test_tests_run_on_what_is_served() -> None:
    served, tested = pins("runtime"), pins("dev")
    assert {name: tested.get(name) for name in served} == served
