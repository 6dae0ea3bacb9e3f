"""Workers are killed in the middle of verifying, and every task comes ten times: one outcome each,
one result, and nothing overdue longer than one sweep."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from redis import Redis

from config.redis import BROKER, redis_url
from tests.faults.service import ROOT, Process, Site
from tests.support.waiting import wait_until

RUNS = 60
KILLS = 4
OUTCOMES = "SELECT COUNT(*) FROM games_run WHERE verification <> ''"


@dataclass
class Worker(Process):
    """A Celery worker of the site's, with the queues and limits it has in service."""

    site: Site
    name: str

    @property
    def log(self) -> Path:
        return self.site.directory / f"{self.name}.log"

    def launch(self) -> None:
        command = [
            sys.executable, "-m", "celery", "-q", "-A", "config.celery", "worker",
            "-n", f"{self.name}@%h", "-Q", "default,verify", "-c", "1",
            "--without-gossip", "--without-mingle", "--without-heartbeat",
        ]  # fmt: skip
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.site.environment, stdout=out, stderr=out
            )

    def kill(self) -> None:
        """The worker and the process that does its work, at once."""
        if self.process is None or not self.alive:
            return
        children = psutil.Process(self.process.pid).children(recursive=True)
        super().kill()
        for child in children:
            child.kill()
        psutil.wait_procs(children, timeout=10)

    def tail(self) -> str:
        return self.log.read_text(errors="replace")[-3000:] if self.log.exists() else ""


@contextmanager
def working(site: Site, count: int, prefix: str = "verifier") -> Iterator[list[Worker]]:
    workers = [Worker(site, f"{prefix}{number}") for number in range(count)]
    try:
        for worker in workers:
            worker.launch()
        yield workers
    finally:
        for worker in workers:
            worker.kill()


def outcomes(site: Site) -> int:
    ((count,),) = site.query(OUTCOMES)
    return int(count)


def populated(site: Site, *, times: int) -> dict[int, bool]:
    site.redis.start()
    return dict(json.loads(site.run("tests.faults.ended_games", str(RUNS), str(times))))


def check(site: Site, honest: dict[int, bool]) -> None:
    """One outcome a run, the right one; the stream without a gap; of a run one verified version,
    after its provisional one if it had one."""
    rows = site.query("SELECT id, verification, verification_code FROM games_run ORDER BY id")
    assert {run_id: verification == "verified" for run_id, verification, _ in rows} == honest
    assert {code for _, verification, code in rows if verification == "rejected"} == {"mismatch"}
    results = site.query("SELECT place, run_id, version, state FROM games_result ORDER BY place")
    assert [place for place, *_ in results] == list(range(1, len(results) + 1))
    versions: dict[int, list[str]] = {run_id: [] for run_id in honest}
    for _, run_id, version, state in results:
        versions[run_id].append(state)
        assert version == len(versions[run_id])
    for number, (run_id, is_honest) in enumerate(honest.items()):
        last = ["verified"] if is_honest else ["withdrawn"] if number % 2 else []
        assert versions[run_id] == ["provisional"] * (number % 2) + last, run_id


def test_workers_killed_while_verifying_leave_one_outcome_each(site: Site) -> None:
    honest = populated(site, times=1)
    for kill in range(1, KILLS + 1):
        with working(site, 1, f"victim{kill}-") as (worker,):
            wanted = kill * RUNS // (KILLS * 2)
            wait_until(lambda least=wanted: outcomes(site) >= least, worker.tail(), seconds=90)
    left = RUNS - outcomes(site)
    assert left > 0, "they were killed before they were done"
    with working(site, 1) as (worker,):
        site.run("tests.faults.ended_games", "sweep")
        wait_until(lambda: outcomes(site) == RUNS, worker.tail(), seconds=90)
    check(site, honest)


def test_the_same_job_ten_times_at_once_is_done_once(site: Site) -> None:
    honest = populated(site, times=10)
    with working(site, 3) as workers:
        wait_until(lambda: outcomes(site) == RUNS, workers[0].tail(), seconds=120)
        wait_until(lambda: queued(site) == 0, "the queue is empty", seconds=120)
        site.run("tests.faults.ended_games", "sweep")
        wait_until(lambda: queued(site, "default") == 0, "the sweep is done", seconds=60)
    check(site, honest)


def queued(site: Site, queue: str = "verify") -> int:
    """Tasks in a queue, and those that a worker has taken and not yet finished."""
    with Redis.from_url(redis_url(site.environment["REDIS_URL"], BROKER)) as client:
        return int(client.llen(queue)) + int(client.hlen("unacked"))
