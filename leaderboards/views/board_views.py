"""A board as a page shows it: rows with names and links, filters, the way to other pages of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import PublicName, account_of, player_of, public_names
from games.selectors.replays import replays_open, runs_untold
from leaderboards.keys import BoardKey, Metric
from leaderboards.metrics import Column
from leaderboards.selectors.boards import BoardPage, BoardRow, board_around, board_page
from leaderboards.views.choices import Choice

PAGE = 20
EACH_SIDE = 3
COLOURS = 6
# Boards of many games, which are not clean or not.
NEVER_CLEAN = {Metric.STANDINGS, Metric.DAY_STREAK, Metric.RATING}
# Boards whose figures are of one deal.
OF_A_DEAL = {Metric.TIME, Metric.MOVES, Metric.SCORE}
UNTOLD = "–"
# Rank, player and replay stand beside the columns of figures.
OTHER_COLUMNS = 3


class Cell(NamedTuple):
    text: str
    wide: bool


class Mark(NamedTuple):
    """How far a row is to be trusted: `provisional`, `verified` or `final`, and its word."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ShownRow:
    rank: int
    tied: bool
    player_id: int
    name: str
    url: str | None
    initial: str
    colour: int
    own: bool
    replay: str
    clean: bool
    mark: Mark | None
    cells: list[Cell]
    untold: bool = False


@dataclass(frozen=True, slots=True)
class BoardView:
    """`rows` has None where ranks are left out; `live_url` is empty when nothing will change.
    `untold`: figures are left out of it."""

    rows: list[ShownRow | None]
    columns: Sequence[Column]
    total: int
    filters: list[Choice] = field(default_factory=list)
    previous_url: str = ""
    next_url: str = ""
    live_url: str = ""
    caption: str = ""
    empty: str = ""
    untold: bool = False

    @property
    def with_replays(self) -> bool:
        return any(row is not None and row.replay for row in self.rows)

    @property
    def width(self) -> int:
        return len(self.columns) + OTHER_COLUMNS

    @property
    def digest(self) -> str:
        """Changes when anything a reader sees of the rows changes."""
        return sha256(repr((self.rows, self.total)).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks of a board."""

    friends: bool
    clean: bool
    after: str

    @classmethod
    def of(cls, request: HttpRequest) -> Asked:
        query = request.GET
        return cls("friends" in query, "clean" in query, query.get("after", "")[:200])

    def first(self) -> Asked:
        """The same from the first row on."""
        return replace(self, after="")

    def query(self) -> str:
        given = {"friends": "1" * self.friends, "clean": "1" * self.clean, "after": self.after}
        text = urlencode({name: value for name, value in given.items() if value})
        return f"?{text}" if text else ""


def board_view(
    *,
    request: HttpRequest,
    key: BoardKey,
    columns: Sequence[Column],
    mark: Callable[[BoardRow], Mark | None],
    caption: str,
    watchable: bool = True,
    keep: Mapping[str, str] | None = None,
) -> BoardView:
    """One page of the board `key`, as the request's query filters it, with the reader's own row.

    `watchable`: whether rows lead to replays. `keep` is the rest of the page's query. A spoilt
    cursor is the top. Figures of a deal that the reader has yet to play are left out.
    """
    asked = Asked.of(request)
    player = player_of(request.user)
    friends_of = player if asked.friends and player is not None else None
    key = replace(key, clean=asked.clean)
    page = board_page(key=key, after=asked.after or None, limit=PAGE, friends_of=friends_of)
    own = (
        []
        if player is None
        else board_around(
            key=key, player=player, each_side=EACH_SIDE, friends=friends_of is not None
        )
    )
    rows = _shown(key, _joined(page.rows, own), player, columns, mark, watchable)
    return BoardView(
        rows=rows,
        columns=columns,
        total=page.total,
        filters=_filters(request, key, asked, keep or {}),
        previous_url=_page_url(asked, page.previous_cursor, keep or {}),
        next_url=_page_url(asked, page.next_cursor, keep or {}),
        caption=caption,
        empty=_empty(page, asked),
        untold=any(row is not None and row.untold for row in rows),
    )


def _joined(page: list[BoardRow], own: list[BoardRow]) -> list[BoardRow | None]:
    """The page, and what of the reader's surroundings it does not show, with a gap between."""
    seen = {row.player_id for row in page}
    rest = [row for row in own if row.player_id not in seen]
    if not page or not rest:
        return [*(page or rest)]
    met = len(rest) < len(own)  # the two touch: no rank is left out between them
    gap: list[BoardRow | None] = [] if met else [None]
    before = [row for row in rest if _place(row) < _place(page[0])]
    after = [row for row in rest if _place(row) > _place(page[0])]
    return [*before, *(gap if before else []), *page, *(gap if after else []), *after]


def _place(row: BoardRow) -> tuple[int, int]:
    """The order of a board: equals stand by their players' numbers."""
    return row.rank, row.player_id


def _shown(
    key: BoardKey,
    rows: list[BoardRow | None],
    viewer: User | None,
    columns: Sequence[Column],
    mark: Callable[[BoardRow], Mark | None],
    watchable: bool,
) -> list[ShownRow | None]:
    there = [row for row in rows if row is not None]
    names = public_names({row.player_id for row in there}, viewer)
    tokens = [row.run_token for row in there if row.run_token and watchable]
    replays = replays_open(tokens=tokens, user=viewer) if tokens else set()
    untold = runs_untold(tokens=tokens, user=viewer) if tokens and key.kind in OF_A_DEAL else set()
    shown = (
        None if row is None else _row(row, names[row.player_id], viewer, replays, columns, mark)
        for row in rows
    )
    return [
        _silent(new) if row and new and row.run_token in untold else new
        for row, new in zip(rows, shown, strict=True)
    ]


def _silent(row: ShownRow) -> ShownRow:
    """The row without its figures."""
    cells = [cell._replace(text=UNTOLD) for cell in row.cells]
    return replace(row, cells=cells, clean=False, untold=True)


def _row(
    row: BoardRow,
    who: PublicName,
    viewer: User | None,
    replays: set[str],
    columns: Sequence[Column],
    mark: Callable[[BoardRow], Mark | None],
) -> ShownRow:
    return ShownRow(
        rank=row.rank,
        tied=row.tied,
        player_id=row.player_id,
        name=who.name,
        url=who.url,
        initial=who.name[:1].upper(),
        colour=row.player_id % COLOURS,
        own=viewer is not None and row.player_id == viewer.pk,
        replay=reverse("games:run", args=[row.run_token]) if row.run_token in replays else "",
        clean=row.won and row.clean,
        mark=mark(row),
        cells=[Cell(column.text(row), column.wide) for column in columns],
    )


def _filters(
    request: HttpRequest, key: BoardKey, asked: Asked, keep: Mapping[str, str]
) -> list[Choice]:
    first = asked.first()
    choices = []
    if key.kind not in NEVER_CLEAN:
        choices.append(
            Choice(_("Clean"), _url(replace(first, clean=not asked.clean), keep), asked.clean)
        )
    if account_of(request.user):
        friends = replace(first, friends=not asked.friends)
        choices.insert(0, Choice(_("Friends"), _url(friends, keep), asked.friends))
    return choices


def _page_url(asked: Asked, cursor: str | None, keep: Mapping[str, str]) -> str:
    if cursor is None:
        return ""
    return _url(replace(asked, after=cursor), keep) + "#board-title"


def _url(asked: Asked, keep: Mapping[str, str]) -> str:
    """Relative: `?` alone is the page without a query."""
    kept = urlencode(keep)
    query = asked.query()
    return f"{query}&{kept}" if query and kept else query or f"?{kept}"


def _empty(page: BoardPage, asked: Asked) -> str:
    if asked.friends:
        return _("None of your friends is on this board yet.")
    if asked.clean:
        return _("Nobody has won without undo here yet.")
    return _("Nobody is on this board yet. The first place is free.")
