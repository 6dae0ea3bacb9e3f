from games.models.analysis import Analysis, AnalysisState
from games.models.challenge import Challenge, ChallengeKind, Outage
from games.models.pool import PoolDeal
from games.models.quick import QuickWait
from games.models.race import RACE_GOES_ON, RACE_OVER, Race, RaceState, Seat
from games.models.result import Result, ResultState
from games.models.review import Review, ReviewState
from games.models.run import (
    COUNTED,
    LogItem,
    Proof,
    Run,
    RunKind,
    RunResult,
    RunState,
    Verification,
)

__all__ = [
    "COUNTED",
    "RACE_GOES_ON",
    "RACE_OVER",
    "Analysis",
    "AnalysisState",
    "Challenge",
    "ChallengeKind",
    "LogItem",
    "Outage",
    "PoolDeal",
    "Proof",
    "QuickWait",
    "Race",
    "RaceState",
    "Result",
    "ResultState",
    "Review",
    "ReviewState",
    "Run",
    "RunKind",
    "RunResult",
    "RunState",
    "Seat",
    "Verification",
]
