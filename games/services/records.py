"""Records of games played elsewhere: judged as they come in, then verified like any other run."""

from __future__ import annotations

import re

from django.db import transaction

from accounts.models import User
from accounts.names import name_key
from engine.codes import Code, parse_code
from engine.errors import LogTooLong, RecordError, UnknownCode
from engine.record import Record, game_tags, parse_record, replay_record
from engine.replay import Game
from games.clock import now_ms
from games.errors import RecordRefused
from games.models import COUNTED, LogItem, Run, RunKind, RunResult, RunState
from games.services.results import run_finished

# A claim of more is no game's time.
MAX_MS = 366 * 24 * 3600 * 1000
_ITEM = re.compile(r"item (\d+)")


def record_submit(*, player: User, text: str) -> Run:
    """Keep a record as a casual run that ended now; the same record again is the same run.

    Only deals that may be known stand: open codes, and thoughtful Klondike. Its clock is a claim.
    Raises `RecordRefused` with the code of the first thing wrong: `record` (not a record), `rules`,
    `log_too_long`, `no_code`, `unknown_code`, `sealed_code`, `player`, `no_move`, `clock`,
    `mismatch` (`detail` names the tag), `copied`, or the engine's reason for an item.
    """
    record = _read(text)
    code = _code(record)
    _check_player(record, player)
    game = _played(record)
    with transaction.atomic():
        # Of two submissions at once the second one finds the first.
        User.objects.select_for_update().get(pk=player.pk)
        run = _same(record, code, player) or _keep(record, code, game, player)
        run_finished(run_id=run.pk)
    return run


def _read(text: str) -> Record:
    try:
        return parse_record(text)
    except LogTooLong as error:
        raise RecordRefused(error.code) from error
    except RecordError as error:
        item = _ITEM.fullmatch(error.part)
        index = int(item[1]) if item else None
        raise RecordRefused("record", index=index, detail=error.part) from error


def _code(record: Record) -> Code:
    if "Code" not in record.tags:
        raise RecordRefused("no_code", detail="Code")
    try:
        code = parse_code(record.tags["Code"])
    except UnknownCode as error:
        raise RecordRefused(error.code, detail=error.part) from error
    if code.sealed and not code.variant.thoughtful:
        raise RecordRefused("sealed_code", detail="Code")
    return code


def _check_player(record: Record, player: User) -> None:
    """A record that names somebody is that player's alone."""
    named = record.tags.get("Player")
    if named is not None and name_key(named) != name_key(player.display_name):
        raise RecordRefused("player", detail="Player")


def _played(record: Record) -> Game:
    try:
        replayed = replay_record(record)
    except RecordError as error:
        code = "rules" if error.part == "Rules" else "record"
        raise RecordRefused(code, detail=error.part) from error
    game, failure = replayed.game, replayed.failure
    if failure is not None:
        index, code = failure.index, failure.code
        items = record.items
        if code == "mismatch":
            raise RecordRefused(code, index=index, detail=_differing(record, game))
        back = index > 0 and items[index][1] < items[index - 1][1]
        raise RecordRefused("clock" if back else code, index=index, detail=items[index][0])
    if not game.moves:
        raise RecordRefused("no_move")
    if game.last_ms > MAX_MS:
        late = next(n for n, (_, at_ms) in enumerate(record.items) if at_ms > MAX_MS)
        raise RecordRefused("clock", index=late, detail=record.items[late][0])
    return game


def _differing(record: Record, game: Game) -> str:
    """The first tag that says something else than the log."""
    found = game_tags(game)
    stated = dict(record.tags) | {"Result": "won" if record.tags.get("Result") == "won" else "open"}
    return next((name for name in found if stated.get(name, found[name]) != found[name]), "")


def _same(record: Record, code: Code, player: User) -> Run | None:
    """The player's own run with this very log. Another's is refused: nobody plays the same moves
    at the same milliseconds."""
    items = list(record.items)
    alike = Run.objects.filter(
        code=code.text, state=RunState.ENDED, seq=len(items), last_ms=items[-1][1]
    )
    for run in alike.order_by("id"):
        if list(run.log.order_by("place").values_list("text", "at_ms")) == items:
            if run.player_id != player.pk:
                raise RecordRefused("copied")
            return run
    return None


def _keep(record: Record, code: Code, game: Game, player: User) -> Run:
    now = now_ms()
    run = Run.objects.create(
        player=player,
        kind=RunKind.CASUAL,
        event=code.event,
        code=code.text,
        submitted=True,
        state=RunState.ENDED,
        result=RunResult.WON if game.won else RunResult.STOPPED,
        started_ms=now - game.last_ms,
        ended_ms=now,
        seq=game.items,
        **{name: getattr(game, name) for name in COUNTED},
    )
    LogItem.objects.bulk_create(
        LogItem(run=run, place=place, text=text, at_ms=at_ms)
        for place, (text, at_ms) in enumerate(record.items)
    )
    return run
