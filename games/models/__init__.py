from games.models.run import LogItem, Run, RunKind, RunResult, RunState

__all__ = ["LogItem", "Run", "RunKind", "RunResult", "RunState"]
