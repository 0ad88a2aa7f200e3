"""A sheet of a million games: within the memory that is promised."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

GAMES = 1_000_000
PROMISED_MB = 300


@pytest.fixture(scope="module")
def long_sheet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("long") / "long.csv"
    chance = random.Random(1)
    with path.open("w", encoding="utf-8") as file:
        file.write("Spiel,Anna,Bernd,Chris,Dora,Emil\n")
        for game in range(1, GAMES + 1):
            value = chance.choice([1, 1, 2, 2, 3, 4, 6])
            points = [value, value, -value, -value]
            chance.shuffle(points)
            points.insert(game % 5, "")  # type: ignore[arg-type]
            file.write(f"{game},{','.join(map(str, points))}\n")
    return path


MEASURED = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True, encoding="utf-8")
print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
print(done.stdout)
"""


def test_memory(long_sheet: Path) -> None:
    """In a process of its own, since the peak of all children of this one would be that of others."""
    call = [sys.executable, "-m", "scorecheck", "validate", str(long_sheet), "--lang", "en"]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *call], capture_output=True, encoding="utf-8", check=True
    )
    status, _, rest = done.stdout.partition(" ")
    peak_kb, _, said = rest.partition("\n")
    assert status == "0", said
    assert "1000000 games" in said
    assert int(peak_kb) / 1024 < PROMISED_MB
