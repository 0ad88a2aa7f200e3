"""A sheet of a million games: within the memory that is promised."""

from __future__ import annotations

import random
import resource
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


def test_memory(long_sheet: Path) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    done = subprocess.run(
        [sys.executable, "-m", "scorecheck", "validate", str(long_sheet), "--lang", "en"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "1,000,000 games" in done.stdout or "1000000 games" in done.stdout
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    assert before / 1024 < PROMISED_MB, "an earlier child was larger: this test must come first"
    assert peak < PROMISED_MB
