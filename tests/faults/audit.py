"""Holding the stored logs against what the players were told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from cryptography.fernet import Fernet

from engine.codes import parse_code
from engine.deals import deal
from engine.replay import replay
from tests.faults.players import Player, Soloist
from tests.faults.service import DEAL_KEY, Site

Items = list[tuple[int, str, int]]
COLUMNS = "seq, last_ms, score, moves, up, turned, undos, hints"


def stored_logs(site: Site) -> dict[str, Items]:
    """Every log by its run's token: (place, text, ms), in order."""
    logs: defaultdict[str, Items] = defaultdict(list)
    rows = site.query(
        "SELECT r.token, i.place, i.text, i.at_ms FROM games_logitem i"
        " JOIN games_run r ON r.id = i.run_id ORDER BY i.run_id, i.place"
    )
    for token, *item in rows:
        logs[token].append((item[0], item[1], item[2]))
    return logs


def check_acknowledged(site: Site, told: Iterable[tuple[str, Items]]) -> int:
    """Everything told is in the log, at its place; how many items that were."""
    logs, count = stored_logs(site), 0
    for token, items in told:
        log = logs[token]
        for item in items:
            assert item[0] < len(log), f"{token}: {item} was acknowledged and is not there"
            assert log[item[0]] == item
        count += len(items)
    return count


def check_final(site: Site, players: list[Player]) -> int:
    """After the last answer: every log is exactly what was told, and each row is its fold."""
    told = [(player.run, player.acknowledged) for player in players]
    check_acknowledged(site, told)
    logs = stored_logs(site)
    for player in players:
        assert [place for place, _, _ in logs[player.run]] == list(range(len(logs[player.run])))
        if isinstance(player, Soloist):
            assert logs[player.run] == player.acknowledged, "in the log in order and once"
    check_rows(site, logs)
    return sum(len(log) for log in logs.values())


def check_rows(site: Site, logs: dict[str, Items]) -> None:
    """The cached columns of every run are the fold of its log."""
    rows = site.query(f"SELECT token, code, sealed_code, state, result, {COLUMNS} FROM games_run")
    assert rows
    for token, code, sealed, state, result, *cached in rows:
        text = code or Fernet(DEAL_KEY).decrypt(bytes(sealed)).decode()
        fold = replay(deal(parse_code(text)), [(text, at) for _, text, at in logs[token]])
        assert fold.failure is None
        game = fold.game
        assert tuple(cached) == (
            game.items, game.last_ms, game.score, game.moves, game.up, game.turned, game.undos,
            game.hints,
        )  # fmt: skip
        assert (state, result) == (("ended", "won") if game.won else ("open", ""))
