"""The description of the API is a file of the repository: a change of it is seen in a review."""

from __future__ import annotations

from config.openapi import FILE, description


def test_the_file_says_what_the_service_answers() -> None:
    assert FILE.read_text() == description(), "run: make openapi"
