"""What the analysis page shows."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.deals import deal
from engine.replay import Game
from games.charts import run_chart
from games.models import Analysis, AnalysisState, Run
from games.sealing import run_code


@dataclass(frozen=True, slots=True)
class AnalysisRow:
    """`state` as `AnalysisState`, or empty when none was asked for. Places count items from 0;
    `losing_move` is the number for people, from 1."""

    state: str
    done: int = 0
    total: int = 0
    winnable_at: int | None = None
    losing_move: int | None = None
    losing_item: str = ""
    line: tuple[str, ...] = ()
    par: int | None = None
    par_is_minimum: bool = False
    bound: int | None = None
    start_verdict: str = ""
    chart: SafeString | str = ""

    @property
    def is_pending(self) -> bool:
        return self.state in (AnalysisState.QUEUED, AnalysisState.RUNNING)

    @property
    def is_done(self) -> bool:
        return self.state == AnalysisState.DONE


def analysis_row(*, run: Run) -> AnalysisRow:
    analysis = Analysis.objects.filter(run=run).first()
    if analysis is None:
        return AnalysisRow("")
    if analysis.state != AnalysisState.DONE:
        return AnalysisRow(analysis.state, analysis.done, analysis.total)
    items = list(run.log.order_by("place").values_list("text", "at_ms"))
    lost_at = analysis.lost_at
    return AnalysisRow(
        state=analysis.state,
        winnable_at=analysis.line_from,
        losing_move=None if lost_at is None else lost_at + 1,
        losing_item="" if lost_at is None else items[lost_at][0],
        line=tuple(analysis.line.split()),
        par=analysis.par,
        par_is_minimum=analysis.par_is_minimum,
        bound=analysis.bound,
        start_verdict=analysis.verdicts[:1],
        chart=run_chart(
            ups=_ups(run, items),
            verdicts=analysis.verdicts,
            lost_at=lost_at,
            label=_("Cards up over the game, with what could still be won below"),
        ),
    )


def _ups(run: Run, items: list[tuple[str, int]]) -> list[int]:
    game = Game(deal(run_code(run=run)))
    ups = [0]
    for text, at_ms in items:
        game.play(text, at_ms)
        ups.append(game.up)
    return ups
