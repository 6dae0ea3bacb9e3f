"""Logs and records as text: ``item@ms`` items under bracketed tags, in the manner of PGN."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from engine.codes import parse_code
from engine.deals import deal, parse_deal
from engine.errors import LogTooLong, RecordError
from engine.position import Position
from engine.replay import MAX_ITEMS, MAX_LOG_BYTES, Failure, Game, Replay, replay
from engine.variants import variant_named

Item = tuple[str, int]

FORMAT_VERSION: Final = "1"
MAX_RECORD_BYTES: Final = MAX_LOG_BYTES + 64 * 1024
_LINE: Final = 80
_ITEM: Final = re.compile(r"([^\s@]{1,16})@(0|[1-9][0-9]{0,14})")
_NAME: Final = re.compile(r"[A-Z][A-Za-z0-9]{0,31}")
_TAG: Final = re.compile(rf'\[({_NAME.pattern}) "((?:[^"\\]|\\["\\])*)"\]')
_ESCAPE: Final = re.compile(r'["\\]')
_ESCAPED: Final = re.compile(r'\\(["\\])')
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,9})")
_TIME: Final = re.compile(r"(0|[1-9][0-9]{0,11})(?:\.([0-9]{3}))?")
WON: Final = "won"
OPEN: Final = "open"


@dataclass(frozen=True, slots=True)
class Record:
    """A played game as a file holds it: tags in file order, items as (text, ms)."""

    tags: Mapping[str, str]
    items: Sequence[Item]


# --- logs ---


def parse_log(text: str) -> list[Item]:
    """Items of a log. Whether an item is a move of the game is for ``replay`` to say.

    Raises LogTooLong, unread, past the caps; RecordError naming the first item that is no
    ``text@ms`` or goes back in time.
    """
    if len(text) > MAX_LOG_BYTES:
        raise LogTooLong(f"a log has at most {MAX_LOG_BYTES} bytes")
    words = text.split()
    if len(words) > MAX_ITEMS:
        raise LogTooLong(f"a log has at most {MAX_ITEMS} items")
    items = []
    for index, word in enumerate(words):
        match = _ITEM.fullmatch(word)
        if match is None:
            raise RecordError(f"item {index}", f"not item@ms: {word[:24]!r}")
        items.append((match[1], int(match[2])))
    return items


def format_log(items: Iterable[Item]) -> str:
    """One line, items separated by one blank."""
    return " ".join(f"{item}@{ms}" for item, ms in items)


# --- records ---


def parse_record(text: str) -> Record:
    """Read a record; LF or CRLF. Raises RecordError naming the tag or line at fault."""
    if len(text) > MAX_RECORD_BYTES:
        raise LogTooLong(f"a record has at most {MAX_RECORD_BYTES} bytes")
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    tags: dict[str, str] = {}
    for number, line in enumerate(lines):
        if not line.strip(" \t"):
            return Record(tags, tuple(parse_log("\n".join(lines[number:]))))
        name, value = _parse_tag(number, line)
        if name in tags:
            raise RecordError(name, "there twice")
        tags[name] = value
    return Record(tags, ())


def _parse_tag(number: int, line: str) -> tuple[str, str]:
    match = _TAG.fullmatch(line)
    if match is None or _CONTROL.search(line):
        raise RecordError(f"line {number + 1}", f"not a tag: {line[:40]!r}")
    return match[1], _ESCAPED.sub(r"\1", match[2])


def format_record(record: Record) -> str:
    """The text ``parse_record`` reads back to an equal record; the log in lines of 80."""
    lines = [_format_tag(name, value) for name, value in record.tags.items()]
    log = wrap(format_log(record.items), _LINE, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *log, ""])


def _format_tag(name: str, value: str) -> str:
    if not _NAME.fullmatch(name) or _CONTROL.search(value):
        raise RecordError(name[:40], "cannot be written")
    escaped = _ESCAPE.sub(r"\\\g<0>", value)
    return f'[{name} "{escaped}"]'


# --- replaying one ---


def record_start(record: Record) -> Position:
    """The deal a record is of: by its Code, or by its Variant and Deal."""
    tags = record.tags
    if tags.get("Rules", FORMAT_VERSION) != FORMAT_VERSION:
        raise RecordError("Rules", "of a version this engine does not know")
    if "Code" in tags:
        if "Deal" in tags:
            raise RecordError("Deal", "a record has a code or a deal, not both")
        return deal(parse_code(tags["Code"]))
    for name in ("Variant", "Deal"):
        if name not in tags:
            raise RecordError(name, "missing, and there is no Code")
    return parse_deal(variant_named(tags["Variant"]), tags["Deal"])


def replay_record(record: Record) -> Replay:
    """Replay a record; tags that state something else fail as ``mismatch`` after the last item."""
    stated = _stated(record.tags)
    replayed = replay(record_start(record), record.items)
    found = game_tags(replayed.game)
    if replayed.failure is None and any(found[name] != value for name, value in stated.items()):
        return Replay(replayed.game, Failure(len(record.items), "mismatch"))
    return replayed


def game_tags(game: Game) -> dict[str, str]:
    """The tags a record states of its outcome; Time is that of the last item, in seconds."""
    return {
        "Result": WON if game.won else OPEN,
        "Score": str(game.score),
        "Moves": str(game.moves),
        "Time": f"{game.last_ms // 1000}.{game.last_ms % 1000:03d}",
    }


def _stated(tags: Mapping[str, str]) -> dict[str, str]:
    """The outcome a record states, each in the form of ``game_tags``."""
    stated = {}
    if "Result" in tags:
        # Why an unfinished game was left (stopped, closed) is for the one who kept it to say.
        stated["Result"] = WON if tags["Result"] == WON else OPEN
    for name in ("Score", "Moves"):
        if name in tags:
            if not _NUMBER.fullmatch(tags[name]):
                raise RecordError(name, "not a whole number")
            stated[name] = tags[name]
    if "Time" in tags:
        match = _TIME.fullmatch(tags["Time"])
        if match is None:
            raise RecordError("Time", "not seconds such as 238.412")
        stated["Time"] = f"{match[1]}.{match[2] or '000'}"
    return stated
