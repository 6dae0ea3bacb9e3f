# ruff: noqa: S608 (only names of our own columns are put into the text)
"""The SQL of results and their verification, for the two databases the service runs on.

Plain SQL because every finished game goes through it: by the ORM a verification costs three times
as much. PostgreSQL keeps the statements prepared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

import msgspec
from django.db import connection

# Any number no other part of the service locks by.
_KEY = 5_720_160_451


class Version(NamedTuple):
    """The columns of a result, as they stand in its table."""

    place: int
    token: str
    version: int
    run_id: int | None
    player_id: int
    state: str
    counts: bool
    kind: str
    submitted: bool
    event: str
    challenge_id: int | None
    race_id: int | None
    code: str
    won: bool
    clean: bool
    score: int
    moves: int
    up: int
    turned: int
    ms: int
    ended_ms: int
    day: date


class Played(NamedTuple):
    """The columns of a run that its verification and its result rest on."""

    id: int
    token: str
    player_id: int
    kind: str
    event: str
    code: str
    sealed_code: bytes
    challenge_id: int | None
    race_id: int | None
    closes_ms: int | None
    submitted: bool
    verification: str
    verification_index: int | None
    verification_code: str
    state: str
    result: str
    created_at: datetime
    started_ms: int | None
    ended_ms: int | None
    seq: int
    last_ms: int
    score: int
    moves: int
    up: int
    turned: int
    undos: int
    hints: int


class Standing(NamedTuple):
    """A run with all that its result depends on, as they stand at one instant.

    `challenge_day`: the date of the daily, None of anything else. `removed`: staff has taken it
    off the boards. `place`: the newest in the stream. `last`: the newest version of the run's
    result. Whoever means to write reads it under the stream's lock.
    """

    run: Played
    is_guest: bool
    zone: str
    opened_through: date | None
    challenge_day: date | None
    email_verified: bool
    removed: bool
    place: int
    last: Version | None


Item = tuple[int, str, int]
# The outcome of a verification with the index and code of what was found wrong.
Outcome = tuple[str, int | None, str]

_RUN = ", ".join(f"r.{name}" for name in Played._fields)
_STANDING = f"""
SELECT {_RUN}, u.is_guest, u.zone, u.opened_through,
    CASE WHEN c.kind = 'daily' THEN c.day END,
    EXISTS (SELECT 1 FROM account_emailaddress e WHERE e.user_id = u.id AND e.verified),
    EXISTS (SELECT 1 FROM games_review v WHERE v.run_id = r.id AND v.state = 'removed'),
    COALESCE((SELECT place FROM games_result ORDER BY place DESC LIMIT 1), 0),
    {", ".join(f"l.{name}" for name in Version._fields)}
FROM games_run r
JOIN accounts_user u ON u.id = r.player_id
LEFT JOIN games_challenge c ON c.id = r.challenge_id
LEFT JOIN games_result l ON l.token = r.token
    AND l.version = (SELECT MAX(n.version) FROM games_result n WHERE n.token = r.token)
WHERE """
_OF_RUN = _STANDING + "r.id = %s"
_OF_PLAYER = (
    _STANDING
    + """r.player_id = %s AND r.state = 'ended' AND (r.moves > 0 OR r.race_id IS NOT NULL)
ORDER BY r.ended_ms, r.id"""
)
_PLAYED = f"SELECT {_RUN} FROM games_run r WHERE r.id = %s"
_PLAYED_WITH_ITEMS = f"""
SELECT {_RUN}, (
    SELECT json_agg(json_build_array(i.place, i.text, i.at_ms) ORDER BY i.place)::text
    FROM games_logitem i WHERE i.run_id = r.id
) FROM games_run r WHERE r.id = %s
"""
_ITEMS = "SELECT place, text, at_ms FROM games_logitem WHERE run_id = %s ORDER BY place"
_OUTCOME = """
UPDATE games_run SET verification = %s, verification_index = %s, verification_code = %s
WHERE id = %s
"""
_INSERT = f"""
INSERT INTO games_result ({", ".join(Version._fields)})
VALUES ({", ".join("%s" for _ in Version._fields)})
"""
# The player's row first, or a merge that holds it and waits for the stream would be met crosswise.
_PLAYER_AND_STREAM = f"""
WITH player AS MATERIALIZED (
    SELECT u.id FROM accounts_user u JOIN games_run r ON r.player_id = u.id
    WHERE r.id = %s FOR NO KEY UPDATE OF u
)
SELECT pg_advisory_xact_lock({_KEY}), set_config('synchronous_commit', %s, true) FROM player
"""
_WIDTH = len(Played._fields)
_LAST = _WIDTH + len(Standing._fields) - 2
_TRUTHS = {name: Version._fields.index(name) for name in ("counts", "submitted", "won", "clean")}


def stream_take() -> None:
    """Wait for the stream, to the end of the transaction."""
    if connection.vendor == "postgresql":
        _rows(f"SELECT pg_advisory_xact_lock({_KEY})", ())


def standing_take(run_id: int, *, hurried: bool) -> tuple[bool, Standing | None]:
    """Wait for the row of the run's player, then for the stream, and read how the run stands then.

    Whether they were taken: not when the player was merged into another meanwhile, or the run is
    gone. Unhurried, the transaction's commit does not wait for the disk.
    """
    if connection.vendor != "postgresql":
        return True, standing_fetch(run_id)
    taken = _rows(_PLAYER_AND_STREAM, (run_id, "on" if hurried else "off"))
    return bool(taken), standing_fetch(run_id)


def standing_fetch(run_id: int) -> Standing | None:
    rows = _rows(_OF_RUN, (run_id,))
    return _standing(rows[0]) if rows else None


def standings_fetch(player_id: int) -> list[Standing]:
    """All ended runs of a player that have a move or a race, in order of their ends."""
    return [_standing(row) for row in _rows(_OF_PLAYER, (player_id,))]


def played_fetch(run_id: int) -> tuple[Played, Sequence[Item]] | None:
    """The run with its log, as they stand at one instant; places, texts and ms."""
    if connection.vendor != "postgresql":
        rows = _rows(_PLAYED, (run_id,))
        return (_sqlite_played(Played._make(rows[0])), items_fetch(run_id)) if rows else None
    rows = _rows(_PLAYED_WITH_ITEMS, (run_id,))
    if not rows:
        return None
    *row, items = rows[0]
    return Played._make(row), msgspec.json.decode(items, type=list[Item]) if items else []


def items_fetch(run_id: int) -> Sequence[Item]:
    """The run's log: places, texts, ms."""
    return _rows(_ITEMS, (run_id,))


def outcome_store(run_id: int, outcome: Outcome, version: Version | None) -> None:
    """Keep the outcome with the run and add the version, if there is one."""
    if version is None:
        _execute(_OUTCOME, (*outcome, run_id))
    elif connection.vendor == "postgresql":
        _execute(f"WITH run AS ({_OUTCOME}) {_INSERT}", (*outcome, run_id, *version))
    else:
        _execute(_OUTCOME, (*outcome, run_id))
        version_insert(version)


def version_insert(version: Version) -> None:
    day = version.day if connection.vendor == "postgresql" else version.day.isoformat()
    _execute(_INSERT, (*version[:-1], day))


def _standing(row: Sequence[Any]) -> Standing:
    run = Played._make(row[:_WIDTH])
    last = None if row[_LAST] is None else Version._make(row[_LAST:])
    standing = Standing._make((run, *row[_WIDTH:_LAST], last))
    return standing if connection.vendor == "postgresql" else _sqlite_standing(standing)


def _sqlite_standing(standing: Standing) -> Standing:
    """SQLite has no dates and no truth."""
    last, day = standing.last, standing.challenge_day
    if last is not None:
        truths: dict[str, Any] = {name: bool(last[at]) for name, at in _TRUTHS.items()}
        last = last._replace(day=date.fromisoformat(str(last.day)), **truths)
    return standing._replace(
        run=_sqlite_played(standing.run),
        challenge_day=None if day is None else date.fromisoformat(str(day)),
        is_guest=bool(standing.is_guest),
        email_verified=bool(standing.email_verified),
        removed=bool(standing.removed),
        last=last,
    )


def _sqlite_played(run: Played) -> Played:
    created_at = datetime.fromisoformat(str(run.created_at)).replace(tzinfo=UTC)
    return run._replace(created_at=created_at, submitted=bool(run.submitted))


def _rows(sql: str, values: Sequence[Any]) -> list[Any]:
    """Execute a statement and fetch what it returns."""
    with _cursor() as cursor:
        _prepared(cursor, sql, values)
        rows: list[Any] = cursor.fetchall()
    return rows


def _execute(sql: str, values: Sequence[Any]) -> None:
    with _cursor() as cursor:
        _prepared(cursor, sql, values)


@contextmanager
def _cursor() -> Iterator[Any]:
    """A cursor of Django's on SQLite, of the driver's own on PostgreSQL: with Django's the
    statement would be parsed and planned every time."""
    connection.ensure_connection()
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            yield cursor
        return
    import psycopg  # a service on SQLite never loads it

    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        yield cursor


def _prepared(cursor: Any, sql: str, values: Sequence[Any]) -> None:
    if connection.vendor == "postgresql":
        cursor.execute(sql, values, prepare=True)
    else:
        cursor.execute(sql, values)
