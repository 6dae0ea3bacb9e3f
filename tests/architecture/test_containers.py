"""The container files run what `make serve` runs."""

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from config.programs import celery_programs, web_program
from tests.support.tree import ROOT

DOCKER = ROOT / "docker"
PROGRAMS = {program.name for program in (web_program(host="", port=0), *celery_programs())}
#: Without these production does not start; the databases' addresses stand in compose.yml.
REQUIRED = {"SECRET_KEY", "DEAL_KEYS", "ALLOWED_HOSTS"}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return dict(yaml.safe_load((DOCKER / "compose.yml").read_text())["services"])


def run_names(services: dict[str, Any]) -> Iterator[str]:
    for service in services.values():
        command = service.get("command", [])
        if command[:3] == ["python", "-m", "config.run"]:
            yield command[3]


def test_every_process_has_a_container(services: dict[str, Any]) -> None:
    assert sorted(run_names(services)) == sorted(PROGRAMS)


def test_only_the_proxy_can_be_reached(services: dict[str, Any]) -> None:
    assert [name for name, service in services.items() if service.get("ports")] == ["nginx"]


def test_our_containers_hold_no_rights(services: dict[str, Any]) -> None:
    for name in (*PROGRAMS, "migrate"):
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["read_only"] is True


def test_nobody_runs_as_root() -> None:
    lines = (DOCKER / "Dockerfile").read_text().splitlines()
    assert [line for line in lines if line.startswith("USER ")] == ["USER 10001:10001"]


def test_the_example_names_all_that_is_required() -> None:
    lines = (DOCKER / "example.env").read_text().splitlines()
    named = {line.split("=")[0] for line in lines if "=" in line and line[0] != "#"}
    assert named >= REQUIRED


def test_images_are_pinned(services: dict[str, Any]) -> None:
    images = {service["image"] for service in services.values()} - {"reussite"}
    assert all(":" in image and not image.endswith(":latest") for image in images)
