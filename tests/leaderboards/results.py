"""Results as the games app would tell them, and a plain reckoning of the boards they make."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from accounts.models import User
from games.models import Challenge, PoolDeal, Result
from games.results import results_last_place
from leaderboards.keys import (
    EVENT_NUMBERS,
    LOST,
    MOST_MOVES,
    SHIFTS,
    BoardKey,
    challenge_key,
    more_is_better,
    standings_key,
)
from leaderboards.models import Board, CodeBoard, Entry, PrefixCount

EVENT = "RU1-C"
POINTS = dict(enumerate([25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], start=1))
DAY = date(2026, 7, 6)
PERIODS = ("all", "day", "week", "month")


def make_players(count: int) -> list[User]:
    return User.objects.bulk_create([User(tag=f"{number:04d}") for number in range(count)])


def make_challenge(kind: str, event: str, day: date) -> Challenge:
    deal = PoolDeal.objects.create(
        event=event,
        sealed_code=b"",
        sealed_line=b"",
        par=1,
        bound=1,
        states=1,
        solver="test",
    )
    return Challenge.objects.create(
        kind=kind, event=event, day=day, pool_deal=deal, commitment="0" * 64, sealed_salt=b""
    )


def make_result(player: User, token: str, **fields: Any) -> Result:
    """A verified win of an ordinary ranked game at noon of `day`, but for what `fields` say; not
    stored yet and without a place."""
    day = fields.pop("day", DAY)
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    plain: dict[str, Any] = {
        "token": token,
        "version": 1,
        "player_id": player.pk,
        "state": "verified",
        "counts": True,
        "kind": "ranked",
        "event": EVENT,
        "won": True,
        "clean": False,
        "score": 625,
        "moves": 120,
        "up": 52,
        "turned": 21,
        "ms": 300_000,
        "ended_ms": round(noon.timestamp() * 1000),
        "day": day,
    }
    return Result(**plain | fields)


def put(*results: Result) -> None:
    """Adds versions to the stream in this order."""
    place = results_last_place()
    for number, result in enumerate(results, place + 1):
        result.place = number
    Result.objects.bulk_create(results)


Rows = dict[int, dict[int, tuple[int, str]]]


def boards_now() -> Rows:
    """Every board there is: rank key and shown run of each player."""
    tokens = dict(Result.objects.values_list("place", "token"))
    rows: Rows = {}
    for entry in Entry.objects.all():
        shown = tokens.get(entry.place, "")
        rows.setdefault(entry.board, {})[entry.player] = (entry.rank_key, shown)
    return rows


def boards_reckoned(results: Iterable[Result]) -> Rows:
    """The boards of events, challenges and codes, reckoned one result after the other."""
    newest: dict[str, Result] = {}
    for result in results:
        known = newest.get(result.token)
        if known is None or known.version < result.version:
            newest[result.token] = result
    days = dict(Challenge.objects.values_list("pk", "day"))
    found: dict[tuple[int, int], list[tuple[int, int, str]]] = {}
    for result in newest.values():
        for board, key in _contributions(result, days.get(result.challenge_id or 0)):
            row = (key, result.ended_ms, result.token)
            found.setdefault((board, result.player_id), []).append(row)
    rows: Rows = {}
    for (board, player), candidates in found.items():
        rows.setdefault(board, {})[player] = _best(board, candidates)
    return rows


def _best(board: int, candidates: list[tuple[int, int, str]]) -> tuple[int, str]:
    if board >> 56 == 1:
        latest = min(candidates, key=lambda row: (-row[1], row[2]))
        return more_is_better(len(candidates)), latest[2]
    key, _, token = min(candidates)
    return key, token


def _contributions(result: Result, day: date | None) -> list[tuple[int, int]]:
    """`day` is the challenge's."""
    made: list[tuple[int, int]] = []
    ranked, gone = result.kind == "ranked", result.state == "withdrawn"
    for clean in (False, True):
        if clean and not (result.won and result.clean):
            continue
        if ranked and result.counts and result.state == "verified":
            made += _world(result, day, clean)
        if ranked and result.counts and not gone and result.challenge_id:
            key = BoardKey("daily", challenge_id=result.challenge_id, clean=clean)
            made.append((key.number(), _challenge_key(result)))
        if not ranked and not gone and result.code and result.won:
            code_id = CodeBoard.objects.get(code=result.code).pk
            key = BoardKey("code", code=result.code, clean=clean)
            made.append((key.number(code_id=code_id), min(result.moves, MOST_MOVES) << 12))
    return made


def _challenge_key(result: Result) -> int:
    return challenge_key(
        won=result.won, moves=result.moves, ms=result.ms, up=result.up, turned=result.turned
    )


def _world(result: Result, day: date | None, clean: bool) -> list[tuple[int, int]]:
    if result.event not in EVENT_NUMBERS:
        return []
    if day is None:
        day = datetime.fromtimestamp(result.ended_ms / 1000, UTC).date()
    keys = {"score": more_is_better(result.score)}
    if result.won:
        keys |= {"wins": 0, "time": result.ms << 6, "moves": min(result.moves, MOST_MOVES) << 12}
    return [
        (BoardKey(metric, result.event, period, day, clean=clean).number(), key)
        for metric, key in keys.items()
        for period in PERIODS
    ]


def assert_counts_agree() -> None:
    """Sizes and counts by prefix are those of the rows."""
    sizes: dict[int, int] = {}
    prefixes: dict[tuple[int, int, int], int] = {}
    counted = set(Board.objects.filter(counted=True).values_list("number", flat=True))
    for board, key in Entry.objects.values_list("board", "rank_key"):
        sizes[board] = sizes.get(board, 0) + 1
        for shift in SHIFTS if board in counted else ():
            prefix = (board, shift, key >> shift)
            prefixes[prefix] = prefixes.get(prefix, 0) + 1
    assert dict(Board.objects.values_list("number", "size")) == sizes
    found = PrefixCount.objects.values_list("board", "shift", "prefix", "size")
    assert {(board, shift, prefix): size for board, shift, prefix, size in found} == prefixes


def standings_reckoned(results: Iterable[Result], rows: Rows) -> Rows:
    """The weekly standings of what stands on the dailies: every rank by counting."""
    state = {result.token: (result.version, result.state) for result in _by_version(results)}
    scores: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for challenge in Challenge.objects.filter(kind="daily"):
        board = rows.get(BoardKey("daily", challenge_id=challenge.pk).number(), {})
        wins = [
            (key, player)
            for player, (key, token) in board.items()
            if key < LOST and state[token][1] == "verified"
        ]
        standings = BoardKey("standings", challenge.event, start=challenge.day).number()
        for key, player in wins:
            rank = 1 + sum(other < key for other, _ in wins)
            score = (-POINTS.get(rank, 1), key >> 33)
            scores.setdefault((standings, player), []).append(score)
    made: Rows = {}
    for (standings, player), days in scores.items():
        best = sorted(days)[:6]
        key = standings_key(points=-sum(p for p, _ in best), moves=sum(m for _, m in best))
        made.setdefault(standings, {})[player] = (key, "")
    return made


def _by_version(results: Iterable[Result]) -> list[Result]:
    return sorted(results, key=lambda result: result.version)


def day_streaks_reckoned(results: Iterable[Result]) -> dict[int, int]:
    """The longest day streak by player, one date after the other."""
    newest = {result.token: result for result in _by_version(results)}
    wins: dict[int, set[date]] = {}
    for result in newest.values():
        if result.won and result.counts and result.state == "verified" and result.kind == "ranked":
            wins.setdefault(result.player_id, set()).add(result.day)
    return {player: longest(days, set(), max(days)) for player, days in wins.items()}


def longest(wins: set[date], exempt: set[date], through: date) -> int:
    current = held = best = 0
    day = min(wins)
    while day <= max(through, *wins):
        if day in wins:
            current += 1
            held = min(2, held + 1) if current % 7 == 0 else held
        elif day not in exempt and day <= through:
            current, held = (current, held - 1) if held else (0, 0)
        best = max(best, current)
        day += timedelta(days=1)
    return best
