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
    off the boards. `last`: the newest version of the run's result. `place`: the newest in the
    stream. Whoever means to write reads it under the stream's lock, or has it compared there.
    """

    run: Played
    is_guest: bool
    zone: str
    opened_through: date | None
    challenge_day: date | None
    email_verified: bool
    removed: bool
    last: Version | None
    place: int


Item = tuple[int, str, int]


class Seen(NamedTuple):
    """A run with its log (places, texts, ms) as they stood at one instant; by `mark` the database
    knows whether they stand so still."""

    standing: Standing
    items: Sequence[Item]
    mark: str


_Columns = tuple[list[int], list[str], list[int]]
# The outcome of a verification with the index and code of what was found wrong.
Outcome = tuple[str, int | None, str]

_RUN = ", ".join(f"r.{name}" for name in Played._fields)
_PLACE = "COALESCE((SELECT place FROM games_result ORDER BY place DESC LIMIT 1), 0)"
_FACTS = f"""{_RUN}, u.is_guest, u.zone, u.opened_through,
    CASE WHEN c.kind = 'daily' THEN c.day END,
    EXISTS (SELECT 1 FROM account_emailaddress e WHERE e.user_id = u.id AND e.verified),
    EXISTS (SELECT 1 FROM games_review v WHERE v.run_id = r.id AND v.state = 'removed'),
    {", ".join(f"l.{name}" for name in Version._fields)}"""
_RUNS = """games_run r
JOIN accounts_user u ON u.id = r.player_id
LEFT JOIN games_challenge c ON c.id = r.challenge_id
LEFT JOIN """
# Laterally, PostgreSQL goes by the index though its plan was made when there were no results yet.
_FROM = f"""{_RUNS} LATERAL (
    SELECT * FROM games_result n WHERE n.token = r.token ORDER BY n.version DESC LIMIT 1
) l ON TRUE"""
_SQLITE_FROM = f"""{_RUNS} games_result l ON l.token = r.token
    AND l.version = (SELECT MAX(n.version) FROM games_result n WHERE n.token = r.token)"""
_OF_RUN = "r.id = %s"
_OF_PLAYER = """r.player_id = %s AND r.state = 'ended' AND (r.moves > 0 OR r.race_id IS NOT NULL)
ORDER BY r.ended_ms, r.id"""
_ITEMS = "SELECT place, text, at_ms FROM games_logitem WHERE run_id = %s ORDER BY place"
_COLUMNS = ", ".join(f"COALESCE(array_agg(i.{at}), '{{}}')" for at in ("place", "text", "at_ms"))
_STANDS = f"WITH standing AS MATERIALIZED (SELECT {_FACTS} FROM {_FROM} WHERE {_OF_RUN})"
_SEEN = f"""{_STANDS}
SELECT standing.*, {_PLACE}, (
    SELECT json_build_array({_COLUMNS})::text FROM ({_ITEMS}) i
), standing::text FROM standing
"""
_SET_OUTCOME = """
UPDATE games_run SET verification = %s, verification_index = %s, verification_code = %s
WHERE id = %s
"""
_OUTCOME = f"""{_STANDS}, run AS (
    {_SET_OUTCOME} AND EXISTS (SELECT 1 FROM standing WHERE standing::text = %s) RETURNING id
)"""
_OUTCOME_ALONE = f"{_OUTCOME} SELECT id FROM run"
_OUTCOME_AND_VERSION = f"""{_OUTCOME}
INSERT INTO games_result ({", ".join(Version._fields)})
SELECT {_PLACE} + 1, {", ".join("%s" for _ in Version._fields[1:])} FROM run RETURNING run_id
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
_LAST = _WIDTH + len(Standing._fields) - 3
_LAST_END = _LAST + len(Version._fields)
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
    standings = _standings(_OF_RUN, run_id)
    return standings[0] if standings else None


def standings_fetch(player_id: int) -> list[Standing]:
    """All ended runs of a player that have a move or a race, in order of their ends."""
    return _standings(_OF_PLAYER, player_id)


def _standings(which: str, value: int) -> list[Standing]:
    runs = _FROM if connection.vendor == "postgresql" else _SQLITE_FROM
    rows = _rows(f"SELECT {_FACTS}, {_PLACE} FROM {runs} WHERE {which}", (value,))
    return [_standing(row) for row in rows]


def seen_fetch(run_id: int) -> Seen | None:
    """The run with its log, as they stand at one instant."""
    if connection.vendor != "postgresql":
        standing = standing_fetch(run_id)
        return None if standing is None else Seen(standing, items_fetch(run_id), "")
    rows = _rows(_SEEN, (run_id, run_id))
    if not rows:
        return None
    *row, columns, mark = rows[0]
    items = zip(*msgspec.json.decode(columns, type=_Columns), strict=True)
    return Seen(_standing(row), list(items), mark)


def items_fetch(run_id: int) -> Sequence[Item]:
    """The run's log: places, texts, ms."""
    return _rows(_ITEMS, (run_id,))


def outcome_store(seen: Seen, outcome: Outcome, version: Version | None) -> bool:
    """Keep the outcome with the run and add the version, if there is one, at the next place: all
    or nothing, and only if the run still stands as it was seen; whether it does.

    Takes the row of the run's player and the stream as `standing_take` does, unhurried; for no
    longer than the database needs, as nothing is asked in between. On SQLite the caller's
    transaction has the database to itself.
    """
    run_id = seen.standing.run.id
    if connection.vendor != "postgresql":
        return _sqlite_outcome_store(seen, outcome, version)
    sql = _OUTCOME_ALONE if version is None else _OUTCOME_AND_VERSION
    values = (run_id, *outcome, run_id, seen.mark, *(version or ())[1:])
    # The second statement reads what was committed before the first one had the locks; if that
    # got none, the player is gone, and with the player the mark.
    return bool(_rows_at_once((_PLAYER_AND_STREAM, (run_id, "off")), (sql, values)))


def _sqlite_outcome_store(seen: Seen, outcome: Outcome, version: Version | None) -> bool:
    now = standing_fetch(seen.standing.run.id)
    if now is None or now._replace(place=seen.standing.place) != seen.standing:
        return False
    _execute(_SET_OUTCOME, (*outcome, now.run.id))
    if version is not None:
        version_insert(version._replace(place=now.place + 1))
    return True


def version_insert(version: Version) -> None:
    day = version.day if connection.vendor == "postgresql" else version.day.isoformat()
    _execute(_INSERT, (*version[:-1], day))


def _standing(row: Sequence[Any]) -> Standing:
    run = Played._make(row[:_WIDTH])
    last = None if row[_LAST] is None else Version._make(row[_LAST:_LAST_END])
    standing = Standing._make((run, *row[_WIDTH:_LAST], last, row[_LAST_END]))
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


def _rows_at_once(*statements: tuple[str, Sequence[Any]]) -> list[Any]:
    """Send statements to PostgreSQL together and wait once; what the last one returns. They are
    one transaction: the one that is open, else one of their own, which such a pipeline is."""
    import psycopg

    connection.ensure_connection()
    driver = connection.connection
    with connection.wrap_database_errors:
        with driver.pipeline():
            for sql, values in statements:
                cursor = psycopg.Cursor(driver)
                cursor.execute(sql, values, prepare=True)
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
