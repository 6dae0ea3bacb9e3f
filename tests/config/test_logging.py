"""No deal in a log."""

import json
import logging
import logging.config
from io import StringIO

import pytest
import structlog

from config.logging import logging_config, sealed_text
from engine.codes import parse_code

SEALED_CODE = "KL1-3-" + "ABCDEFGHIJKLMNOPQRSTUVWXYZAB"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"run {SEALED_CODE} failed", "run [sealed] failed"),
        ("GET /c/RU1-C-ABCDEFG/", "GET /c/[sealed]/"),
        ("GET /c/ru1-c-abcdefg/", "GET /c/[sealed]/"),
        (f"seed={'Q' * 28}", "seed=[sealed]"),
        (f"run {parse_code(SEALED_CODE).text} failed", "run [sealed] failed"),
        ("GET /c/ru1-r-abcdefg-hijklmn-opqrstu-vwxyzab/", "GET /c/[sealed]/"),
        ("seed ABCDEFG-HIJKLMN-OPQRSTU-VWXYZAB", "seed [sealed]"),
        ("run 41 of KL1-3SA ended: won", "run 41 of KL1-3SA ended: won"),
        ("nack code=not_finishable", "nack code=not_finishable"),
    ],
)
def test_codes_and_seeds_are_taken_out(text: str, told: str) -> None:
    assert sealed_text(text) == told


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """What production's handler writes, for one test."""
    before = structlog.get_config()
    stream = StringIO()
    config = logging_config(readable=False)
    formatter = logging.config.DictConfigurator(config).configure_formatter(
        config["formatters"]["lines"]
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    root = logging.getLogger("sealing")
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    monkeypatch.setattr(root, "propagate", False)
    yield stream
    root.removeHandler(handler)
    structlog.configure(**before)


def test_fields_and_tracebacks_too(written: StringIO) -> None:
    log = structlog.get_logger("sealing")
    log.info("run_started", run=41, seed="x", layout="AS KD", view={"columns": []})
    try:
        raise ValueError(SEALED_CODE)
    except ValueError:
        log.exception("run_failed")
    logging.getLogger("sealing").warning("plain %s", SEALED_CODE)
    started, failed, plain = (json.loads(line) for line in written.getvalue().splitlines())
    assert started["run"] == 41
    assert {started[name] for name in ("seed", "layout", "view")} == {"[sealed]"}
    assert "ValueError: [sealed]" in failed["exception"]
    assert plain["event"] == "plain [sealed]"
    assert "ABCDEFGH" not in written.getvalue()
