"""Folding results into boards: the one writer of every table of this app.

Whoever folds locks the row of `FoldState` to the end of the transaction. Batches are independent:
killed between two of them, or run twice, or late, the boards come out the same.
"""

from __future__ import annotations

import structlog
from django.db import transaction

from accounts.homes import dates_skipped
from accounts.models import User
from games.clock import now_ms
from games.results import results_last_place
from leaderboards.database import analyze, drop, execute, insert_numbers, table_from, tables_new
from leaderboards.day_streaks import (
    BOARD,
    outage_days,
    outages_digest,
    players_in_work,
    players_on_board,
    streak_rows,
)
from leaderboards.fold_sql import WORK, apply_sql, codes_sql, collect_sql, moved_sql
from leaderboards.models import FoldState
from leaderboards.ratings import MODEL
from leaderboards.services.ratings import Due, ratings_due, ratings_fold
from leaderboards.standings import (
    STANDINGS_WORK,
    Daily,
    dailies_in_work,
    dailies_of,
    daily_points,
    players_challenged,
    players_moved,
    standings_sql,
    standings_tables,
)

log = structlog.get_logger(__name__)

BATCH = 500
# Set while a fold waits in the queue: it will find all that is committed by its start.
FOLD_WAITS = "boards-fold-waits"
# How often a fold that finds nothing remembers that it has looked.
LOOKED_MS = 3_600_000
EMPTY = {
    "lb_fresh": "(board bigint, player bigint, rank_key bigint, place bigint)",
    "lb_again": "(board bigint, player bigint)",
}


def boards_fold(*, limit: int = BATCH) -> int:
    """Folds every result and rated race there is, at most `limit` versions a transaction; how many
    versions they were.

    Waits for another fold that is at work, and then finds little or nothing left.
    """
    folded = 0
    while (count := _fold_once(limit)) > 0:
        folded += count
    if folded:
        log.info("boards_folded", results=folded)
    return folded


def streaks_recount(*, player: User) -> None:
    """Has the next fold count everybody's streaks anew, if this player skipped dates on the way
    from zone to zone: for when these are forgotten. Inside the caller's transaction."""
    if dates_skipped(player):
        FoldState.objects.update(exempt="")


def fold_state_lock() -> FoldState:
    """The state, locked to the end of the transaction."""
    FoldState.objects.bulk_create([FoldState(pk=1)], ignore_conflicts=True)
    return FoldState.objects.select_for_update().get(pk=1)


@transaction.atomic
def _fold_once(limit: int) -> int:
    state, now = fold_state_lock(), now_ms()
    through = min(results_last_place(), state.place + limit)
    exempt = outage_days()
    digest = outages_digest(exempt)
    due = ratings_due(state=state, through=through)
    if through <= state.place and digest == state.exempt and not due.points:
        if state.looked_ms < now - LOOKED_MS:
            FoldState.objects.update(looked_ms=now)
        return 0
    execute(codes_sql(state.place, through))
    for name, select in collect_sql(state.place, through).items():
        table_from(name, select)
    players = players_in_work() if digest == state.exempt else _everybody()
    insert_numbers("lb_again", ((BOARD, player) for player in players))
    insert_numbers("lb_fresh", streak_rows(through=through, exempt=exempt, players=players))
    _rows_and_standings()
    if due.points:
        _ratings(due)
    drop((*WORK, *STANDINGS_WORK))
    folded = through - state.place
    state.place, state.exempt, state.model, state.looked_ms = through, digest, MODEL, now
    state.save()
    return folded


def _everybody() -> list[int]:
    return list({*players_in_work(), *players_on_board()})


def _rows_and_standings() -> None:
    dailies = dailies_in_work()
    before = {daily: daily_points(daily) for daily in dailies}
    touched = players_challenged(dailies)
    _apply()
    for daily in dailies:
        touched |= set(players_moved(daily, before[daily], daily_points(daily)))
    if touched:
        _standings(touched, dailies)


def _standings(touched: set[tuple[int, int]], dailies: list[Daily]) -> None:
    """Makes the rows (standings board, player) anew."""
    tables_new(EMPTY)
    insert_numbers("lb_again", sorted(touched))
    week = dailies_of({daily.standings for daily in dailies})
    standings_tables({daily: daily_points(daily) for daily in week})
    analyze(["lb_again"])
    wanted = "(d.standings, e.player) IN (SELECT a.board, a.player FROM lb_again a)"
    execute(
        "INSERT INTO lb_fresh (board, player, place, rank_key) " + standings_sql(condition=wanted)
    )
    _apply()


def _ratings(due: Due) -> None:
    again, fresh = ratings_fold(due)
    tables_new(EMPTY)
    insert_numbers("lb_again", again)
    insert_numbers("lb_fresh", fresh)
    _apply()


def _apply() -> None:
    drop(["lb_moved"])
    table_from("lb_moved", moved_sql())
    execute(*apply_sql())
