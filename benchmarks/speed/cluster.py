"""What ``--executor`` costs: the same files in one process, in two, and on a cluster on this computer."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from benchmarks.speed.environments import CLUSTER
from benchmarks.speed.measure import Command, interleaved
from benchmarks.speed.tables import seconds
from benchmarks.speed.workload import OF_MANY

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.speed.environments import Environments
    from benchmarks.speed.measure import Run
    from benchmarks.speed.workload import Files

_SCHEDULER = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0", silence_logs=50
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


def measured(environments: Environments, files: Files, times: int) -> str:
    """Runs them all against one cluster, and says what it costs to begin and what a file costs."""
    script = files.home.parent / "scheduler.py"
    script.write_text(_SCHEDULER, encoding="utf-8")
    call = [str(environments.program(CLUSTER.name, "python")), str(script)]
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as scheduler:
        if scheduler.stdout is None:
            raise RuntimeError("the scheduler says nothing")
        address = scheduler.stdout.readline().strip().replace("tcp://", "dask://")
        ways = {
            "`--jobs 1`": ("--jobs", "1"),
            "`--jobs 2`": ("--jobs", "2"),
            "`--executor dask://…`, 2 workers": ("--executor", address),
        }
        program = environments.program(CLUSTER.name, "scorecheck")
        commands = [
            _command(way, program, path, count, more)
            for path, count in ((files.many, OF_MANY), (files.small_csv, 1))
            for way, more in ways.items()
        ]
        runs = interleaved(commands, files.home.parent, times)
        scheduler.communicate("")
    return _table(list(ways), runs)


def _command(way: str, program: Path, path: Path, count: int, more: tuple[str, ...]) -> Command:
    says = f"{count} file{'' if count == 1 else 's'} checked: 0 errors"
    call = (program, "validate", path, "--lang", "en", *more)
    return Command(way, call, says, ours=True)


def _table(ways: list[str], runs: list[Run]) -> str:
    many, one = runs[: len(ways)], runs[len(ways) :]
    lines = [f"| | {OF_MANY:,} CSV of 24 games | one | of which each file |", "| --- | ---: | ---: | ---: |"]
    for way, all_files, single in zip(ways, many, one, strict=True):
        each = (all_files.wall - single.wall) / (OF_MANY - 1)
        lines.append(
            f"| {way} | {seconds(all_files.wall)} s | {seconds(single.wall)} s | {each * 1000:.2f} ms |"
        )
    start = one[-1].wall - one[0].wall
    lines += [
        "",
        f"So a cluster costs {seconds(start)} s before the first file is checked, as much as one process "
        f"needs for {start / max(1e-9, (many[0].wall - one[0].wall) / (OF_MANY - 1)):,.0f} files.",
    ]
    return "\n".join(lines)
