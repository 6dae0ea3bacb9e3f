"""The engine from a shell: ``python -m engine deal|perft|replay|check-commitment|solve``.

Exit codes: 0 fine, 1 a record that fails, an illegal move or a broken commitment, 2 unreadable.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.cards import cards_text
from engine.codes import parse_code
from engine.commitment import check_commitment
from engine.deals import deal, layout_text, parse_deal
from engine.errors import EngineError, IllegalMove, LogTooLong, RecordError
from engine.moves import parse_move
from engine.perft import perft
from engine.position import Position
from engine.record import MAX_RECORD_BYTES, game_tags, parse_record, replay_record
from engine.rules import apply
from engine.solver.shell import add_solve
from engine.variants import variant_named

FINE, FAILED, UNREADABLE = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    arguments = _parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
    except EngineError as error:
        _print_error(error, as_json=arguments.json)
        return UNREADABLE
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser("deal", help="the 52 cards of a game code, as laid out")
    command.add_argument("code")
    command.set_defaults(run=_deal)
    _add_json(command)

    command = commands.add_parser("perft", help="count move sequences, one count a line")
    command.add_argument("variant")
    command.add_argument("depth", type=_depth)
    command.add_argument("--deal", required=True, metavar='"52 cards"')
    command.add_argument("--moves", default="", metavar='"MOVES"', help="played first")
    command.set_defaults(run=_perft)
    _add_json(command)

    command = commands.add_parser("replay", help="replay a record")
    command.add_argument("file", help="a record, or - for standard input")
    command.set_defaults(run=_replay)
    _add_json(command)

    command = commands.add_parser("check-commitment", help="was HASH the promise of this deal?")
    command.add_argument("hash")
    command.add_argument("salt")
    command.add_argument("code")
    command.set_defaults(run=_check_commitment)
    _add_json(command)
    add_solve(commands)
    return parser


def _add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="answer for machines")


def _depth(text: str) -> int:
    depth = int(text)
    if depth < 1:
        raise argparse.ArgumentTypeError("a depth is 1 or more")
    return depth


def _deal(arguments: argparse.Namespace) -> int:
    code = parse_code(arguments.code)
    start = deal(code)
    if not arguments.json:
        print(layout_text(start))
        return FINE
    _print_json(
        code=code.text,
        event=code.event,
        variant=code.variant.name,
        deal=layout_text(start),
        columns=[cards_text(column, " ") for column in start.columns],
        down=list(start.down),
        stock=cards_text(start.stock, " "),
    )
    return FINE


def _perft(arguments: argparse.Namespace) -> int:
    position = parse_deal(variant_named(arguments.variant), arguments.deal)
    for index, text in enumerate(arguments.moves.split()):
        move = parse_move(text)
        try:
            position = apply(position, move)
        except IllegalMove as error:
            _print_failure(index, error.code, as_json=arguments.json)
            return FAILED
    _print_counts(position, arguments)
    return FINE


def _print_counts(position: Position, arguments: argparse.Namespace) -> None:
    counts = perft(position, arguments.depth)
    if arguments.json:
        _print_json(perft=list(counts))
        return
    for count in counts:
        print(count, flush=True)


def _replay(arguments: argparse.Namespace) -> int:
    replayed = replay_record(parse_record(_read(arguments.file)))
    game, failure = replayed.game, replayed.failure
    tags = game_tags(game)
    if arguments.json:
        _print_json(
            result=tags["Result"],
            score=game.score,
            moves=game.moves,
            time_ms=game.last_ms,
            items=game.items,
            failure={"index": failure.index, "code": failure.code} if failure else None,
        )
    else:
        for name, value in tags.items():
            print(f"{name.lower()} {value}")
        if failure:
            _print_failure(failure.index, failure.code, as_json=False)
    return FAILED if failure else FINE


def _check_commitment(arguments: argparse.Namespace) -> int:
    kept = check_commitment(arguments.hash, arguments.salt, arguments.code)
    if arguments.json:
        _print_json(kept=kept)
    else:
        print("kept" if kept else "broken")
    return FINE if kept else FAILED


def _read(file: str) -> str:
    """A file's text, never more of it than a record may have."""
    if file == "-":
        data = sys.stdin.buffer.read(MAX_RECORD_BYTES + 1)
    else:
        with Path(file).open("rb") as source:
            data = source.read(MAX_RECORD_BYTES + 1)
    if len(data) > MAX_RECORD_BYTES:
        raise LogTooLong(f"a record has at most {MAX_RECORD_BYTES} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError("encoding", f"not UTF-8 at byte {error.start}") from error


def _print_json(**values: object) -> None:
    print(json.dumps(values))


def _print_failure(index: int, code: str, *, as_json: bool) -> None:
    if as_json:
        _print_json(failure={"index": index, "code": code})
    else:
        print(f"failure {index} {code}")


def _print_error(error: EngineError, *, as_json: bool) -> None:
    part = getattr(error, "part", None)
    if as_json:
        _print_json(error={"code": error.code, "part": part, "detail": error.detail})
    else:
        named = f" ({part})" if part else ""
        print(f"{error.code}{named}: {error.detail}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
