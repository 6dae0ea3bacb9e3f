"""What the analysis page shows."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import settings_of
from engine.deals import deal
from engine.moves import parse_move
from engine.position import Position
from engine.replay import Game
from engine.rules import apply
from games.charts import run_chart
from games.models import Analysis, AnalysisState, Run
from games.sealing import run_code
from games.words import item_words


@dataclass(frozen=True, slots=True)
class AnalysisRow:
    """`state` as `AnalysisState`, or empty when none was asked for.

    `winnable_at` is a place, counting items from 0, and `line` the win from there in words;
    `summary` says in a sentence what was found.
    """

    state: str
    done: int = 0
    total: int = 0
    summary: str = ""
    winnable_at: int | None = None
    line: tuple[str, ...] = ()
    par: int | None = None
    par_is_minimum: bool = False
    bound: int | None = None
    chart: SafeString | str = ""

    @property
    def is_pending(self) -> bool:
        return self.state in (AnalysisState.QUEUED, AnalysisState.RUNNING)

    @property
    def is_done(self) -> bool:
        return self.state == AnalysisState.DONE


def analysis_row(*, run: Run, viewer: User | AnonymousUser) -> AnalysisRow:
    """Cards are written as `viewer` has them on the table."""
    analysis = Analysis.objects.filter(run=run).first()
    if analysis is None:
        return AnalysisRow("")
    if analysis.state != AnalysisState.DONE:
        return AnalysisRow(analysis.state, analysis.done, analysis.total)
    local = settings_of(viewer)["local_ranks"]
    positions, ups, losing = _replayed(run, analysis, local)
    return AnalysisRow(
        state=analysis.state,
        summary=_summary(run, analysis, losing),
        winnable_at=None if run.result == "won" else analysis.line_from,
        line=_line_words(positions, analysis, local),
        par=analysis.par,
        par_is_minimum=analysis.par_is_minimum,
        bound=analysis.bound,
        chart=run_chart(
            ups=ups,
            verdicts=analysis.verdicts,
            lost_at=analysis.lost_at if losing else None,
            label=_("Cards up over the game, with what could still be won below"),
        ),
    )


def _replayed(
    run: Run, analysis: Analysis, local: bool
) -> tuple[dict[int, Position], list[int], str]:
    """Positions at the analysis' two places, the cards up at each position, and the item that is
    known to have lost the game, in words, if one is."""
    game = Game(deal(run_code(run=run)))
    positions, ups, losing = {}, [0], ""
    for place, text, at_ms in run.log.order_by("place").values_list("place", "text", "at_ms"):
        if place == analysis.line_from:
            positions[place] = game.position
            if place == analysis.lost_at:
                losing = item_words(game.position, text, local=local)
        game.play(text, at_ms)
        ups.append(game.up)
    positions.setdefault(len(ups) - 1, game.position)
    return positions, ups, losing


def _line_words(positions: dict[int, Position], analysis: Analysis, local: bool) -> tuple[str, ...]:
    if analysis.line_from is None:
        return ()
    position, words = positions[analysis.line_from], []
    for text in analysis.line.split():
        words.append(item_words(position, text, local=local))
        position = apply(position, parse_move(text))
    return tuple(words)


def _summary(run: Run, analysis: Analysis, losing: str) -> str:
    """What is known, and not a word more. Items are counted from 1 here."""
    verdicts, winnable, lost = analysis.verdicts, analysis.line_from, analysis.lost_at
    numbers = {"winnable": (winnable or 0) + 1, "lost": (lost or 0) + 1, "move": losing}
    if run.result == "won":
        return _("Every position on the way to this win could be won.")
    if losing:
        return _("Still winnable before move %(winnable)s, lost after it: %(move)s.") % numbers
    if verdicts[:1] == "l":
        return _("This deal could not be won by anybody, whatever was played.")
    if lost is not None and winnable is not None:
        return _("Still winnable before move %(winnable)s, lost after move %(lost)s.") % numbers
    if lost is not None:
        return _("Lost after move %(lost)s; whether it could be won before is not known.") % numbers
    if verdicts[-1:] == "w":
        return _("This game could still be won where it ended.")
    if winnable is not None:
        return (
            _("Winnable before move %(winnable)s; whether it was after that is not known.")
            % numbers
        )
    return _("The solver could not decide these positions in its time.")
