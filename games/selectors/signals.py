"""What makes a ranked run worth a person's look. A signal is a question, never a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F
from django.db.models.functions import Coalesce

from accounts.links import linked_ids
from games.models import Run, RunKind, RunResult, RunState
from games.stream_sql import Played

FAST_HANDS, PERFECT_PLAY, SEEN_BEFORE = "fast_hands", "perfect_play", "seen_before"
# What people open: a player's report, or staff of its own accord.
REPORTED, STAFF = "reported", "staff"
# Moves of the hand onto columns, one after another: practised players sustain about three a second.
FAST_MOVES = 40
FAST_MS = 8_000
# So many proved deals in a row, each won in no more moves than with all cards known.
PERFECT_DEALS = 10
_COLUMNS = "abcdefg"


@dataclass(frozen=True, slots=True)
class Signal:
    """A stable code and the numbers behind it."""

    code: str
    detail: dict[str, Any] = field(default_factory=dict)


def run_signals(*, run: Played, items: Sequence[tuple[int, str, int]]) -> list[Signal]:
    """All signals of an ended ranked run whose log (place, text, ms) was found to be in order."""
    if run.kind != RunKind.RANKED:
        return []
    found = [fast_hands(items)]
    if run.result == RunResult.WON:
        found += [_perfect_play(run), _seen_before(run)]
    return [signal for signal in found if signal is not None]


def fast_hands(items: Sequence[tuple[int, str, int]]) -> Signal | None:
    """Faster than hands for long.

    Only moves onto columns: a finish sends many cards up at one instant, a held key draws quickly,
    and undoing takes no thought.
    """
    hands = [(at_ms, place) for place, text, at_ms in items if text[-1] in _COLUMNS]
    spans = zip(hands, hands[FAST_MOVES - 1 :], strict=False)
    fastest = min(((last - first, place) for (first, place), (last, _) in spans), default=None)
    if fastest is None or fastest[0] >= FAST_MS:
        return None
    return Signal(FAST_HANDS, {"moves": FAST_MOVES, "ms": fastest[0], "index": fastest[1]})


def _perfect_play(run: Played) -> Signal | None:
    """Never worse than the all-cards-known line over many deals: this one and those before it."""
    par = Coalesce(F("pool_deal__par"), F("challenge__pool_deal__par"), F("race__pool_deal__par"))
    ended = Run.objects.filter(
        player_id=run.player_id,
        kind=RunKind.RANKED,
        state=RunState.ENDED,
        moves__gt=0,
        ended_ms__lte=run.ended_ms,
    )
    known = ended.annotate(par=par).filter(par__isnull=False).order_by("-ended_ms", "-id")
    rows = list(known.values_list("id", "result", "moves", "par")[:PERFECT_DEALS])
    complete = len(rows) == PERFECT_DEALS and any(pk == run.id for pk, *_ in rows)
    perfect = all(result == RunResult.WON and moves <= par for _, result, moves, par in rows)
    if not complete or not perfect:
        return None
    saved = sum(par - moves for _, _, moves, par in rows)
    return Signal(PERFECT_PLAY, {"deals": PERFECT_DEALS, "moves_under_par": saved})


def _seen_before(run: Played) -> Signal | None:
    """A challenge's deal that the player, or a linked account, had begun before this run ended."""
    if run.challenge_id is None:
        return None
    others = Run.objects.filter(challenge_id=run.challenge_id).exclude(pk=run.id)
    own = others.filter(player_id=run.player_id, started_ms__lt=run.ended_ms)
    linked = others.filter(player_id__in=linked_ids(run.player_id), ended_ms__lt=run.started_ms)
    for runs, whose in ((own, "own"), (linked, "linked")):
        token = runs.order_by("id").values_list("token", flat=True).first()
        if token is not None:
            return Signal(SEEN_BEFORE, {"run": token, "whose": whose})
    return None
