"""How long ``scorecheck report`` and ``process`` take, the whole of them: ``python -m benchmarks.reports``.

The sheets are Doppelkopf, 24 games each, tables of four, made from a seed. To reach on a quiet
computer with two cores: 8 players within half a second, 400 players with 10 rounds within five.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.reports.events import event

SIZES = (("report", 8, 3, 0.5), ("process", 40, 5, 1.5), ("report", 400, 10, 5.0))
"""Commands, players, rounds, and the seconds that are to be reached."""
TIMES = 5
_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"


def main() -> None:
    """Measures each size, and prints a line for it."""
    print("| command | players | rounds | seconds (median) | of the processor | to reach | page |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for command, players, rounds, limit in SIZES:
        with tempfile.TemporaryDirectory() as home:
            event(Path(home) / "in", players, rounds)
            walls: list[float] = []
            busy: list[float] = []
            # Installed programs have their bytecode; without, each run would compile all modules anew.
            environment = {name: value for name, value in os.environ.items() if name != _NO_BYTECODE}
            for _ in range(TIMES if players < 400 else 3):
                start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
                call = [sys.executable, "-m", "scorecheck", command, "in", "-o", "out", "--quiet"]
                subprocess.run(call, cwd=home, check=True, env=environment, stdout=subprocess.DEVNULL)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                walls.append(time.perf_counter() - start)
                busy.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            size = (Path(home) / "out" / "index.html").stat().st_size / 1e6
            median, cpu = statistics.median(walls), statistics.median(busy)
            print(
                f"| {command} | {players} | {rounds} | {median:.2f} | {cpu:.2f} | {limit} | {size:.1f} MB |",
                flush=True,
            )


if __name__ == "__main__":
    main()
