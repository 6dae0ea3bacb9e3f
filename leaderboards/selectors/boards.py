"""Boards as pages show them: rows with exact ranks, pages by cursor, one's own row."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, replace
from typing import NamedTuple

from accounts.models import User
from accounts.selectors import friend_ids
from leaderboards.keys import BoardKey, Metric, event_of, kind_of, more_of, rating_of, standings_of
from leaderboards.models import CodeBoard
from leaderboards.ranks import (
    Ranked,
    row_of_player,
    rows_after,
    rows_around,
    rows_before,
    rows_of_players,
)
from leaderboards.selectors.rating_rows import ratings_latest

AROUND = 5


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One player's row. Equal ranks are `tied`: 1, 2, 2, 4.

    `run_token` is that of the run to open ("" on standings and streaks; of wins the latest), the
    figures from `won` to `turned` and `clean` are that run's; `moves` in standings are those of
    the counted games. `wins`, `points` and `days` are 0 on boards of something else. `state` is
    `provisional` or `verified`. `rating` and its uncertainty `sigma` are in hundredths; `races`
    made it.
    """

    rank: int
    tied: bool
    player_id: int
    run_token: str = ""
    state: str = "verified"
    submitted: bool = False
    won: bool = False
    clean: bool = False
    moves: int = 0
    ms: int = 0
    score: int = 0
    up: int = 0
    turned: int = 0
    wins: int = 0
    points: int = 0
    days: int = 0
    rating: int = 0
    sigma: int = 0
    races: int = 0


@dataclass(frozen=True, slots=True)
class BoardPage:
    """Some rows of a board of `total`, and where to go on from either end (None: no further)."""

    rows: list[BoardRow]
    next_cursor: str | None
    previous_cursor: str | None
    total: int


class Standing(NamedTuple):
    """Where a player stands among how many."""

    rank: int
    tied: bool
    total: int


@dataclass(frozen=True, slots=True)
class Cursor:
    """A row's place in a board's order, and which way from there."""

    key: int
    player: int
    back: bool = False

    def __str__(self) -> str:
        text = f"{'-' if self.back else '+'}{self.key}.{self.player}"
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


TOP = Cursor(-1, 0)


def cursor_read(text: str | None) -> Cursor:
    """The cursor that a page's address carries; the top for none and for nonsense."""
    try:
        raw = base64.urlsafe_b64decode((text or "") + "=" * (-len(text or "") % 4)).decode("ascii")
        key, player = raw[1:].split(".")
        if raw[0] in "+-" and key.isdecimal() and player.isdecimal():
            return Cursor(_bounded(key), _bounded(player), back=raw[0] == "-")
    except (ValueError, binascii.Error):
        pass
    return TOP


def _bounded(digits: str) -> int:
    return min(int(digits[:19]), 2**63 - 1)


def board_page(
    *, key: BoardKey, after: str | None = None, limit: int = 20, friends_of: User | None = None
) -> BoardPage:
    """The rows that `after` points to, at any depth alike; with `friends_of` that player's and
    their friends' alone, ranked among themselves. One query, one more for a code's board."""
    number = board_number(key)
    cursor = cursor_read(after)
    if number is None:
        return BoardPage([], None, None, 0)
    if friends_of is not None:
        return _friends_page(number, cursor, limit, friends_of)
    if cursor.back:
        page = _page_before(number, cursor, limit)
        # Whoever was before has gone up or away: then the top is what comes before.
        return page if page.rows else _page_after(number, TOP, limit)
    return _page_after(number, cursor, limit)


def _page_after(number: int, cursor: Cursor, limit: int) -> BoardPage:
    found = rows_after(board=number, key=cursor.key, player=cursor.player, limit=limit)
    return _page(number, found.rows, found.size, more=found.more, less=cursor != TOP)


def _page_before(number: int, cursor: Cursor, limit: int) -> BoardPage:
    found = rows_before(board=number, key=cursor.key, player=cursor.player, limit=limit)
    return _page(number, found.rows, found.size, more=True, less=found.more)


def _friends_page(number: int, cursor: Cursor, limit: int, user: User) -> BoardPage:
    rows = _friends_rows(number, user)
    places = [(row.rank_key, row.player) for row in rows]
    at = (cursor.key, cursor.player)
    if cursor.back:
        end = sum(place < at for place in places)
        start = max(0, end - limit)
    else:
        start = sum(place <= at for place in places)
        end = start + limit
    return _page(number, rows[start:end], len(rows), more=end < len(rows), less=start > 0)


def _friends_rows(number: int, user: User) -> list[Ranked]:
    return rows_of_players(board=number, players=friend_ids(user) | {user.pk})


def _page(number: int, rows: list[Ranked], size: int, *, more: bool, less: bool) -> BoardPage:
    ends = (rows[0], rows[-1]) if rows else None
    return BoardPage(
        _rows(number, rows),
        str(Cursor(ends[1].rank_key, ends[1].player)) if ends and more else None,
        str(Cursor(ends[0].rank_key, ends[0].player, back=True)) if ends and less else None,
        size,
    )


def board_around(
    *, key: BoardKey, player: User, each_side: int = AROUND, friends: bool = False
) -> list[BoardRow]:
    """The player's row and up to `each_side` neighbours on either; nothing without a row. With
    `friends` on the board of the player's friends."""
    number = board_number(key)
    if number is None:
        return []
    if not friends:
        found = rows_around(board=number, player=player.pk, each_side=each_side)
        return _rows(number, found)
    rows = _friends_rows(number, player)
    own = next((place for place, row in enumerate(rows) if row.player == player.pk), None)
    if own is None:
        return []
    return _rows(number, rows[max(0, own - each_side) : own + each_side + 1])


def board_row(*, key: BoardKey, player: User) -> BoardRow | None:
    """The player's own row."""
    rows = board_around(key=key, player=player, each_side=0)
    return rows[0] if rows else None


def board_standing(*, key: BoardKey, player: User) -> Standing | None:
    """The player's rank; None without a row. One query, one more for a code's board."""
    number = board_number(key)
    found = None if number is None else row_of_player(board=number, player=player.pk)
    if found is None:
        return None
    size, own = found
    return Standing(own.rank, own.tied, size)


def board_number(key: BoardKey) -> int | None:
    """The board's number; None for a code that nobody has finished. Raises ValueError for a name
    that is none."""
    if key.kind != Metric.CODE:
        return key.number()
    code_id = CodeBoard.objects.filter(code=key.code).values_list("pk", flat=True).first()
    return None if code_id is None else key.number(code_id=code_id)


def _rows(number: int, found: list[Ranked]) -> list[BoardRow]:
    rows = [_row(number, row) for row in found]
    return _rated(number, rows) if kind_of(number) == Metric.RATING else rows


def _rated(number: int, rows: list[BoardRow]) -> list[BoardRow]:
    """With what a rank key does not hold of ratings. One query."""
    players = [row.player_id for row in rows]
    ratings = ratings_latest(event=event_of(number), players=players)
    return [
        replace(row, sigma=round(rating.sigma * 100), races=rating.races)
        if (rating := ratings.get(row.player_id))
        else row
        for row in rows
    ]


def _row(number: int, row: Ranked) -> BoardRow:
    kind = kind_of(number)
    points, moves = standings_of(row.rank_key) if kind == Metric.STANDINGS else (0, row.moves or 0)
    return BoardRow(
        rank=row.rank,
        tied=row.tied,
        player_id=row.player,
        run_token=row.token or "",
        state=row.state or "verified",
        submitted=bool(row.submitted),
        won=bool(row.won),
        clean=bool(row.clean),
        moves=moves,
        ms=row.ms or 0,
        score=row.score or 0,
        up=row.up or 0,
        turned=row.turned or 0,
        wins=more_of(row.rank_key) if kind == Metric.WINS else 0,
        points=points,
        days=more_of(row.rank_key) if kind == Metric.DAY_STREAK else 0,
        rating=rating_of(row.rank_key) if kind == Metric.RATING else 0,
    )
