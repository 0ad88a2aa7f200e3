"""How long ``scorecheck report`` and ``process`` take, the whole of them: ``python -m benchmarks.reports``.

The sheets are Doppelkopf, 24 games each, tables of four, made from a seed. To reach on a quiet
computer with two cores: 8 players within half a second, 400 players with 10 rounds within five.
"""

from __future__ import annotations

import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SIZES = (("report", 8, 3, 0.5), ("process", 40, 5, 1.5), ("report", 400, 10, 5.0))
"""Commands, players, rounds, and the seconds that are to be reached."""
TIMES = 5
_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
NAMES = ("Anna", "Bernd", "Chris", "Dora", "Jürgen", "Øystein", "Ελένη", "Сергей")


def event(folder: Path, players: int, rounds: int) -> None:
    """Writes the sheets of an event."""
    luck = random.Random(7)
    names = [f"{NAMES[at % len(NAMES)]} {at}" for at in range(players)]
    for number in range(1, rounds + 1):
        luck.shuffle(names)
        (folder / f"Runde {number}").mkdir(parents=True)
        for table in range(players // 4):
            lines = [",".join(("Spiel", *names[4 * table : 4 * table + 4]))]
            for game in range(1, 25):
                value, winners = luck.randint(1, 5), luck.sample(range(4), 2)
                lines.append(
                    ",".join(map(str, (game, *(value if n in winners else -value for n in range(4)))))
                )
            path = folder / f"Runde {number}" / f"Tisch {table + 1}.csv"
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")


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


main()
