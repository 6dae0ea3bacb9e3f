from games.models.analysis import Analysis, AnalysisState
from games.models.pool import PoolDeal
from games.models.run import LogItem, Proof, Run, RunKind, RunResult, RunState

__all__ = [
    "Analysis",
    "AnalysisState",
    "LogItem",
    "PoolDeal",
    "Proof",
    "Run",
    "RunKind",
    "RunResult",
    "RunState",
]
