"""Tries a random sample of the mutants of each area, and says how many of them the tests kill.

    pip install -e '.[test,mutation]'
    python tests/tools/sample_mutants.py --each 60

All of them are tried by ``mutmut run``, in hours. Both are set up in ``pyproject.toml``, and keep what they
find in ``mutants/``: ``mutmut show NAME`` shows what a mutant changes. Mutants that no test meets count as
survivors.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MUTANTS = ROOT / "mutants" / "src" / "scorecheck"
AREAS = ("games", "tournament", "checks", "layouts", "repair")
_KILLED = {1, 3, 36, 24, -24, 152, 255}
"""What ``mutmut`` keeps of a mutant that a test killed, or that never came to an end."""


def outcomes(area: str) -> dict[str, int | None]:
    """Each mutant of an area, and what came of it; ``None`` where it was not tried."""
    found: dict[str, int | None] = {}
    for path in sorted((MUTANTS / area).rglob("*.py.meta")):
        found |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def mutmut(names: list[str]) -> None:
    """Makes the mutants that are missing, and tries these."""
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", "1", *names]
    subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL)


def main() -> None:
    """Prints a line for each area, and the survivors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--each", type=int, default=60, help="mutants of each area")
    parser.add_argument("--seed", type=int, default=10)
    parser.add_argument("--area", choices=AREAS, action="append")
    asked = parser.parse_args()
    if not MUTANTS.exists():
        mutmut(["scorecheck.checks.*__mutmut_1"])
    samples = {area: sample(area, asked.each, asked.seed) for area in asked.area or AREAS}
    # In one go: each go begins with all the tests, to see that they pass where nothing is changed.
    mutmut([name for names in samples.values() for name in names])
    for area, names in samples.items():
        found = outcomes(area)
        tried = [name for name in names if found[name] is not None]
        alive = [name for name in tried if found[name] not in _KILLED]
        killed = len(tried) - len(alive)
        print(f"{area}: {len(found)} mutants, {len(tried)} tried, {killed} killed", *alive, sep="\n  ")


def sample(area: str, size: int, seed: int) -> list[str]:
    """Some of the mutants of an area, the same for the same seed."""
    every = sorted(outcomes(area))
    return sorted(random.Random(seed).sample(every, min(size, len(every))))


if __name__ == "__main__":
    main()
